import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ThreadClient } from '../../../../test/support/thread-client.ts';

const WHO = 'customer:c-1';
/** Characters that UTF-8 and JSON write in one, two, three and six bytes. */
const CONTENT = 'a"é\u{1F600}\u0001\n'.repeat(6000);
const COUNT = 8;

const app = testApp({ role: 'api', rateLimits: undefined });
let client: ThreadClient;
let thread: string;
beforeAll(async () => {
  client = await ThreadClient.of(app);
  thread = await client.thread([WHO]);
  for (let i = 0; i < COUNT; i += 1) await client.send(thread, WHO, `${i} ${CONTENT}`);
});

function page(query: string, accepted = 'identity') {
  const headers = { 'accept-encoding': accepted };
  return client.call('GET', `/threads/${thread}/messages?${query}`, { headers });
}

test('a long answer is sent in pieces and equals several short ones', async () => {
  const long = await page(`limit=${COUNT}`);
  expect([long.status, long.headers.get('content-length')]).toEqual([200, null]);
  expect(long.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const items: string[] = [];
  for (let i = 0; i < COUNT; i += 1) {
    const short = await page(`after=${i}&limit=1`);
    expect(short.headers.get('content-length')).toBe(`${Buffer.byteLength(short.text)}`);
    items.push(/"items":\[(.*?)\],"/s.exec(short.text)![1]!);
  }
  const [one] = items;
  const rest = (await page('limit=1')).body.data;
  expect(long.text).toContain(`"items":[${items.join(',')}]`);
  expect(one).toContain('"content":"0 a');
  const { items: all, ...others } = long.body.data;
  expect(all).toHaveLength(COUNT);
  expect(others).toEqual({
    ...rest,
    items: undefined,
    limit: COUNT,
    hasMore: false,
    nextCursor: null,
  });
});

test('a long answer is compressed in pieces for a client that asks for it', async () => {
  const plain = await page(`limit=${COUNT}`);
  const short = await page(`limit=${COUNT}`, 'gzip');
  expect(short.headers.get('content-encoding')).toBe('gzip');
  expect(short.text).toBe(plain.text);
});

test('a long answer ends when its client disconnects, and the next one is complete', async () => {
  const leaving = new AbortController();
  const url = `${app.url}/api/v1/threads/${thread}/messages?limit=${COUNT}`;
  const headers = { 'x-api-key': client.org.key };
  const answer = await fetch(url, { headers, signal: leaving.signal });
  await answer.body!.getReader().read();
  leaving.abort();
  expect((await page(`limit=${COUNT}`)).body.data.items).toHaveLength(COUNT);
  const head = await fetch(url, { headers, method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
