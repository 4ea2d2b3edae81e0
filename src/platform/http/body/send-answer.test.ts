import { gunzipSync } from 'node:zlib';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type TestOrg } from '../../../../test/support/app.ts';
import { takesGzip } from './gzip.ts';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
beforeAll(async () => {
  org = await app.org();
  for (let i = 0; i < 12; i++)
    await app.call('POST', '/api/v1/members', {
      key: org.key,
      body: { issuer: 'https://login.example.com', subject: `sub-${i}`, roles: ['analyst'] },
    });
});

/** The raw bytes of the answer. */
async function raw(
  path: string,
  accepted?: string,
  method = 'GET',
): Promise<{ response: IncomingMessage; content: Buffer }> {
  const headers = { 'x-api-key': org.key, ...(accepted && { 'accept-encoding': accepted }) };
  return new Promise((resolve, reject) => {
    get(app.url + path, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ response, content: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

describe('an answer', () => {
  test('is compressed if it is large and the client accepts that', async () => {
    const path = '/api/v1/members?limit=100';
    const { response, content } = await raw(path, 'br, gzip');
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(content.length),
    });
    const plain = await raw(path);
    expect(plain.response.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(content).equals(plain.content)).toBe(true);
    expect(content.length).toBeLessThan(plain.content.length / 2);
  });

  test('is sent uncompressed if it is small', async () => {
    const { response } = await raw('/api/v1/members?limit=1', 'gzip');
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  test.each(['identity', 'br', 'gzip;q=0', '*'])(
    'is sent uncompressed to a client that sends %s',
    async (accepted) => {
      const { response } = await raw('/api/v1/members?limit=100', accepted);
      expect(response.headers['content-encoding']).toBeUndefined();
    },
  );

  test('with a signed link is never compressed', async () => {
    for (let i = 0; i < 6; i++)
      await app.call('POST', '/api/v1/exports', { key: org.key, body: { dataType: 'usage' } });
    const { response, content } = await raw('/api/v1/exports?limit=100', 'gzip');
    expect(content.length).toBeGreaterThan(1024);
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  test('is compressed for many clients, one after the other', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, () => raw('/api/v1/members?limit=100', 'gzip')),
    );
    const texts = all.map(({ response, content }) =>
      response.headers['content-encoding'] === 'gzip'
        ? gunzipSync(content).toString()
        : content.toString(),
    );
    expect(new Set(texts).size).toBe(1);
  });
});

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['gzip;q=0.0', false],
  ['gzip;q=1', true],
  ['', false],
])('chooses the encoding for accept-encoding: %s', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes);
});
