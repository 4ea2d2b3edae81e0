import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { keyOf, queryOf, ThreadClient } from '../../../../test/support/thread-client.ts';
import { FANOUT_LIMIT } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ThreadClient;
beforeEach(async () => {
  client = await ThreadClient.of(app);
});

const ADA = 'customer:ada';
const BEN = 'agent:ben';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('marking as read', () => {
  // contract: POST /threads/:threadId/read
  test('without a message moves to the latest one; the answer is the read state and the unread count', async () => {
    const thread = await client.thread([ADA, BEN]);
    await client.send(thread, ADA);
    const { id } = await client.send(thread, ADA);
    const state = await client.read(thread, BEN);
    expect(state).toEqual({
      participantId: expect.stringMatching(/^participant_/),
      participant: { ...keyOf(BEN), displayName: null },
      lastReadMessageId: id,
      lastReadAt: expect.stringMatching(TIME),
      unreadCount: 0,
    });
    expect(await client.read(thread, BEN)).toEqual(state);
  });

  // contract: POST /threads/:threadId/read
  test('up to a message leaves later ones unread; the same or an older message changes nothing', async () => {
    const thread = await client.thread([ADA, BEN]);
    const sent = [];
    for (let i = 0; i < 6; i++) sent.push(await client.send(thread, i === 4 ? BEN : ADA));
    for (const [at, unread] of [
      [1, 3],
      [3, 1],
    ] as const) {
      const state = await client.read(thread, BEN, sent[at]!.id);
      expect([state.lastReadMessageId, state.unreadCount]).toEqual([sent[at]!.id, unread]);
      expect(await client.read(thread, BEN, sent[at - 1]!.id)).toEqual(state);
      expect(await client.read(thread, BEN, sent[at]!.id)).toEqual(state);
      expect(await client.unread(BEN)).toBe(unread);
    }
    await client.expectNoMismatch();
  });

  test('does not count tombstones before, at and after the read cursor, and the cursor may be on one', async () => {
    const thread = await client.thread([ADA, BEN]);
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push((await client.send(thread, ADA)).id);
    for (const i of [1, 3]) await client.erase(thread, ids[i]!);
    expect((await client.read(thread, BEN, ids[2])).unreadCount).toBe(4);
    expect((await client.read(thread, BEN, ids[3])).lastReadMessageId).toBe(ids[3]);
    expect((await client.read(thread, BEN, ids[4])).unreadCount).toBe(3);
    // One message is at the cursor, one before it and one after it.
    for (const [i, unread] of [
      [4, 3],
      [0, 3],
      [7, 2],
    ] as const) {
      await client.erase(thread, ids[i]!);
      expect(await client.unread(BEN)).toBe(unread);
      await client.expectNoMismatch();
    }
    // This is the latest message that is not deleted.
    expect((await client.read(thread, BEN)).lastReadMessageId).toBe(ids[6]);
  });

  // contract: GET /threads/:threadId/read-state
  test("is not done by sending, and a participant's own messages are never unread", async () => {
    const thread = await client.thread([ADA, BEN]);
    await client.send(thread, ADA);
    await client.send(thread, BEN);
    const { readStates } = await client.ask(200, 'GET', `/threads/${thread}/read-state`);
    expect(readStates).toHaveLength(2);
    for (const state of readStates)
      expect(state).toMatchObject({ lastReadMessageId: null, lastReadAt: null, unreadCount: 1 });
    expect([await client.unread(ADA), await client.unread(BEN)]).toEqual([1, 1]);
  });

  // contract: POST /threads/:threadId/read
  test('in an empty thread returns 200 with null, and returns 404 for a caller who takes no part and for an unknown message', async () => {
    const thread = await client.thread([BEN]);
    expect(await client.read(thread, BEN)).toMatchObject({
      lastReadMessageId: null,
      lastReadAt: null,
      unreadCount: 0,
    });
    for (const answer of [
      await client.reading(thread, ADA),
      await client.reading(thread, BEN, 'message_00000000000000000000000000'),
      await client.reading(thread, BEN, 'nonsense'),
      await client.reading(thread, BEN, ''),
      await client.reading(thread, BEN, 'x'.repeat(300)),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

test('times of read cursors, edits and deletions are taken after the wait for the lock', async () => {
  const thread = await client.thread([ADA, BEN]);
  const [one, two] = [await client.send(thread, ADA), await client.send(thread, ADA)];
  const path = `/threads/${thread}/messages/${one.id}`;
  const db = await app.dbOf(client.org.id);
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM threads WHERE id = $1 FOR UPDATE', [thread]);
  const waiting = Promise.all([
    client.read(thread, BEN),
    client.ask(200, 'PATCH', path, { body: { content: 'later' } }),
    client.erase(thread, two.id),
  ]);
  const waits = async (): Promise<number> => {
    const text = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await db.query(text)).rows[0].count;
  };
  await expect.poll(waits, { interval: 5 }).toBe(3);
  const { rows } = await holder.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await holder.query('COMMIT');
  holder.release();
  const [state, edited] = await waiting;
  const { items } = await client.ask(200, 'GET', `/threads/${thread}/messages`);
  for (const time of [state.lastReadAt, edited.editedAt, items[1].deletedAt])
    expect(Date.parse(time)).toBeGreaterThanOrEqual(rows[0]!.now.getTime());
});

describe('the inbox', () => {
  // contract: GET /threads/inbox
  test('has exactly the fields of the contract, latest activity first', async () => {
    const old = await client.thread([ADA, BEN]);
    const empty = await client.thread([BEN]);
    const last = await client.send(old, ADA, 'Hello\nthere');
    const inbox = await client.inbox(BEN);
    const channel = { slug: 'support', displayName: 'Support', entityType: 'order' };
    const thread = { entityId: 'order-1', subject: 'Parcel', status: 'OPEN' };
    expect(inbox).toEqual({
      items: [
        {
          thread: { id: old, ...thread, messageCount: 1 },
          channel,
          unreadCount: 1,
          lastMessage: {
            id: last.id,
            content: 'Hello there',
            type: 'TEXT',
            createdAt: last.createdAt,
          },
        },
        {
          thread: { id: empty, ...thread, messageCount: 0 },
          channel,
          unreadCount: 0,
          lastMessage: null,
        },
      ],
      total: 2,
      totalIsExact: true,
      page: 1,
      nextCursor: null,
      limit: 20,
    });
  });

  // contract: GET /threads/inbox, GET /threads/inbox/unread-count
  test('contains all three statuses without a filter, and one status with it; the count covers open threads', async () => {
    const threads: Record<string, string> = {};
    for (const status of ['OPEN', 'CLOSED', 'ARCHIVED']) {
      threads[status] = await client.thread([ADA, BEN]);
      await client.send(threads[status]!, ADA);
      await client.setStatus(threads[status]!, status);
    }
    expect((await client.inbox(BEN)).total).toBe(3);
    for (const [status, id] of Object.entries(threads)) {
      const { items, total } = await client.inbox(BEN, `&status=${status}`);
      expect([items.map((item) => item.thread.id), total]).toEqual([[id], 1]);
    }
    expect(await client.unread(BEN)).toBe(1);
    await client.setStatus(threads['CLOSED']!, 'OPEN');
    expect(await client.unread(BEN)).toBe(2);
    await client.ask(400, 'GET', `/threads/inbox?${queryOf(BEN)}&status=opened`);
  });

  test('has pages that follow each other without a gap, across small and large threads', async () => {
    const crowd = Array.from({ length: FANOUT_LIMIT }, (_, i) => `watcher:${i}`);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await client.thread(i % 2 ? [BEN, ...crowd] : [BEN]));
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { items, total } = await client.inbox(BEN, `&limit=2&page=${page}`);
      expect(total).toBe(5);
      seen.push(...items.map((item) => item.thread.id));
    }
    expect(seen).toEqual(ids);
  });

  // contract: GET /threads/inbox/unread-count
  test('is empty for an unknown participant, and requires externalId and role', async () => {
    expect(await client.inbox('agent:nobody')).toMatchObject({ items: [], total: 0, page: 1 });
    expect(await client.unread('agent:nobody')).toBe(0);
    for (const path of ['/threads/inbox', '/threads/inbox/unread-count']) {
      const { body } = await client.call('GET', path);
      expect(body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
        'externalId',
        'role',
      ]);
    }
  });

  test('has all messages unread for a participant who joins later', async () => {
    const thread = await client.thread([ADA]);
    for (let i = 0; i < 3; i++) await client.send(thread, ADA);
    await client.join(thread, BEN);
    expect(await client.unread(BEN)).toBe(3);
  });
});

// contract: threads/same-both-sides
test('a thread keeps its counts when it grows beyond the fan-out limit', async () => {
  const crowd = Array.from({ length: FANOUT_LIMIT - 1 }, (_, i) => `watcher:${i}`);
  const thread = await client.thread([ADA, ...crowd]);
  const db = await app.dbOf(client.org.id);
  const told = async () => {
    const { rows } = await db.query(
      'SELECT count(status)::int AS told FROM thread_participants WHERE thread_id = $1',
      [thread],
    );
    return rows[0].told;
  };
  const first = await client.send(thread, ADA);
  await client.send(thread, ADA);
  expect([await told(), await client.unread('watcher:0')]).toEqual([FANOUT_LIMIT, 2]);
  await client.join(thread, BEN);
  expect([await told(), await client.unread(BEN), await client.unread('watcher:0')]).toEqual([
    0, 2, 2,
  ]);
  await client.send(thread, BEN);
  await client.read(thread, 'watcher:0', first.id);
  await client.erase(thread, first.id);
  expect(await client.unreadIn(thread, 'watcher:0')).toBe(2);
  await client.expectNoMismatch();
  await client.setStatus(thread, 'CLOSED');
  expect(await client.unread('watcher:0')).toBe(0);
  expect((await client.inbox('watcher:0', '&status=CLOSED')).total).toBe(1);
  await client.setStatus(thread, 'OPEN');
  await client.leave(thread, BEN);
  expect([await told(), await client.unread('watcher:0')]).toEqual([FANOUT_LIMIT, 2]);
  expect((await client.inbox(BEN)).total).toBe(0);
  await client.expectNoMismatch();
});
