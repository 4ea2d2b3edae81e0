import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a browser and the service, which can lose requests and answers. */
export type Proxy = {
  url: string;
  /** Loses requests that begin with `start`: before the service gets them, or their answers. */
  lose: (start: string, what: 'request' | 'answer') => void;
  /** Delays requests by this time, and drops those whose sender has left by then. */
  hold: (ms: number) => void;
  /** Forwards everything to this port. */
  mend: (port?: number) => void;
  /** Returns the number of lost requests. */
  lost: () => number;
  stop: () => Promise<void>;
};

export async function startProxy(to: string): Promise<Proxy> {
  let port = Number(new URL(to).port);
  let losing: { start: string; what: 'request' | 'answer' } | undefined;
  let lost = 0;
  let holdMs = 0;
  const open = new Set<Socket>();
  const server = createServer((browser) => {
    const service = connect(port, '127.0.0.1');
    let isMuted = false;
    for (const [from, into] of [
      [browser, service],
      [service, browser],
    ] as const) {
      open.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
    }
    browser.on('data', (chunk: Buffer) => {
      if (losing && chunk.toString('latin1').startsWith(losing.start)) {
        lost += 1;
        if (losing.what === 'request') return browser.destroy();
        isMuted = true;
      }
      if (holdMs === 0) service.write(chunk);
      else setTimeout(() => browser.destroyed || service.write(chunk), holdMs);
    });
    service.on('data', (chunk: Buffer) => (isMuted ? browser.destroy() : browser.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (start, what) => {
      losing = { start, what };
    },
    hold: (ms) => {
      holdMs = ms;
    },
    mend: (other = port) => {
      losing = undefined;
      port = other;
    },
    lost: () => lost,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
