import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { keyOf, ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { FANOUT_LIMIT } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ThreadClient;
beforeEach(async () => {
  client = await ThreadClient.of(app);
});

const ADA = 'customer:ada';
const BEN = 'agent:ben';

/** Enough participants to make a thread large, together with one other participant. */
function crowd(): Who[] {
  return Array.from({ length: FANOUT_LIMIT }, (_, n): Who => `viewer:v${n}`);
}
async function ids(who: Who, query: string): Promise<string[]> {
  const inbox = await client.inbox(who, `&${query}`);
  expect(inbox.total).toBe(inbox.items.length);
  return inbox.items.map(({ thread }) => thread.id);
}
async function channel(slug: string): Promise<void> {
  await client.ask(201, 'POST', '/channels', {
    body: { slug, displayName: slug, entityType: 'order' },
  });
}
async function setStatus(thread: string, status: string): Promise<void> {
  await client.ask(200, 'PATCH', `/threads/${thread}`, { body: { status } });
}
function markUnread(thread: string, who: Who, messageId: string) {
  const { externalId, role } = keyOf(who);
  return client.call('POST', `/threads/${thread}/unread`, {
    body: { participantExternalId: externalId, participantRole: role, messageId },
  });
}

describe('an inbox with filters', () => {
  test('contains only threads with unread messages, or only those without, whatever its size', async () => {
    const quiet = await client.thread([ADA, BEN]);
    const loud = await client.thread([ADA, BEN]);
    const large = await client.thread([ADA, BEN, ...crowd()]);
    const readLarge = await client.thread([ADA, BEN, ...crowd()]);
    for (const thread of [quiet, loud, large, readLarge]) await client.send(thread, ADA);
    for (const thread of [quiet, readLarge]) await client.read(thread, BEN);
    expect(await ids(BEN, 'unread=true')).toEqual([large, loud]);
    expect(await ids(BEN, 'unread=false')).toEqual([readLarge, quiet]);
    expect(await ids(BEN, '')).toHaveLength(4);
    expect(await ids(ADA, 'unread=true')).toEqual([]);
  });

  test('contains only threads of one channel, and none of an unknown channel', async () => {
    await channel('billing');
    const other = await client.thread([ADA, BEN]);
    const small = await client.thread([ADA, BEN], { channel: 'billing' });
    const large = await client.thread([ADA, BEN, ...crowd()], { channel: 'billing' });
    for (const thread of [other, small, large]) await client.send(thread, ADA);
    expect(await ids(BEN, 'channel=billing')).toEqual([large, small]);
    expect(await ids(BEN, 'channel=nobody')).toEqual([]);
    await client.read(large, BEN);
    expect(await ids(BEN, 'channel=billing&unread=true')).toEqual([small]);
  });

  test('accepts several statuses, and still accepts `status`', async () => {
    const [open, closed, archived] = [
      await client.thread([ADA, BEN]),
      await client.thread([ADA, BEN]),
      await client.thread([ADA, BEN]),
    ];
    await setStatus(closed, 'CLOSED');
    await setStatus(archived, 'ARCHIVED');
    expect((await ids(BEN, 'statuses=OPEN,CLOSED')).toSorted()).toEqual([open, closed].toSorted());
    expect(await ids(BEN, 'statuses=ARCHIVED,ARCHIVED')).toEqual([archived]);
    expect(await ids(BEN, 'status=CLOSED')).toEqual([closed]);
    expect(await ids(BEN, 'status=CLOSED&statuses=OPEN,CLOSED')).toEqual([closed]);
    expect(await ids(BEN, 'status=CLOSED&statuses=OPEN')).toEqual([]);
    for (const query of ['statuses=OPEN,', 'statuses=NEW', 'unread=yes']) {
      const answer = await client.call(
        'GET',
        `/threads/inbox?${new URLSearchParams(keyOf(BEN))}&${query}`,
      );
      expect([answer.status, answer.body.error?.code], query).toEqual([400, 'BAD_REQUEST']);
      expect(answer.text).not.toContain('^');
    }
  });

  test('applies the same filter on every page', async () => {
    const threads: string[] = [];
    for (let i = 0; i < 5; i++) {
      const thread = await client.thread([ADA, BEN]);
      await client.send(thread, ADA);
      if (i === 2) await client.read(thread, BEN);
      else threads.unshift(thread);
    }
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const page: {
        items: { thread: { id: string } }[];
        total: number;
        nextCursor: string | null;
      } = (await client.inbox(
        BEN,
        `&unread=true&limit=2${cursor && `&cursor=${cursor}`}`,
      )) as never;
      expect(page.total).toBe(4);
      found.push(...page.items.map(({ thread }) => thread.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(threads);
  });
});

describe('marking everything as read', () => {
  const readAll = (who: Who) =>
    client.ask(200, 'POST', '/threads/inbox/read', { body: keyOf(who) });

  test('moves one participant’s cursors to the end of every thread, and moves no cursor of other participants', async () => {
    const small = await client.thread([ADA, BEN]);
    const large = await client.thread([ADA, BEN, ...crowd()]);
    const closed = await client.thread([ADA, BEN]);
    const left = await client.thread([ADA, BEN]);
    const last: Record<string, string> = {};
    for (const thread of [small, large, closed, left]) {
      await client.send(thread, ADA);
      last[thread] = (await client.send(thread, ADA)).id;
    }
    await setStatus(closed, 'CLOSED');
    await client.leave(left, BEN);
    expect(await client.unread(BEN)).toBe(4);
    expect(await readAll(BEN)).toEqual({ read: 3, complete: true });
    expect([await client.unread(BEN), await client.unread('viewer:v0')]).toEqual([0, 2]);
    for (const thread of [small, large, closed]) {
      const { readStates } = await client.ask(200, 'GET', `/threads/${thread}/read-state`);
      const { externalId } = keyOf(BEN);
      const state = readStates.find(
        (one: { participant: { externalId: string } }) => one.participant.externalId === externalId,
      );
      expect([state.lastReadMessageId, state.unreadCount]).toEqual([last[thread], 0]);
    }
    expect(await ids(BEN, 'unread=true')).toEqual([]);
    expect(await readAll(BEN)).toEqual({ read: 0, complete: true });
    expect(await readAll('agent:nobody')).toEqual({ read: 0, complete: true });
    const events = await app.call('GET', '/api/v1/events?type=thread.read', {
      key: client.org.key,
    });
    expect(events.body.data.total).toBe(3);
    await client.expectNoMismatch();
  });

  test('agrees with concurrent messages and reads', async () => {
    const threads = await Promise.all([1, 2, 3, 4].map(() => client.thread([ADA, BEN])));
    await Promise.all([
      ...threads.flatMap((thread) => [1, 2, 3].map(() => client.send(thread, ADA))),
      ...[1, 2, 3].map(() => readAll(BEN)),
      ...threads.map((thread) => client.read(thread, BEN)),
    ]);
    await readAll(BEN);
    expect(await client.unread(BEN)).toBe(0);
    await client.expectNoMismatch();
  });
});

describe('marking a thread as unread', () => {
  test('moves the cursor back to before a message; own and deleted messages stay read', async () => {
    for (const others of [[], crowd()]) {
      const thread = await client.thread([ADA, BEN, ...others]);
      const sent: string[] = [];
      for (const who of [ADA, ADA, BEN, ADA, ADA]) sent.push((await client.send(thread, who)).id);
      await client.erase(thread, sent[3]!);
      await client.read(thread, BEN);
      const answer = await markUnread(thread, BEN, sent[1]!);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data).toMatchObject({ lastReadMessageId: sent[0], unreadCount: 2 });
      expect(await client.unreadIn(thread, BEN)).toBe(2);
      // The cursor is already at the message, or before it.
      for (const id of [sent[1]!, sent[4]!])
        expect((await markUnread(thread, BEN, id)).body.data).toEqual(answer.body.data);
      const first = await markUnread(thread, BEN, sent[0]!);
      expect(first.body.data).toMatchObject({ lastReadMessageId: null, unreadCount: 3 });
      expect((await client.read(thread, BEN)).unreadCount).toBe(0);
      await client.expectNoMismatch();
    }
  });

  test('is sent to subscribers, and a read only moves the cursor forward', async () => {
    const thread = await client.thread([ADA, BEN]);
    const { id } = await client.send(thread, ADA);
    await client.send(thread, ADA);
    await client.read(thread, BEN);
    await markUnread(thread, BEN, id);
    await markUnread(thread, BEN, id);
    const events = await app.call('GET', '/api/v1/events?type=thread.unread', {
      key: client.org.key,
    });
    expect(events.body.data.total).toBe(1);
    await client.read(thread, BEN);
    expect((await client.read(thread, BEN, id)).unreadCount).toBe(0);
  });

  test('for a message of another thread, an unknown message, or a caller who takes no part returns 404', async () => {
    const thread = await client.thread([ADA, BEN]);
    const other = await client.thread([ADA, BEN]);
    const { id } = await client.send(other, ADA);
    const own = await client.send(thread, ADA);
    const statuses = [
      await markUnread(thread, BEN, id),
      await markUnread(thread, BEN, ''),
      await markUnread(thread, BEN, 'nonsense'),
      await markUnread(thread, 'agent:nobody', own.id),
      await markUnread('thread_nope', BEN, own.id),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  });
});
