import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { testApp } from '../support/test-app.ts';
import { answeredBy, envelope, streamOf } from './answers.ts';
import { clientOf } from './support.ts';

const app = testApp({ role: 'api' });

afterEach(() => {
  vi.restoreAllMocks();
});

function named(name: string) {
  return { name };
}
function names(count: number) {
  return Array.from({ length: count }, (_, index) => `Person ${index}`);
}

test('each row of a list is returned once, whatever the size of its pages', async () => {
  const client = clientOf(app, await app.org());
  const { id } = await client.screeningLists.create({
    body: { source: 'test', name: 'Many', kind: 'tenant_blocklist' },
  });
  const wanted = names(205);
  await client.screeningLists.addEntries({ id, body: { entries: wanted.map(named) } });
  for (const input of [{ id }, { id, limit: 41 }]) {
    const found: string[] = [];
    for await (const entry of client.screeningLists.listEntries.each(input)) found.push(entry.name);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  }
});

test('a requested page is an iterable of all rows from it on, and is requested only once', async () => {
  const asked: string[] = [];
  const client = clientOf(app, await app.org(), async (_, { method, url }) => {
    if (method === 'GET') asked.push(url);
    return undefined;
  });
  const { id } = await client.screeningLists.create({
    body: { source: 'test', name: 'Many', kind: 'tenant_blocklist' },
  });
  const wanted = names(205);
  await client.screeningLists.addEntries({ id, body: { entries: wanted.map(named) } });
  const page = client.screeningLists.listEntries({ id, limit: 100 });
  const found: string[] = [];
  for await (const { name } of page) found.push(name);
  expect(found.toSorted()).toEqual(wanted.toSorted());
  expect((await page).items).toHaveLength(100);
  expect(asked).toHaveLength(3);
});

test('rows added in the meantime cause no duplicates', async () => {
  const client = clientOf(app, await app.org());
  const send = (name: string) => client.screening.screenName({ body: { name } });
  for (const name of names(6)) await send(name);
  const found: string[] = [];
  // The list has the newest row first, so each new row moves another to the next page.
  for await (const { screeningId } of client.screening.list.each({ limit: 2 })) {
    found.push(screeningId);
    if (found.length <= 4) await send('Somebody Else');
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(6);
});

test('messages are returned by sequence, forwards and backwards', async () => {
  const client = clientOf(app, await app.org());
  await client.threads.createChannel({
    body: { slug: 'c', displayName: 'C', entityType: 'ORDER' },
  });
  const participant = { externalId: 'u1', role: 'BUYER' };
  const { id: threadId } = await client.threads.create({
    body: { channel: 'c', entityId: 'o1', subject: 'Hello', participants: [participant] },
  });
  for (const content of names(7))
    await client.threads.sendMessage({
      threadId,
      body: { participantExternalId: 'u1', participantRole: 'BUYER', content, type: 'TEXT' },
    });
  const sequences = async (input: { after?: number; before?: number; limit?: number }) => {
    const found: number[] = [];
    for await (const message of client.threads.listMessages.each({ threadId, ...input }))
      found.push(message.sequence);
    return found;
  };
  expect(await sequences({ limit: 3 })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await sequences({ after: 4, limit: 2 })).toEqual([5, 6, 7]);
  expect(await sequences({ before: 6, limit: 2 })).toEqual([4, 5, 2, 3, 1]);
});

test('a list continues by cursor from the requested page, with the same filters', async () => {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
    fetch: async (url) => {
      asked.push(new URL(String(url)).search);
      const nextCursor = asked.length < 3 ? `c${asked.length}` : null;
      const items = [{ id: `a${asked.length}` }];
      return Response.json({ success: true, data: { items, total: 5, limit: 1, nextCursor } });
    },
  });
  const found: string[] = [];
  for await (const { id } of client.threads.list.each({ status: 'OPEN', limit: 1, page: 3 }))
    found.push(id);
  expect(found).toEqual(['a1', 'a2', 'a3']);
  expect(asked.map((query) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
    { status: 'OPEN', limit: '1', page: '3' },
    { status: 'OPEN', limit: '1', cursor: 'c1' },
    { status: 'OPEN', limit: '1', cursor: 'c2' },
  ]);
});

test('a list is requested only as far as its rows are used', async () => {
  let asked = 0;
  const client = createClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
    fetch: async () => {
      asked += 1;
      const items = [{ id: `a${asked}` }, { id: `b${asked}` }];
      return Response.json({ success: true, data: { items, total: 100, nextCursor: 'next' } });
    },
  });
  for await (const { id } of client.threads.listChannels.each()) if (id === 'b1') break;
  expect(asked).toBe(1);
});

describe('a stream', () => {
  const who = { externalId: 'u1', role: 'BUYER' };

  test("returns the service's events as they happen", async () => {
    const client = clientOf(app, await app.org());
    await client.threads.createChannel({
      body: { slug: 'c', displayName: 'C', entityType: 'ORDER' },
    });
    const events = client.threads.streamInbox(who);
    expect((await events.next()).value).toMatchObject({ event: 'unread', data: { count: 0 } });
    const { id } = await client.threads.create({
      body: { channel: 'c', entityId: 'o1', subject: 'Hello', participants: [who] },
    });
    const { value } = await events.next();
    if (value?.event !== 'item') expect.fail(`${value?.event}`);
    else expect(value.data.thread.id).toBe(id);
    await events.return();
  });

  test('continues after the last event when the connection breaks, and ends with its reader', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const asked: (string | null)[] = [];
    let cancelled = false;
    const client = answeredBy((n, url) => {
      asked.push(url.searchParams.get('lastEventId'));
      if (n === 2) return envelope(503, 'SERVICE_UNAVAILABLE');
      const texts =
        n === 1
          ? [
              'retry: 1\n:\n\nid: a\r\neve',
              'nt: removed\r',
              '\ndata: {"threadId":\ndata: "\u2028',
              '"}\n\n',
              'id: b\n',
            ]
          : ['id: c\nevent: reset\ndata: {}\n\n'];
      return streamOf({
        pull(controller) {
          const text = texts.shift();
          if (text !== undefined) controller.enqueue(new TextEncoder().encode(text));
          else if (n === 1) controller.error(new Error('the connection was reset'));
        },
        cancel() {
          cancelled = true;
        },
      });
    });
    const found: unknown[] = [];
    for await (const event of client.threads.streamInbox(who)) {
      found.push(event);
      if (event.event === 'reset') break;
    }
    expect(found).toEqual([
      { event: 'removed', data: { threadId: '\u2028' }, id: 'a' },
      { event: 'reset', data: {}, id: 'c' },
    ]);
    expect(asked).toEqual([null, 'a', 'a']);
    expect(cancelled).toBe(true);
  });

  test('ends with an error if it is rejected, or is not a stream', async () => {
    for (const [answer, code] of [
      [() => envelope(401, 'UNAUTHORIZED'), 'UNAUTHORIZED'],
      [() => new Response('<html>'), 'UNEXPECTED_RESPONSE'],
    ] as const)
      await expect(answeredBy(answer).threads.streamInbox(who).next()).rejects.toMatchObject({
        code,
      });
  });
});
