import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startVendor, type VendorServer } from '../../../../test/support/vendors/server.ts';
import { OutboundClient } from '../../../platform/outbound/client.ts';
import { createUpstream, UpstreamFailure, type UpstreamOptions } from './upstream.ts';

const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
function now(): Date {
  return new Date('2026-11-21T09:40:00Z');
}
let server: VendorServer;

beforeAll(async () => {
  server = await startVendor(() => ({ status: 200, json: { ok: true } }));
});
afterEach(() => {
  server.reply = undefined;
  server.requests.length = 0;
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

function upstream(more: Partial<UpstreamOptions> = {}) {
  return createUpstream({
    client,
    baseUrl: server.url,
    timeoutMs: 10_000,
    signal: undefined,
    reference: 'reference-1',
    now,
    ...more,
  });
}

test('sends a request below the base URL, which may have a path', async () => {
  for (const baseUrl of [`${server.url}/v9`, `${server.url}/v9/`])
    await upstream({ baseUrl }).send({ method: 'GET', path: '/bvn?id=1', headers: { key: 'k' } });
  for (const request of server.requests)
    expect(request).toMatchObject({
      method: 'GET',
      path: '/v9/bvn',
      query: { id: '1' },
      headers: { key: 'k', accept: 'application/json', 'accept-encoding': 'identity' },
    });
  expect(server.requests).toHaveLength(2);
  expect(server.requests[0]!.headers['content-type']).toBeUndefined();
});

test('sends a body as JSON in UTF-8', async () => {
  await upstream().send({ method: 'POST', path: '/x', body: { json: { name: 'Ọlá', n: 1 } } });
  expect(server.requests[0]).toMatchObject({
    headers: { 'content-type': 'application/json' },
    json: { name: 'Ọlá', n: 1 },
  });
});

test('returns the answer with status, headers, text and, if it is JSON, its value', async () => {
  server.reply = { status: 418, json: { 'a"b': ['Ọlá', 1e-7, null] }, headers: { 'x-id': '7' } };
  expect(await upstream().send({ method: 'GET', path: '/' })).toMatchObject({
    status: 418,
    headers: { 'x-id': '7' },
    text: '{"a\\"b":["Ọlá",1e-7,null]}',
    json: { 'a"b': ['Ọlá', 1e-7, null] },
  });
  server.reply = { status: 200, text: '{"cut":' };
  expect(await upstream().send({ method: 'GET', path: '/' })).toMatchObject({
    text: '{"cut":',
    json: undefined,
  });
});

test('keeps the beginning of an answer of more than 8 MiB as text', async () => {
  server.reply = { status: 200, text: `1${' '.repeat(8 << 20)}` };
  const answer = await upstream().send({ method: 'GET', path: '/' });
  expect(answer.json).toBeUndefined();
  expect(answer.text.length).toBe(8 << 20);
  server.reply = { status: 200, text: `1${' '.repeat((8 << 20) - 1)}` };
  expect((await upstream().send({ method: 'GET', path: '/' })).json).toBe(1);
});

test('a request without an answer fails with the reason and without any part of the request', async () => {
  const secret = 'k-5ecre7';
  const failureOf = async (more: Partial<UpstreamOptions>): Promise<UpstreamFailure> => {
    const sent = upstream(more).send({
      method: 'POST',
      path: '/bvn?id=22222222222',
      headers: { authorization: secret },
      body: { json: { id: '22222222222' } },
    });
    const error = await sent.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UpstreamFailure);
    const told = `${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`;
    expect(told).not.toMatch(/5ecre7|22222222222|127\.0\.0\.1/);
    expect((error as Error).cause).toBeUndefined();
    return error as UpstreamFailure;
  };
  server.reply = 'reset';
  expect((await failureOf({})).kind).toBe('reset');
  expect((await failureOf({ baseUrl: 'http://127.0.0.1:1' })).kind).toBe('connect');
  expect((await failureOf({ baseUrl: 'https://10.0.0.1' })).kind).toBe('refused_address');
  expect((await failureOf({ signal: AbortSignal.abort() })).kind).toBe('cancelled');
  server.reply = 'silence';
  expect((await failureOf({ timeoutMs: 1 })).kind).toBe('timeout');
});

test('passes on failures that are not transport failures', async () => {
  const sent = upstream().send({ method: 'GET', path: '/', headers: { bad: 'line\nbreak' } });
  await expect(sent).rejects.toThrow(TypeError);
});

test('passes on the reference and the clock', () => {
  expect(upstream()).toMatchObject({ reference: 'reference-1', now });
});
