import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, cloneDatabase } from '../../../test/support/database.ts';
import { Database, type Tx } from './database.ts';
import { GroupCommit } from './group-commit.ts';

let db: Database;
beforeAll(async () => {
  db = new Database({
    connection: { connectionString: asOwner(await cloneDatabase()) },
    poolSize: 4,
    statementTimeoutMs: 10_000,
    onIdleError: () => {},
  });
  await sql`CREATE TABLE effects (run text, id text PRIMARY KEY CHECK (id <> 'refused'))`.execute(
    db.read,
  );
});
afterAll(() => db.close());

type Effect = { run: string; id: string };

async function insert(tx: Tx, effects: Effect[]): Promise<void> {
  await sql`INSERT INTO effects SELECT * FROM unnest(${effects.map(({ run }) => run)}::text[],
    ${effects.map(({ id }) => id)}::text[])`.execute(tx);
}

const ids = (run: string, count: number): Effect[] =>
  Array.from({ length: count }, (_, i) => ({ run, id: `${run}-${i}` }));

async function written(run: string): Promise<{ rows: number; transactions: number }> {
  const { rows } = await sql<{ rows: number; transactions: number }>`
    SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM effects
    WHERE run = ${run}`.execute(db.read);
  return rows[0]!;
}

it('commits what comes at the same time in one transaction', async () => {
  const group = new GroupCommit(db, 0, insert);
  await Promise.all(ids('together', 50).map((effect) => group.add(effect)));
  expect(await written('together')).toEqual({ rows: 50, transactions: 1 });
});

it('has committed an item when it says so, and goes on with what came meanwhile', async () => {
  const group = new GroupCommit(db, 0, insert);
  const effects = ids('later', 450);
  const last = group
    .add(effects[0]!)
    .then(() => Promise.all(effects.slice(1, 3).map((e) => group.add(e))));
  await Promise.all(effects.slice(3).map((effect) => group.add(effect)));
  await last;
  expect((await written('later')).rows).toBe(450);
});

it('lets an item that is refused cost the others nothing', async () => {
  const group = new GroupCommit(db, 0, insert);
  const effects = [...ids('mixed', 9), { run: 'mixed', id: 'refused' }];
  const results = await Promise.allSettled(effects.map((effect) => group.add(effect)));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 9 }, () => 'fulfilled'),
    'rejected',
  ]);
  expect((await written('mixed')).rows).toBe(9);
});

it('lets an item that waits for a lock keep no other waiting', async () => {
  const group = new GroupCommit<Effect>(db, 0, async (tx, effects) => {
    if (effects.some(({ id }) => id === 'waits'))
      await sql`SELECT FROM effects WHERE id = 'locked' FOR UPDATE`.execute(tx);
    await insert(tx, effects);
  });
  await group.add({ run: 'locks', id: 'locked' });
  const holder = await db.pool.connect();
  await holder.query("BEGIN; SELECT FROM effects WHERE id = 'locked' FOR UPDATE");
  let isDone = false;
  const waiting = group.add({ run: 'locks', id: 'waits' }).then(() => (isDone = true));
  await group.add({ run: 'locks', id: 'beside' });
  await group.add({ run: 'locks', id: 'after' });
  expect(isDone).toBe(false);
  await holder.query('COMMIT');
  holder.release();
  await waiting;
  expect((await written('locks')).rows).toBe(4);
});

it('tries again while the connection is lost, and writes each item once', async () => {
  let tries = 0;
  const group = new GroupCommit<Effect>(db, 5000, async (tx, effects) => {
    tries += 1;
    await insert(tx, effects);
    if (tries === 1) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await Promise.all(ids('cut', 5).map((effect) => group.add(effect)));
  expect([tries, await written('cut')]).toEqual([2, { rows: 5, transactions: 1 }]);
});

it('knows its own rows after a commit whose answer was lost', async () => {
  let commits = 0;
  const losing = Object.create(db, {
    transaction: {
      value: async (work: (tx: Tx) => Promise<unknown>) => {
        await db.transaction(work);
        commits += 1;
        throw Object.assign(new Error('Connection terminated unexpectedly'), {
          code: 'ECONNRESET',
        });
      },
    },
  }) as Database;
  const group = new GroupCommit(losing, 5000, insert);
  await Promise.all(ids('lost', 5).map((effect) => group.add(effect)));
  expect([commits, await written('lost')]).toEqual([1, { rows: 5, transactions: 1 }]);
});

it('tells everybody when the database is away for longer', async () => {
  const group = new GroupCommit<Effect>(db, 0, async (tx) => {
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  const results = await Promise.allSettled(ids('away', 5).map((effect) => group.add(effect)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
});
