/**
 * A receiver in a separate process, which only records when requests arrive: on the machine's monotonic clock, which
 * all processes share, so that pauses of a process do not blur the order.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { certificateFor, type Certificate } from './certificates.ts';

type Arrival = { path: string; id: string; at: number };
const HANDSHAKE = 'handshake';
type Hello = { plain: number; slow: number };

/** Returns milliseconds of the clock that all processes of the machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export type ClockedReceiver = {
  plainUrl: (path: string) => string;
  /** An https URL whose connections take up to `handshakeMs`, and serve one request each. */
  slowUrl: (path: string) => string;
  arrivals: Arrival[];
  /** Resolves when a client begins the next handshake, for any path. */
  nextHandshake: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startClockedReceiver(handshakeMs: number): Promise<ClockedReceiver> {
  const certificate = await certificateFor();
  const child = fork(fileURLToPath(import.meta.url), [String(handshakeMs)], { execArgv: [] });
  const arrivals: Arrival[] = [];
  child.send(certificate);
  const [hello] = (await once(child, 'message')) as [Hello];
  let waiting: (() => void)[] = [];
  child.on('message', (message: Arrival[] | typeof HANDSHAKE) => {
    if (message !== HANDSHAKE) return void arrivals.push(...message);
    for (const resolve of waiting) resolve();
    waiting = [];
  });
  return {
    plainUrl: (path) => `http://127.0.0.1:${hello.plain}${path}`,
    slowUrl: (path) => `https://127.0.0.1:${hello.slow}${path}`,
    arrivals,
    nextHandshake: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function serve(certificate: Certificate, handshakeMs: number): Promise<void> {
  let batch: Arrival[] = [];
  const flush = (): void => {
    process.send?.(batch);
    batch = [];
  };
  const listener =
    (headers: Record<string, string>): RequestListener =>
    (request, response) => {
      const at = machineMs();
      if (batch.length === 0) setTimeout(flush, 20);
      batch.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), at });
      request.resume();
      response.writeHead(204, headers).end();
    };
  const plain = await listen(createServer(listener({})));
  const tls = await listen(createTlsServer(certificate, listener({ connection: 'close' })));
  // In front of TLS: delays all data for a while.
  const slow = await listen(
    createTcpServer({ noDelay: true }, (client) => {
      client.on('error', () => {});
      process.send?.(HANDSHAKE);
      setTimeout(() => {
        const upstream = connect({ port: tls, host: '127.0.0.1', noDelay: true });
        upstream.on('error', () => client.destroy());
        upstream.on('close', () => client.destroy());
        client.on('close', () => upstream.destroy());
        client.pipe(upstream).pipe(client);
      }, Math.random() * handshakeMs);
    }),
  );
  process.send?.({ plain, slow } satisfies Hello);
}

if (process.argv[1] === import.meta.filename) {
  process.once('disconnect', () => process.exit());
  process.once(
    'message',
    (certificate: Certificate) => void serve(certificate, Number(process.argv[2])),
  );
}
