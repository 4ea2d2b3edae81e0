import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientOf } from './support.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.stop());

const named = (name: string) => ({ name });
const names = (count: number) => Array.from({ length: count }, (_, index) => `Person ${index}`);

test('each row of a list comes once, whatever the size of its pages', async () => {
  const client = clientOf(app, await app.org());
  const { id } = await client.createScreeningList({
    body: { source: 'test', name: 'Many', kind: 'tenant_blocklist' },
  });
  const wanted = names(205);
  await client.addScreeningEntries({ id, body: { entries: wanted.map(named) } });
  for (const input of [{ id }, { id, limit: 41 }]) {
    const found: string[] = [];
    for await (const entry of client.each('listScreeningEntries', input)) found.push(entry.name);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  }
});

test('rows that are added meanwhile do not make others come twice', async () => {
  const client = clientOf(app, await app.org());
  const send = (name: string) => client.screenName({ body: { name } });
  for (const name of names(6)) await send(name);
  const found: string[] = [];
  // Newest first: each new one pushes another to the next page.
  for await (const { screeningId } of client.each('listScreenings', { limit: 2 })) {
    found.push(screeningId);
    if (found.length <= 4) await send('Somebody Else');
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(6);
});

test('messages come by their sequence, forwards and backwards', async () => {
  const client = clientOf(app, await app.org());
  await client.createChannel({ body: { slug: 'c', displayName: 'C', entityType: 'ORDER' } });
  const participant = { externalId: 'u1', role: 'BUYER' };
  const { id: threadId } = await client.createThread({
    body: { channel: 'c', entityId: 'o1', subject: 'Hello', participants: [participant] },
  });
  for (const content of names(7))
    await client.sendMessage({
      threadId,
      body: { participantExternalId: 'u1', participantRole: 'BUYER', content, type: 'TEXT' },
    });
  const sequences = async (input: { after?: number; before?: number; limit?: number }) => {
    const found: number[] = [];
    for await (const message of client.each('listMessages', { threadId, ...input }))
      found.push(message.sequence);
    return found;
  };
  expect(await sequences({ limit: 3 })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await sequences({ after: 4, limit: 2 })).toEqual([5, 6, 7]);
  expect(await sequences({ before: 6, limit: 2 })).toEqual([4, 5, 2, 3, 1]);
});

test('a row that changes while it is pushed to the next page does not come twice', async () => {
  const day = (date: string, quantity: string) => ({
    day: date,
    service: 's',
    metric: 'm',
    quantity,
  });
  const thread = (id: string, unreadCount: number) => ({ thread: { id }, unreadCount });
  const pages = {
    listUsage: [
      [day('2026-11-22', '1'), day('2026-11-21', '7')],
      [day('2026-11-21', '8'), day('2026-11-20', '7')],
    ],
    readInbox: [
      [thread('thread_1', 1), thread('thread_2', 2)],
      [thread('thread_2', 0), thread('thread_3', 0)],
    ],
  };
  for (const [id, [first, second]] of Object.entries(pages)) {
    const client = createClient({
      baseUrl: 'http://service.test',
      apiKey: 'key',
      fetch: async (url) => {
        const page = new URL(String(url)).searchParams.get('page');
        const data = { items: page === '1' ? first : second, total: 4, page, limit: 2 };
        return Response.json({ success: true, data });
      },
    });
    const found: unknown[] = [];
    const input = { externalId: 'u1', role: 'BUYER' };
    for await (const row of client.each(id as 'readInbox', input)) found.push(row);
    expect(found).toEqual([...first!, second![1]]);
  }
});

test('a list is asked for no further than its rows are used', async () => {
  let asked = 0;
  const client = createClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
    fetch: async () => {
      asked += 1;
      const items = [{ id: `a${asked}` }, { id: `b${asked}` }];
      return Response.json({ success: true, data: { items, total: 100, page: asked, limit: 2 } });
    },
  });
  for await (const { id } of client.each('listChannels')) if (id === 'b1') break;
  expect(asked).toBe(1);
});
