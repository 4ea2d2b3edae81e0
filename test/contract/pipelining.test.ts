import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testApp } from '../support/test-app.ts';

const LISTS = '/api/v1/fraud/lists';

const app = testApp({ role: 'api' });

function dial(): Socket {
  const { hostname, port } = new URL(app.url);
  return connect(Number(port), hostname).on('error', () => {});
}

/** Writes everything at once, and returns the data that arrives until the service ends the connection. */
async function exchange(text: string): Promise<string> {
  const client = dial();
  let answer = '';
  client.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  client.write(text);
  await expect.poll(() => client.closed).toBe(true);
  return answer;
}

function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!);
}

function creation(key: string, source: string, more: string[] = []): string {
  const body = JSON.stringify({ source, name: source, kind: 'tenant_blocklist' });
  const lines = [
    `POST ${LISTS} HTTP/1.1`,
    'host: x',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

async function sourcesOf(key: string): Promise<string[]> {
  const { lists } = (await app.call('GET', LISTS, { key })).body.data;
  return (lists as { id: string; source: string }[])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ source }) => source);
}

test('executes and answers pipelined writes in order', async () => {
  const { key } = await app.org();
  const sources = Array.from({ length: 12 }, (_, i) => `s${i}`);
  const last = creation(key, 'last', ['connection: close']);
  const text = await exchange(sources.map((source) => creation(key, source)).join('') + last);
  expect(statuses(text)).toEqual(Array.from({ length: 13 }, () => '201'));
  expect([...text.matchAll(/"source":"(\w+)"/g)].map(([, source]) => source)).toEqual([
    ...sources,
    'last',
  ]);
  expect(await sourcesOf(key)).toEqual([...sources, 'last']);
});

test.each([
  ['is not HTTP', 'NO REQUEST\r\n\r\n'],
  ['names no host', `GET ${LISTS} HTTP/1.1\r\n\r\n`],
  ['has two lengths', `POST ${LISTS} HTTP/1.1\r\nhost: x\r\ncontent-length: 1, 2\r\n\r\n`],
])('executes no request after one that %s', async (_what, malformed) => {
  const { key } = await app.org();
  const text = await exchange(creation(key, 'before') + malformed + creation(key, 'behind'));
  expect(statuses(text)).toEqual(['201', '400']);
  expect(await sourcesOf(key)).toEqual(['before']);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns the bytes of strings, objects and buffers in use: on a busy machine garbage is collected late. The resident size
 * would include pages that the runtime keeps.
 */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('clients that request the explorer many times and read nothing take almost no memory', async () => {
  const bundle = '/api/docs/swagger-ui-bundle.js';
  const [whole, again] = [await app.call('GET', bundle), await app.call('GET', bundle)];
  expect([whole.status, whole.text.length]).toEqual([200, again.text.length]);
  const before = heldBytes();
  const clients = Array.from({ length: 60 }, dial);
  for (const [i, client] of clients.entries()) {
    client.pause();
    // Half of them request more than may wait.
    client.write(`GET ${bundle} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(i % 2 === 0 ? 60 : 1100));
  }
  // Once these later requests are answered, everything written before has been read.
  for (let i = 0; i < 10; i++) await app.call('GET', bundle);
  // One copy of the bundle per request would be 48 GB, and per client 84 MB.
  expect(heldBytes() - before).toBeLessThan(50 * 2 ** 20);
  for (const client of clients) client.destroy();
});
