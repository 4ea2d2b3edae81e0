import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { InboxListener, streamPath } from '../../../../test/support/inbox-listener.ts';
import { ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { Positions } from '../../../platform/streams/positions.ts';
import { selectPosition } from '../../../platform/streams/store.ts';
import { within } from '../../../../test/support/within.ts';
import { recordChange } from '../inbox/store.ts';

const ADA: Who = 'customer:ada';
const BEN: Who = 'agent:ben';

let apps: TestApp[];
let client: ThreadClient;
const listeners: InboxListener[] = [];

beforeAll(async () => {
  const config = { rateLimits: undefined, role: 'api' } as const;
  const first = await startTestApp(config);
  apps = [first, await startTestApp(config, first.databaseUrl)];
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.disconnect();
});
afterAll(async () => {
  for (const app of apps) await app.stop();
});

async function listen(who: Who, app = apps[0]!): Promise<InboxListener> {
  const listener = new InboxListener(client.org.key, who);
  listeners.push(listener);
  return listener.connected(app);
}

/** Waits for `count` more events after the first `since`. @returns their names */
async function more(listener: InboxListener, count: number, since: number): Promise<string[]> {
  await expect
    .poll(() => listener.names.length - since, { interval: 5, timeout: within(5000) })
    .toBeGreaterThanOrEqual(count);
  return listener.names.slice(since);
}

describe('a stream', () => {
  // contract: threads/stream-unread-item
  test('sends the count first, then items as the inbox lists them, each with the count', async () => {
    client = await ThreadClient.of(...apps);
    const thread = await client.thread([ADA, BEN]);
    await client.send(thread, ADA);
    const ben = await listen(BEN);
    expect([ben.names, ben.unread, ben.items.size]).toEqual([['unread'], 1, 0]);
    await client.send(thread, ADA, 'Hello\n\u202eagain');
    expect(await more(ben, 2, 1)).toEqual(['item', 'unread']);
    expect([...ben.items.values()]).toEqual((await client.inbox(BEN)).items);
    expect(ben.unread).toBe(2);
    await client.read(thread, BEN);
    await client.setStatus(thread, 'CLOSED');
    await client.call('PATCH', `/threads/${thread}`, { body: { subject: 'Another' } });
    await ben.agrees(client);
  });

  test('sends changes made by any of several processes, and only to the participants they concern', async () => {
    client = await ThreadClient.of(...apps);
    const stranger = await ThreadClient.of(...apps);
    const [ada, ben] = [await listen(ADA, apps[0]), await listen(BEN, apps[1])];
    const thread = await client.thread([ADA, BEN]);
    await stranger.send(await stranger.thread([ADA, BEN]), ADA);
    await client.read(thread, ADA);
    for (let i = 0; i < 4; i++) await client.send(thread, ADA);
    await ada.agrees(client);
    await ben.agrees(client);
    expect([...ben.items.keys()]).toEqual([thread]);
    // One change is sent once, because all earlier changes have been sent by then.
    const own = await client.thread([ADA]);
    await expect.poll(() => ada.items.has(own) && ada.names.at(-1) === 'unread').toBe(true);
    const seen = ada.names.length;
    // A read by another participant changes nothing in Ada's inbox.
    await client.read(thread, BEN);
    await ben.agrees(client);
    expect(ada.names.length).toBe(seen);
  });

  test('of an unknown participant begins at 0, and later sends the first thread', async () => {
    client = await ThreadClient.of(...apps);
    const listener = await listen('customer:new');
    expect(listener.unread).toBe(0);
    const thread = await client.thread([ADA]);
    await client.send(thread, ADA);
    await client.join(thread, 'customer:new');
    await listener.agrees(client);
    expect(listener.unread).toBe(1);
  });

  test('reports the threads that its participant has left', async () => {
    client = await ThreadClient.of(...apps);
    const ben = await listen(BEN);
    const thread = await client.thread([ADA, BEN]);
    await client.send(thread, ADA);
    await ben.agrees(client);
    await client.leave(thread, BEN);
    await ben.agrees(client);
    expect([ben.items.size, ben.unread]).toEqual([0, 0]);
    expect(ben.names).toContain('removed');
  });

  test('finds changes that were logged without a notification', async () => {
    client = await ThreadClient.of(...apps);
    const thread = await client.thread([ADA, BEN]);
    const ben = await listen(BEN);
    const db = await apps[0]!.dbOf(client.org.id);
    await db.transaction(async (tx) => {
      await sql`UPDATE threads SET subject = 'Silent' WHERE org_id = ${client.org.id}`.execute(tx);
      await recordChange(tx, { org_id: client.org.id, id: thread }, null);
    });
    await more(ben, 2, 1);
    expect([...ben.items.values()]).toMatchObject([{ thread: { subject: 'Silent' } }]);
  });

  test('continues after the database connections were lost', async () => {
    client = await ThreadClient.of(...apps);
    const thread = await client.thread([ADA, BEN]);
    const ben = await listen(BEN);
    for (const db of apps[0]!.buckets())
      await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await expect.poll(async () => (await client.sending(thread, ADA)).status).toBe(201);
    await ben.agrees(client);
    expect(ben.items.size).toBe(1);
  });

  test('loses nothing when a transaction that began earlier commits later', async () => {
    client = await ThreadClient.of(...apps);
    const [early, late] = [await client.thread([ADA, BEN]), await client.thread([ADA, BEN])];
    const ben = await listen(BEN);
    const away = await listen(BEN);
    const db = await apps[0]!.dbOf(client.org.id);
    await db.transaction(async (tx) => {
      await recordChange(tx, { org_id: client.org.id, id: early }, null);
      await client.send(late, ADA);
      await more(ben, 2, 1);
      await more(away, 2, 1);
      away.disconnect();
      expect([...ben.items.keys()]).toEqual([late]);
    });
    expect(await more(ben, 4, 1)).toEqual(['item', 'unread', 'item', 'unread']);
    expect([...ben.items.keys()]).toEqual([late, early]);
    away.items.clear();
    await away.connected(apps[1]!);
    expect([...away.items.keys()]).toEqual([early]);
  });
});

test('an organization whose streams fail does not delay others, and gets its changes once they can be sent', async () => {
  client = await ThreadClient.of(...apps);
  const broken = client;
  const db = await apps[0]!.dbOf(broken.org.id);
  const thread = await broken.thread([ADA, BEN]);
  await broken.send(thread, ADA);
  const waiting = await listen(BEN);
  const change = async (at: unknown): Promise<void> => {
    await db.transaction(async (tx) => {
      await sql`UPDATE threads SET last_message_at = ${at} WHERE id = ${thread}`.execute(tx);
      await recordChange(tx, { org_id: broken.org.id, id: thread }, null);
    });
  };
  // The service never writes such a row and cannot show it.
  await change(null);
  // The changes of another participant of the same organization also fail.
  expect((await listen(ADA)).unread).toBe(0);
  client = await ThreadClient.of(...apps);
  const ben = await listen(BEN);
  await client.send(await client.thread([ADA, BEN]), ADA);
  await ben.agrees(client);
  expect([ben.items.size, waiting.items.size]).toEqual([1, 0]);
  await change(new Date());
  await waiting.agrees(broken);
});

describe('resuming', () => {
  test('sends missed changes once, whichever process made them', async () => {
    client = await ThreadClient.of(...apps);
    const [kept, left, quiet] = [
      await client.thread([ADA, BEN]),
      await client.thread([ADA, BEN]),
      await client.thread([ADA, BEN]),
    ];
    const ben = await listen(BEN);
    ben.disconnect();
    await client.send(kept, ADA);
    await client.leave(left, BEN);
    const since = ben.names.length;
    await ben.connected(apps[1]!);
    expect(ben.names.slice(since).toSorted()).toEqual(['item', 'removed', 'unread']);
    expect(ben.names.at(-1)).toBe('unread');
    expect([...ben.items.keys()]).toEqual([kept]);
    expect(ben.items.has(quiet)).toBe(false);
    await ben.connected(apps[0]!);
    expect(ben.names.slice(since + 3)).toEqual(['unread']);
  });

  test('starts again before missed changes whose sending was interrupted', async () => {
    client = await ThreadClient.of(...apps);
    const ben = await listen(BEN);
    const first = ben.lastEventId;
    ben.disconnect();
    await client.send(await client.thread([ADA, BEN]), ADA);
    const ids = await eventIds(streamPath(BEN, `&lastEventId=${first}`));
    expect(ids.map(([name]) => name)).toEqual(['item', 'unread']);
    const opened = new Positions(TEST_SECRET, 'inbox');
    expect(opened.fromId(ids[0]![1])).toBe(opened.fromId(first));
    expect(opened.fromId(ids[1]![1])).not.toBe(opened.fromId(first));
  });

  test('sends more threads than one page holds', async () => {
    client = await ThreadClient.of(...apps);
    await client.thread([BEN]);
    const ben = await listen(BEN);
    ben.disconnect();
    await sql`
      WITH like_it AS (SELECT * FROM threads WHERE org_id = ${client.org.id}), copy AS (
        INSERT INTO threads (org_id, id, channel_id, entity_id, participant_count, changed_xid)
        SELECT org_id, id || '-' || i, channel_id, entity_id, 1, pg_current_xact_id()
        FROM like_it, generate_series(1, 250) i)
      INSERT INTO thread_participants (org_id, thread_id, participant_id, status, last_activity_at, unread_count)
      SELECT m.org_id, m.thread_id || '-' || i, m.participant_id, m.status, m.last_activity_at, m.unread_count
      FROM thread_participants m, generate_series(1, 250) i WHERE org_id = ${client.org.id}`.execute(
      apps[0]!.db.read,
    );
    await ben.connected(apps[0]!);
    expect(ben.items.size).toBe(250);
    await client.send(await client.thread([ADA, BEN]), ADA);
    await expect.poll(() => ben.items.size, { interval: 5 }).toBe(251);
  });

  test('from a position of another incarnation, or one not reached yet, resets and sends all threads', async () => {
    client = await ThreadClient.of(...apps);
    const thread = await client.thread([ADA, BEN]);
    const [incarnation, snapshot] = (
      await selectPosition((await apps[0]!.dbOf(client.org.id)).read)
    ).split('/');
    for (const position of [
      `1.2/${snapshot}`,
      `${incarnation}/999999999999:999999999999:`,
      // This position is from a version without incarnations.
      snapshot!,
    ]) {
      const ben = new InboxListener(client.org.key, BEN);
      listeners.push(ben);
      ben.lastEventId = new Positions(TEST_SECRET, 'inbox').toId(position);
      await ben.connected(apps[0]!);
      expect(ben.names).toEqual(['reset', 'item', 'unread']);
      expect([...ben.items.keys()]).toEqual([thread]);
    }
  });

  test('from an invalid event id returns 400', async () => {
    client = await ThreadClient.of(...apps);
    const { key } = client.org;
    for (const id of ['1', 'x'.repeat(200), '5:5:', '%00']) {
      const answer = await apps[0]!.call('GET', streamPath(BEN, `&lastEventId=${id}`), { key });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const headers = { 'last-event-id': 'none' };
    const answer = await apps[0]!.call('GET', streamPath(BEN), { key, headers });
    expect(answer.body.error.details).toEqual([
      { path: 'Last-Event-ID', message: 'is not the id of an event' },
    ]);
  });
});

/** Returns the names and ids of the events up to the first count, as sent. */
async function eventIds(path: string): Promise<[string, string][]> {
  const { text } = await apps[0]!.call('GET', path, { key: client.org.key });
  return [...text.matchAll(/^id: (\S+)\nevent: (\w+)\ndata: .+\n\n/gm)].map(([, id, name]) => [
    name!,
    id!,
  ]);
}
