import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../../../test/support/receiver.ts';
import { OutboundClient } from './client.ts';
import type { OutboundRequest } from './exchange.ts';

let receiver: Receiver;
let client: OutboundClient;
beforeAll(async () => {
  receiver = await startReceiver();
  client = new OutboundClient({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await client.close();
  await receiver.stop();
});

const SIZE = 3_000_000;
const BODY = Buffer.from(Array.from({ length: SIZE }, (_, i) => i % 251));
const CLOSING = { connection: 'close' };

/** Handles pieces slowly and records whether two ever overlapped. */
function makeSink(failAt = Infinity) {
  const sink = { parts: [] as Buffer[], taking: 0, overlapped: false, bytes: 0 };
  const onBody = async (part: Buffer): Promise<void> => {
    sink.overlapped ||= sink.taking > 0;
    sink.taking += 1;
    await sleep(1);
    sink.parts.push(Buffer.from(part));
    sink.bytes += part.length;
    sink.taking -= 1;
    if (sink.parts.length === failAt) throw new Error('the disk is full');
  };
  return { sink, onBody };
}

function get(path: string, more: Partial<OutboundRequest>) {
  return client.request({
    url: receiver.url(path),
    method: 'GET',
    headers: {},
    timeoutMs: 10_000,
    maxResponseBytes: 2 * SIZE,
    ...more,
  });
}

test.each([{}, CLOSING])(
  'a body is passed whole, in order and one piece at a time (%j)',
  async (headers) => {
    receiver.behave('/whole', { status: 200, headers, body: BODY });
    const { sink, onBody } = makeSink();
    const response = await get('/whole', { onBody });
    expect(response).toMatchObject({ status: 200, truncated: false, body: Buffer.alloc(0) });
    expect(Buffer.concat(sink.parts).equals(BODY)).toBe(true);
    expect([sink.overlapped, sink.taking]).toEqual([false, 0]);
  },
);

test('a body is passed without empty pieces, however handling and receiving alternate', async () => {
  const server = createServer(async (_, response) => {
    response.writeHead(200);
    for (let i = 0; i < SIZE; i += 60_000)
      if (!response.write(BODY.subarray(i, i + 60_000))) await once(response, 'drain');
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const parts: Buffer[] = [];
  const onBody = async (part: Buffer): Promise<void> => {
    if (part.length === 0) throw new Error('an empty part');
    parts.push(part);
    await stat(import.meta.filename);
  };
  await get('/', { url, onBody });
  expect(Buffer.concat(parts).equals(BODY)).toBe(true);
  server.close();
});

test('a body that is cut off is an error, and no piece is being handled afterwards', async () => {
  const headers = { ...CLOSING, 'content-length': String(SIZE + 1) };
  receiver.behave('/cut', { status: 200, headers, body: BODY });
  const { sink, onBody } = makeSink();
  await expect(get('/cut', { onBody })).rejects.toMatchObject({ kind: 'reset' });
  expect([sink.overlapped, sink.taking]).toEqual([false, 0]);
});

test('a body over the limit is reported as truncated, and passed up to the limit', async () => {
  receiver.behave('/large', 'endless');
  const { sink, onBody } = makeSink();
  expect(await get('/large', { onBody, maxResponseBytes: SIZE })).toMatchObject({
    truncated: true,
  });
  expect(sink.bytes).toBeLessThanOrEqual(SIZE);
  expect(sink.taking).toBe(0);
});

test.each([{}, CLOSING])('an error of onBody ends the request (%j)', async (headers) => {
  receiver.behave('/whole', { status: 200, headers, body: BODY });
  const { sink, onBody } = makeSink(3);
  await expect(get('/whole', { onBody })).rejects.toThrow('the disk is full');
  expect([sink.parts.length, sink.taking]).toEqual([3, 0]);
});

test('the connection is used again afterwards', async () => {
  receiver.behave('/small', { status: 200, headers: { 'content-length': '2' }, body: 'ok' });
  for (let i = 0; i < 3; i++) await get('/small', { onBody: makeSink().onBody });
  const serials = receiver.requests.filter(({ path }) => path === '/small');
  expect(new Set(serials.map(({ connection }) => connection)).size).toBe(1);
});
