import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { Database, type LastStatement, type Tx } from '../database.ts';
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

function insertion(effects: Effect[]) {
  return sql`INSERT INTO effects SELECT * FROM unnest(${effects.map(({ run }) => run)}::text[],
    ${effects.map(({ id }) => id)}::text[])`;
}
async function insert(tx: Tx, effects: Effect[]): Promise<void> {
  await insertion(effects).execute(tx);
}
async function insertLast(tx: Tx, effects: Effect[], last?: LastStatement): Promise<void> {
  last!(insertion(effects).compile(tx));
}

function ids(run: string, count: number): Effect[] {
  return Array.from({ length: count }, (_, i) => ({ run, id: `${run}-${i}` }));
}

async function written(run: string): Promise<{ rows: number; transactions: number }> {
  const { rows } = await sql<{ rows: number; transactions: number }>`
    SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM effects
    WHERE run = ${run}`.execute(db.read);
  return rows[0]!;
}

describe.each([
  ['by statements', insert],
  ['by the last statement', insertLast],
] as const)('stores each item once in a group written %s', (way, writeAll) => {
  test('commits concurrent items in one transaction', async () => {
    const group = new GroupCommit(db, 0, writeAll);
    await Promise.all(ids(`together-${way}`, 50).map((effect) => group.add(effect)));
    expect(await written(`together-${way}`)).toEqual({ rows: 50, transactions: 1 });
  });

  test('resolves after the commit, and continues with items that arrived during it', async () => {
    const group = new GroupCommit(db, 0, writeAll);
    const effects = ids(`later-${way}`, 450);
    const last = group
      .add(effects[0]!)
      .then(() => Promise.all(effects.slice(1, 3).map((e) => group.add(e))));
    await Promise.all(effects.slice(3).map((effect) => group.add(effect)));
    await last;
    expect((await written(`later-${way}`)).rows).toBe(450);
  });

  test('commits the other items when one is rejected', async () => {
    const group = new GroupCommit(db, 0, writeAll);
    const effects = [...ids(`mixed-${way}`, 9), { run: `mixed-${way}`, id: 'refused' }];
    const results = await Promise.allSettled(effects.map((effect) => group.add(effect)));
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 9 }, () => 'fulfilled'),
      'rejected',
    ]);
    expect((await written(`mixed-${way}`)).rows).toBe(9);
  });
});

test('includes items from the turn in which the previous transaction committed', async () => {
  const sizes: number[] = [];
  const group = new GroupCommit<Effect>(db, 0, async (tx, effects) => {
    sizes.push(effects.length);
    await insert(tx, effects);
  });
  const [first, second, third] = ids('turn', 3);
  const committed = group.add(first!);
  await expect.poll(() => sizes).toEqual([1]);
  const others = [group.add(second!)];
  await committed;
  for (let tick = 0; tick < 50; tick++) await Promise.resolve();
  others.push(group.add(third!));
  await Promise.all(others);
  expect(sizes).toEqual([1, 2]);
});

test('does not let an item that waits for a lock delay others', async () => {
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

test('writes leftover items alone or with others of the same key, one transaction after the other', async () => {
  const runs: string[] = [];
  const underWay = new Set<string>();
  const group = new GroupCommit<Effect>(db, 0, async (tx, effects, _last, leaving) => {
    if (!leaving) throw new Error('one was written alone');
    const { leave, waits } = leaving;
    const mine = effects.filter((effect, n) => {
      const key = /^left-(\w)/.exec(effect.id)?.[1];
      // With different keys, the write leaves all of these items. With the same key, it leaves all but the first two.
      const stays = key === undefined || (waits && n < 2);
      if (!stays) leave(effect, key);
      return stays;
    });
    const keys = waits ? effects[0]!.id.slice(0, 6) : 'company';
    expect(underWay.has(keys)).toBe(false);
    underWay.add(keys);
    if (waits) {
      runs.push(`${keys}: ${mine.length} of ${effects.length}`);
      expect(effects.every(({ id }) => id.startsWith(keys))).toBe(true);
    }
    await insert(tx, mine);
    underWay.delete(keys);
  });
  const names = 'left-a1 left-b1 left-a2 left-a3 left-b2 left-a4 left-a5 company-1 company-2';
  const effects = names.split(' ').map((id) => ({ run: 'left', id }));
  await Promise.all(effects.map((effect) => group.add(effect)));
  expect((await written('left')).rows).toBe(effects.length);
  expect(runs.toSorted()).toEqual([
    'left-a: 1 of 1',
    'left-a: 2 of 3',
    'left-a: 2 of 5',
    'left-b: 2 of 2',
  ]);
});

test('retries while the connection is lost, and writes each item once', async () => {
  let tries = 0;
  const group = new GroupCommit<Effect>(db, 5000, async (tx, effects) => {
    tries += 1;
    await insert(tx, effects);
    if (tries === 1) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await Promise.all(ids('cut', 5).map((effect) => group.add(effect)));
  expect([tries, await written('cut')]).toEqual([2, { rows: 5, transactions: 1 }]);
});

test('recognizes its own rows after a commit whose answer was lost', async () => {
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

test('recognizes its own rows, even when it later writes them one by one', async () => {
  const errors = [
    Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
    Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  ];
  const losing = Object.create(db, {
    transaction: {
      value: async (...transaction: Parameters<typeof db.transaction>) => {
        const error = errors.shift();
        if (!error) return db.transaction(...transaction);
        await db.transaction(...transaction).catch(() => {});
        throw error;
      },
    },
  }) as Database;
  const group = new GroupCommit(losing, 5000, insert);
  await Promise.all(ids('alone', 5).map((effect) => group.add(effect)));
  expect(await written('alone')).toEqual({ rows: 5, transactions: 1 });
});

test('rejects every item when the database stays unavailable', async () => {
  const group = new GroupCommit<Effect>(db, 0, async (tx) => {
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  const results = await Promise.allSettled(ids('away', 5).map((effect) => group.add(effect)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
});
