import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { Deadline, underDeadline } from '../../concurrency/deadline.ts';
import { GroupCommit } from '../batches/group-commit.ts';
import { Database } from '../database.ts';
import { retryWhileUnavailable } from '../retry.ts';
import { runningStatement, socketOf } from './driver-socket.ts';

const LIMIT_MS = 400;
/** A timer may end a millisecond early. */
const AFTER_MS = LIMIT_MS + 20;
/** The sum of the limit, the period of the sweeper, and time for the cancel request on a busy machine. */
const LATEST_MS = 3000;
/** A canceled statement, or one that was not sent after the deadline. */
const ENDED = /canceling statement due to user request|time limit/;

let db: Database;
/** Holds locks. */
let other: Database;
let holder: PoolClient | undefined;
beforeAll(async () => {
  const connection = { connectionString: asOwner(await cloneDatabase()) };
  const open = (poolSize: number): Database =>
    new Database({ connection, poolSize, statementTimeoutMs: 30_000, onIdleError: () => {} });
  db = open(1);
  other = open(2);
  await sql`CREATE TABLE effects (id text PRIMARY KEY)`.execute(db.read);
});
afterEach(async () => {
  await holder?.query('ROLLBACK');
  holder?.release();
  holder = undefined;
  // The connection is free: the pool has only one.
  expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
afterAll(() => Promise.all([db.close(), other.close()]));

async function lock(): Promise<void> {
  holder = await other.pool.connect();
  await holder.query('BEGIN; LOCK TABLE effects IN ACCESS EXCLUSIVE MODE');
}

async function ids(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM effects ORDER BY id`.execute(
    other.read,
  );
  return rows.map(({ id }) => id);
}

function inTime<T>(work: () => Promise<T>): Promise<T> {
  return underDeadline(new Deadline(LIMIT_MS), work);
}

async function expectEnd(work: () => Promise<unknown>): Promise<void> {
  const beganMs = performance.now();
  await expect(inTime(work)).rejects.toThrow(ENDED);
  expect(performance.now() - beganMs).toBeLessThan(LATEST_MS);
}

test.for([
  ['a statement', () => sql`SELECT FROM effects`.execute(db.read)],
  [
    'a statement of several together',
    () =>
      db.together(undefined, async (read) => {
        await Promise.all([sql`SELECT 1`.execute(read), sql`SELECT FROM effects`.execute(read)]);
      }),
  ],
  [
    'a statement in a transaction',
    () =>
      db.transaction(async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(1)`.execute(tx);
        await sql`INSERT INTO effects VALUES ('inside')`.execute(tx);
      }),
  ],
  [
    'a statement that is sent with COMMIT',
    () =>
      db.transaction(async (tx, last) => {
        await sql`SELECT 1`.execute(tx);
        last(sql`INSERT INTO effects VALUES ('last')`.compile(tx));
      }),
  ],
  [
    'a transaction of last statements alone',
    () =>
      db.transaction(async (tx, last) =>
        last(sql`INSERT INTO effects VALUES ('whole')`.compile(tx)),
      ),
  ],
  [
    'a group commit',
    () =>
      new GroupCommit<string>(db, 15_000, async (tx, [id]) => {
        await sql`INSERT INTO effects VALUES (${id})`.execute(tx);
      }).add('grouped'),
  ],
] as const)('cancels %s that waits for a lock', async ([, work]) => {
  await lock();
  await expectEnd(work);
  await holder!.query('ROLLBACK');
  expect(await ids()).toEqual([]);
});

test('ends retries at the deadline', async () => {
  await lock();
  await expectEnd(() =>
    retryWhileUnavailable(60_000, () => sql`SELECT FROM effects`.execute(db.read)),
  );
});

test('sends no statement after the deadline', async () => {
  await expectEnd(() =>
    db.transaction(async (tx) => {
      await sql`INSERT INTO effects VALUES ('before')`.execute(tx);
      await sleep(AFTER_MS);
      await sql`INSERT INTO effects VALUES ('after')`.execute(tx);
    }),
  );
  await expectEnd(async () => {
    await sleep(AFTER_MS);
    await sql`INSERT INTO effects VALUES ('later')`.execute(db.read);
  });
  expect(await ids()).toEqual([]);
});

test('does not cancel a COMMIT, nor the statement of the next user of the connection', async () => {
  await sql`CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(1.2); RETURN NULL; END'`.execute(db.read);
  await sql`CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON effects DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION slowly()`.execute(db.read);
  const committed = inTime(() =>
    db.transaction(async (tx) => {
      await sql`INSERT INTO effects VALUES ('committed')`.execute(tx);
      return 'done';
    }),
  );
  const next = db.query('SELECT pg_sleep(1)');
  expect(await committed).toBe('done');
  await next;
  expect(await ids()).toEqual(['committed']);
  await sql`DROP TRIGGER slow ON effects`.execute(db.read);
});

test('cuts a connection whose cancel request fails', async () => {
  await lock();
  const client = await db.pool.connect();
  const { port } = client as unknown as { port: number };
  Object.assign(client, { host: '127.0.0.1', port: 1 });
  client.release();
  const beganMs = performance.now();
  await expect(inTime(() => sql`SELECT FROM effects`.execute(db.read))).rejects.toThrow(
    'Connection terminated',
  );
  expect([port, performance.now() - beganMs < LATEST_MS]).toEqual([expect.anything(), true]);
});

test('the driver keeps the running statement where we look for it', async () => {
  const client = await db.pool.connect();
  expect(runningStatement(client)).toBeUndefined();
  const answer = client.query('SELECT pg_sleep(0.1)');
  const found = runningStatement(client)?.text;
  expect(found, 'this version of pg differs: repair driver-socket.ts').toBe('SELECT pg_sleep(0.1)');
  await answer;
  expect(runningStatement(client)).toBeUndefined();
  expect(socketOf(client).destroyed).toBe(false);
  client.release();
});
