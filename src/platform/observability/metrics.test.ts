import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics, observeRequests, type Metrics } from './metrics.ts';

let app: FastifyInstance;
let metrics: Metrics;
let url: string;
const lines: Record<string, unknown>[] = [];
const written = new EventEmitter();
const released = new EventEmitter();

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  metrics = createMetrics(() => []);
  app.addHook('onRequest', async (request) => {
    request.log = {
      info: (line: Record<string, unknown>) => {
        lines.push(line);
        written.emit('line');
      },
    } as never;
  });
  observeRequests(app, metrics);
  const config = (operationId: string) => ({ config: { operationId } as never });
  app.get('/quick', config('quick'), async () => ({}));
  app.get('/refused', config('refused'), async (_request, reply) => reply.code(403).send({}));
  app.get('/slow', config('slow'), async () => {
    written.emit('begun');
    await once(released, 'slow');
    return {};
  });
  app.get('/large', config('large'), async () => Buffer.alloc(64 * 2 ** 20));
  app.get('/stream', config('stream'), (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('begun');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

test('a request has one line and one sample, even if its caller leaves before the end of the answer', async () => {
  await (await fetch(`${url}/quick`)).text();
  await (await fetch(`${url}/refused`)).text();
  const leaving = new AbortController();
  const begun = once(written, 'begun');
  const slow = fetch(`${url}/slow`, { signal: leaving.signal });
  await begun;
  const left = once(written, 'line');
  leaving.abort();
  await Promise.all([expect(slow).rejects.toThrow(), left]);
  released.emit('slow');
  for (const path of ['/large', '/stream']) {
    const open = new AbortController();
    const { body } = await fetch(url + path, { signal: open.signal });
    await body!.getReader().read();
    const ended = once(written, 'line');
    open.abort();
    await ended;
  }
  const sent = [
    ['quick', 200],
    ['refused', 403],
    ['slow', 499],
    ['large', 200],
    ['stream', 200],
  ];
  expect(lines.map(({ operation, status }) => [operation, status])).toEqual(sent);
  for (const { durationMs } of lines) expect(durationMs).toBeGreaterThan(0);
  const text = await metrics.registry.metrics();
  for (const [operation, status] of sent)
    expect(text).toContain(
      `oriki_http_request_duration_seconds_count{operation="${operation}",status="${status}"} 1\n`,
    );
});
