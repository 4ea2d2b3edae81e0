import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const app = testApp({ role: 'api' });

/** The raw bytes: `fetch` would decode them. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(app.url + path, { method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, bytes };
}

const FILES = ['openapi.json', 'explorer.js', 'swagger-ui.css', 'swagger-ui-bundle.js'].map(
  (name) => `/api/docs/${name}`,
);

test('sends document, explorer and its files compressed to clients that accept it, with the same content', async () => {
  for (const path of ['/api/docs', '/docs', '/docs/quickstart.md', ...FILES]) {
    const plain = await get(path);
    expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined]);
    const gzipped = await get(path, { 'accept-encoding': 'gzip, deflate' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
    const best = await get(path, { 'accept-encoding': 'gzip;q=1.0, BR;q=0.5, *;q=0' });
    expect(best.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(best.bytes).equals(plain.bytes)).toBe(true);
    if (plain.bytes.length > 100_000)
      expect(best.bytes.length).toBeLessThan(plain.bytes.length / 3);
    for (const { headers, bytes } of [plain, gzipped, best]) {
      expect(headers.vary).toBe('accept-encoding');
      expect(headers['content-length']).toBe(String(bytes.length));
    }
    expect(new Set([plain, gzipped, best].map(({ headers }) => headers.etag)).size).toBe(3);
  }
});

test('does not use a rejected or unknown encoding', async () => {
  for (const accepted of ['br;q=0, gzip;q=0.000', 'zstd', 'identity', 'x-br', ';', ',,,'])
    expect(
      (await get(FILES[0]!, { 'accept-encoding': accepted })).headers['content-encoding'],
    ).toBeUndefined();
});

test('returns 304 to a client that has the file, with a separate tag for each encoding', async () => {
  for (const path of ['/docs/quickstart.md', ...FILES])
    for (const encoding of ['', 'br']) {
      const accepted = { 'accept-encoding': encoding };
      const { etag } = (await get(path, accepted)).headers;
      for (const known of [etag!, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { ...accepted, 'if-none-match': known });
        expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0]);
        expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding' });
        expect(again.headers['cache-control']).toMatch(/no-cache|max-age/);
        expect(again.headers['content-type']).toBeUndefined();
      }
      const changed = await get(path, { ...accepted, 'if-none-match': '"other"' });
      expect(changed.status).toBe(200);
    }
});

test('HEAD returns the headers of GET', async () => {
  const [got, head] = [await get(FILES[0]!), await get(FILES[0]!, {}, 'HEAD')];
  expect(head.bytes).toHaveLength(0);
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
    expect(head.headers[name]).toBe(got.headers[name]);
});
