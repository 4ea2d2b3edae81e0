import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { InboxListener } from '../../../../test/support/inbox-listener.ts';
import { SlowConnection, untilText } from '../../../../test/support/slow-connection.ts';
import { keyOf, ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import type { Database } from '../../../platform/db/database.ts';
import { EventStream } from '../../../platform/http/event-stream.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';
import { Feed } from './feed.ts';
import { Follower } from './follower.ts';
import { deleteChanges, partsOf, selectPosition } from '../../../platform/streams/store.ts';
import { recordChange } from '../inbox/store.ts';

const ADA: Who = 'customer:ada';
const BEN: Who = 'agent:ben';

const app = testApp({ role: 'api', rateLimits: undefined });

/** The milliseconds by which the database's clock is ahead of this process's clock. */
let aheadMs = 0;
/** A bucket for streams: the database's clock is `aheadMs` ahead. */
function ahead(db: Database) {
  return {
    read: db.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) =>
          'time_ms' in row ? { ...row, time_ms: Number(row['time_ms']) + aheadMs } : row,
        ),
      }),
    }),
    transaction: db.transaction.bind(db),
  };
}

function open(streams: Follower, client: ThreadClient, who: Who, highWaterMark = 1e6) {
  const connection = new SlowConnection(highWaterMark);
  const stream = new EventStream(connection as never);
  streams.subscribe(client.org.id, keyOf(who), '')(stream);
  return { connection, stream };
}

/**
 * Opens a stream of Ben's inbox in a new organization. The stream is ready while less than `highWaterMark` bytes are
 * unread.
 */
async function listen(highWaterMark = 1) {
  const client = await ThreadClient.of(app);
  const problems: unknown[] = [];
  const log = { warn: (fields: unknown) => problems.push(fields) };
  const db = await app.dbOf(client.org.id);
  const streams = new Follower(ahead(db) as never, TEST_SECRET, log as never);
  const { connection, stream } = open(streams, client, BEN, highWaterMark);
  await expect.poll(() => connection.texts.length).toBe(1);
  const close = async (): Promise<void> => {
    stream.onClose();
    await streams.stop();
    expect(problems).toEqual([]);
  };
  return { client, db, streams, connection, close };
}

/**
 * Locks a table, calls `begin`, waits until a statement waits for the table, and calls `work` before releasing the
 * lock.
 */
async function whileLocked(
  db: Database,
  table: string,
  begin: () => unknown,
  work: () => Promise<unknown>,
) {
  const holder = await db.pool.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${table}`);
    await begin();
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass';
    const waiters = async () => (await holder.query(waiting, [table])).rowCount;
    await expect.poll(waiters).toBeGreaterThan(0);
    await work();
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}

/** Makes the streams miss so much time that the log of changes is incomplete for them. */
async function loseTheLog(streams: Follower): Promise<void> {
  aheadMs += 60_000;
  const resync = vi.spyOn(Feed.prototype, 'resync');
  streams.wake();
  await expect.poll(() => resync.mock.calls.length).toBeGreaterThan(0);
  resync.mockRestore();
}

test('a slow reader needs no queue: it gets each change once, in the latest state', async () => {
  const { client, streams, connection, close } = await listen();
  const thread = await client.thread([ADA, BEN]);
  for (let i = 1; i <= 20; i++) {
    await client.send(thread, ADA, `Message ${i}`);
    streams.wake();
  }
  // Nothing is sent while the client reads nothing.
  expect(connection.texts.length).toBe(1);
  expect(connection.writableLength).toBe(connection.texts[0]!.length);
  const text = await untilText(connection, 'Message 20');
  const names = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
  expect(names).toEqual(['item', 'unread']);
  await client.send(thread, ADA, 'Message 21');
  streams.wake();
  expect(await untilText(connection, 'Message 21')).toContain('"count":21');
  expect(connection.texts.join('')).not.toMatch(/Message 1?\d"/);
  await close();
});

test('a stream that missed the log for long gets changes that were deleted from the log in that time', async () => {
  const { client, db, streams, connection, close } = await listen(1e6);
  await client.send(await client.thread([ADA, BEN]), ADA, 'Long ago');
  await sql`DELETE FROM inbox_changes`.execute(db.read);
  await loseTheLog(streams);
  await untilText(connection, 'Long ago');
  await close();
});

test('a change that is being sent when the log is lost is sent', async () => {
  const { client, db, streams, connection, close } = await listen(1e6);
  const thread = await client.thread([ADA, BEN]);
  streams.wake();
  await untilText(connection, thread);
  await client.send(thread, ADA, 'Half told');
  await whileLocked(
    db,
    'channels',
    () => streams.wake(),
    () => loseTheLog(streams),
  );
  expect(await untilText(connection, 'Half told')).toContain('"count":1');
  await close();
});

test('a change during a catch-up that loses the log is sent', async () => {
  const { client, db, streams, connection, close } = await listen(1e6);
  const thread = await client.thread([ADA, BEN]);
  streams.wake();
  await untilText(connection, thread);
  let late = connection;
  await whileLocked(
    db,
    'inbox_counts',
    () => ({ connection: late } = open(streams, client, BEN)),
    async () => {
      // The stream has read its position but has sent no event yet.
      await db.transaction(async (tx) => {
        await sql`UPDATE threads SET subject = 'Just now' WHERE id = ${thread}`.execute(tx);
        await recordChange(tx, { org_id: client.org.id, id: thread }, null);
      });
      await loseTheLog(streams);
    },
  );
  await untilText(late, 'Just now');
  await close();
});

test.skipIf(
  refusedByCitus(
    'a participant of many large threads gets exact counts, and only changed threads are counted again',
    'multiplies rows by a series',
  ),
)(
  'a participant of many large threads gets exact counts, and only changed threads are counted again',
  async () => {
    const client = await ThreadClient.of(app);
    const db = await app.dbOf(client.org.id);
    const crowd: Who[] = Array.from({ length: FANOUT_LIMIT }, (_, i) => `watcher:${i}`);
    const thread = await client.thread([BEN, ...crowd]);
    const first = await client.send(thread, crowd[0]!);
    await sql`
    WITH copy AS (
      INSERT INTO threads (org_id, id, channel_id, entity_id, participant_count, message_count)
      SELECT org_id, id || '-' || i, channel_id, entity_id, participant_count, 1
      FROM threads, generate_series(1, 200) i WHERE org_id = ${client.org.id})
    INSERT INTO thread_participants (org_id, thread_id, participant_id)
    SELECT m.org_id, m.thread_id || '-' || i, m.participant_id
    FROM thread_participants m JOIN participants p ON p.org_id = m.org_id AND p.id = m.participant_id,
      generate_series(1, 200) i WHERE m.org_id = ${client.org.id} AND p.role = 'agent'`.execute(
      db.read,
    );
    const ben = await new InboxListener(client.org.key, BEN).connected(app);
    expect(ben.unread).toBe(201);
    const tells = async (count: number): Promise<void> => {
      expect(await client.unread(BEN)).toBe(count);
      await expect.poll(() => ben.unread, { interval: 5 }).toBe(count);
    };
    const second = await client.send(thread, crowd[0]!);
    await client.send(thread, BEN);
    await tells(202);
    await client.read(thread, BEN, first.id);
    await tells(201);
    await client.erase(thread, second.id);
    await tells(200);
    await client.send(thread, crowd[0]!);
    await client.setStatus(thread, 'CLOSED');
    await tells(200);
    await client.setStatus(thread, 'OPEN');
    await tells(201);
    // The thread becomes small, and large again.
    await client.leave(thread, crowd[1]!);
    await client.send(thread, crowd[0]!);
    await tells(202);
    await client.join(thread, crowd[1]!);
    await client.send(thread, crowd[0]!);
    await tells(203);
    await client.leave(thread, BEN);
    await tells(200);
    await client.join(thread, BEN);
    await tells(203);
    const other = `${thread}-1`;
    await sql`UPDATE threads SET message_count = 1000 WHERE id = ${other}`.execute(db.read);
    await client.send(thread, crowd[0]!);
    await expect.poll(() => ben.unread, { interval: 5 }).toBe(204);
    ben.disconnect();

    // The process keeps no count for a stream that closes during the count, because no later change would be applied to
    // it.
    const streams = new Follower(db, TEST_SECRET, console as never);
    const others = open(streams, client, crowd[2]!);
    await untilText(others.connection, 'unread');
    let reopened = others;
    await whileLocked(
      db,
      'channels',
      () => (reopened = open(streams, client, BEN)),
      async () => reopened.stream.onClose(),
    );
    // These events come after the count, because the streams of an organization take turns.
    for (const text of ['Was counted', 'While away']) {
      await client.send(thread, crowd[0]!, text);
      await untilText(others.connection, text);
    }
    const again = open(streams, client, BEN);
    await untilText(again.connection, `"count":${await client.unread(BEN)}}`);
    for (const { stream } of [others, again]) stream.onClose();
    await streams.stop();
  },
);

describe('a restore', () => {
  /** Changes the database as a restore of a dump does, to the extent that streams can see. */
  const restore = ({ read }: Database) =>
    sql`UPDATE schema_migrations SET name = name WHERE version = 1`.execute(read);

  test('open streams discard their state and send the restored threads', async () => {
    const client = await ThreadClient.of(app);
    const [kept, lost] = [await client.thread([ADA, BEN]), await client.thread([ADA, BEN])];
    const ben = await new InboxListener(client.org.key, BEN).connected(app);
    for (const thread of [kept, lost]) await client.send(thread, ADA);
    await ben.agrees(client);
    const db = await app.dbOf(client.org.id);
    await sql`DELETE FROM thread_participants WHERE thread_id = ${lost}`.execute(db.read);
    await restore(db);
    await ben.agrees(client);
    expect(ben.names).toContain('reset');
    expect([...ben.items.keys()]).toEqual([kept]);
    ben.disconnect();
  });

  test('numbers of future transactions count as no change, and are deleted from the log', async () => {
    const client = await ThreadClient.of(app);
    const [stale, fresh] = [await client.thread([ADA, BEN]), await client.thread([ADA, BEN])];
    const db = await app.dbOf(client.org.id);
    for (const table of ['threads', 'thread_participants', 'inbox_changes'] as const)
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(table === 'inbox_changes' ? 'xid' : 'changed_xid')} =
        '888888888888' WHERE ${sql.ref(table === 'threads' ? 'id' : 'thread_id')} = ${stale}`.execute(
        db.read,
      );
    const ben = await new InboxListener(client.org.key, BEN).connected(app);
    await client.send(fresh, ADA);
    await expect.poll(() => ben.names.length, { interval: 5 }).toBeGreaterThanOrEqual(3);
    expect([...ben.items.keys()]).toEqual([fresh]);
    ben.disconnect();
    await client.send(fresh, ADA);
    await ben.connected(app);
    expect(ben.names).toEqual(['unread', 'item', 'unread', 'item', 'unread']);
    const position = await selectPosition(db.read);
    await deleteChanges(db.read, 'inbox_changes', position);
    const { rows } = await sql`SELECT FROM inbox_changes WHERE thread_id = ${stale}`.execute(
      db.read,
    );
    expect(rows).toEqual([]);
    ben.disconnect();
  });
});

test('deletes only ended transactions from the log', async () => {
  const client = await ThreadClient.of(app);
  const db = await app.dbOf(client.org.id);
  const thread = await client.thread([ADA, BEN]);
  const left = async (): Promise<number> => {
    const all = sql`SELECT FROM inbox_changes WHERE org_id = ${client.org.id}`;
    return (await all.execute(db.read)).rows.length;
  };
  expect(await left()).toBe(1);
  const slow = await db.pool.connect();
  await slow.query('BEGIN');
  await slow.query('INSERT INTO inbox_changes (org_id, thread_id) VALUES ($1, $2)', [
    client.org.id,
    thread,
  ]);
  const { rows } = await slow.query('SELECT pg_current_xact_id()::text AS xid');
  const { xid } = rows[0] as { xid: string };
  await client.send(thread, ADA);
  // A snapshot begins with the oldest transaction in progress on the server, which may belong to another database.
  const [begins] = partsOf(await selectPosition(db.read)).snapshot.split(':');
  expect(BigInt(begins!)).toBeLessThanOrEqual(BigInt(xid));
  const next = BigInt(xid) + 1n;
  await deleteChanges(db.read, 'inbox_changes', `/${xid}:${next}:${xid}`);
  await slow.query('COMMIT');
  slow.release();
  // Two rows remain: the row of the transaction that was in progress, and the row of a transaction that began after it.
  expect(await left()).toBe(2);
  const [, end] = partsOf(await selectPosition(db.read)).snapshot.split(':');
  await deleteChanges(db.read, 'inbox_changes', `/${end}:${end}:`);
  expect(await left()).toBe(0);
});
