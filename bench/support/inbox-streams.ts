import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { median } from './measure.ts';
import { result } from './result.ts';
import type { Bench } from './server.ts';

const STREAMS = 10_000;
const MAX_BYTES = 25 * 1024;
/** Streams that are opened concurrently. */
const AT_ONCE = 100;
const PINGS = 20;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the resident bytes of the server, once they have stopped falling. */
async function residentBytes(admin: string): Promise<number> {
  let lowest = Infinity;
  for (let i = 0; i < 8; i++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const text = await (await fetch(`${admin}/metrics`)).text();
    const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
    lowest = Math.min(lowest, bytes);
  }
  return lowest;
}

/** Resolves once the text has arrived at the socket, after other data. */
function arrival(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    let seen = '';
    const onData = (chunk: Buffer): void => {
      seen = (seen + chunk.toString('latin1')).slice(-4096);
      if (!seen.includes(text)) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData);
  });
}

async function openStream({ hostname, port }: URL, path: string, key: string): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  const opened = arrival(socket, 'event: unread');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\n\r\n`);
  await opened;
  // Other data is discarded.
  socket.resume();
  return socket;
}

function streamOf(externalId: string): string {
  return `/api/v1/threads/inbox/stream?${new URLSearchParams({ externalId, role: 'customer' }).toString()}`;
}

/**
 * Measures how much 10,000 open streams of as many participants cost their process, and how long a message takes to
 * arrive at one of them.
 * @param send sends a new message to the participant
 */
export async function measureStreams(
  bench: Bench,
  participant: string,
  send: (service: string) => Promise<void>,
): Promise<void> {
  const adminPort = await freePort();
  const service = await bench.start('bin/oriki.cjs serve', {
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_EVENT_STREAMS_PER_ORGANIZATION: '20000',
    ORIKI_ADMIN_PORT: String(adminPort),
  });
  const admin = `http://127.0.0.1:${adminPort}`;
  const url = new URL(service);
  const open = (externalId: string) => openStream(url, streamOf(externalId), bench.key);
  // The first streams of a process are not counted, because they include one-time costs.
  const sockets = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => open(`warm-${i}`)));
  const before = await residentBytes(admin);
  const began = performance.now();
  for (let i = 0; i < STREAMS; i += AT_ONCE)
    sockets.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => open(`idle-${i + n}`)))),
    );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const perStream = (await residentBytes(admin)) - before;
  const bytes = perStream / STREAMS;
  result({
    what: `Memory of an open event stream, of ${STREAMS}`,
    measured: `${(bytes / 1024).toFixed(1)} KB each, opened in ${seconds} s`,
    figure: bytes / 1024,
    unit: 'KB',
    atMost: MAX_BYTES / 1024,
  });
  const listener = await open(participant);
  const times: number[] = [];
  for (let i = 0; i < PINGS; i++) {
    const arrived = arrival(listener, 'event: item');
    const sentAt = performance.now();
    await send(service);
    await arrived;
    times.push(performance.now() - sentAt);
  }
  result({
    what: `From a request that sends a message to its event, with ${STREAMS} streams open, median`,
    measured: `${median(times).toFixed(0)} ms`,
    figure: median(times),
    unit: 'ms',
  });
  for (const socket of [...sockets, listener]) socket.destroy();
}
