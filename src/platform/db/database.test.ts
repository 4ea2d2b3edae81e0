import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asOwner, cloneDatabase, sendInstead } from '../../../test/support/database.ts';
import { Database, type Queryable, type TransactionWork, type Tx } from './database.ts';
import { isUnavailable, violatedConstraint } from './failures.ts';
import { isLockTimeout } from './retry.ts';
import { afterCommit, assertOutsideTransaction } from './transaction-scope.ts';

let url: string;
let db: Database;
let admin: Client;

beforeAll(async () => {
  url = asOwner(await cloneDatabase());
  db = new Database({
    connection: { connectionString: url },
    poolSize: 2,
    statementTimeoutMs: 5000,
    onIdleError: () => {},
  });
  admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    'CREATE TABLE t (x int PRIMARY KEY, tx bigint DEFAULT pg_current_xact_id()::text::bigint)',
  );
});
afterAll(async () => {
  await db.close();
  await admin.end();
});

function insert(on: Queryable, x: number) {
  return sql`INSERT INTO t (x) VALUES (${x})`.execute(on);
}
function insertion(x: number) {
  return sql`INSERT INTO t (x) VALUES (${x})`.compile(db.read);
}
async function stored(...xs: number[]): Promise<number[]> {
  const { rows } = await admin.query('SELECT x FROM t WHERE x = ANY ($1) ORDER BY x', [xs]);
  return rows.map(({ x }) => x);
}
function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => new Error('it succeeded'),
    (error: Error) => error,
  );
}

describe('a transaction', () => {
  test('keeps its changes when the work resolves, and returns its result', async () => {
    const result = await db.transaction(async (tx) => {
      await insert(tx, 1);
      await insert(tx, 2);
      expect(await stored(1, 2)).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await stored(1, 2)).toEqual([1, 2]);
  });

  test('writes its first statements immediately, and its last ones with COMMIT', async () => {
    // This query opens the connection.
    await sql`SELECT 1`.execute(db.read);
    const single = vi.spyOn(Socket.prototype, '_write');
    const joined = vi.spyOn(Socket.prototype, '_writev');
    const written = () => [single.mock.calls.length, joined.mock.calls.length];
    await db.transaction(async (tx, last) => {
      await insert(tx, 3);
      expect(written()).toEqual([0, 1]);
      last(insertion(4));
      last(insertion(5));
    });
    expect(written()).toEqual([0, 2]);
    vi.restoreAllMocks();
    expect(await stored(3, 4, 5)).toEqual([3, 4, 5]);
  });

  test('keeps nothing when the work throws, and throws the same error', async () => {
    const wanted = new Error('mine');
    const error = await failure(
      db.transaction(async (tx) => {
        await insert(tx, 10);
        throw wanted;
      }),
    );
    expect(error).toBe(wanted);
    expect(await stored(10)).toEqual([]);
  });

  test('keeps nothing when the work throws before its first statement was answered', async () => {
    const error = await failure(
      db.transaction(async (tx) => {
        void insert(tx, 11).catch(() => {});
        throw new Error('early');
      }),
    );
    expect(error.message).toBe('early');
    expect(await stored(11)).toEqual([]);
  });

  test('fails and keeps nothing when the work ignores the error of a statement', async () => {
    const error = await failure(
      db.transaction(async (tx) => {
        await insert(tx, 20);
        await insert(tx, 20).catch(() => {});
      }),
    );
    expect(error.message).toBe('the transaction was rolled back');
    expect(await stored(20)).toEqual([]);
  });

  test('fails with the original error, not with its consequence in another statement', async () => {
    await insert(db.read, 47);
    const nested = async (tx: Tx): Promise<void> => {
      try {
        await insert(tx, 47);
      } catch (error) {
        // The caller of the next statement learns of its failure before the caller of this statement does.
        await sleep(20);
        throw error;
      }
    };
    const error = await failure(
      db.transaction(async (tx) => void (await Promise.all([nested(tx), insert(tx, 48)]))),
    );
    expect(violatedConstraint(error)).toBe('t_pkey');
    expect(await stored(48)).toEqual([]);
  });

  test('runs the last statement inside, before COMMIT', async () => {
    await db.transaction(async (tx, lastStatement) => {
      await insert(tx, 30);
      lastStatement(insertion(31));
    });
    const { rows } = await admin.query(
      'SELECT count(DISTINCT tx)::int AS transactions, count(*)::int AS rows FROM t WHERE x IN (30, 31)',
    );
    expect(rows).toEqual([{ transactions: 1, rows: 2 }]);
  });

  test('reports the failure of the last statement and keeps nothing', async () => {
    await insert(db.read, 41);
    const error = await failure(
      db.transaction(async (tx, lastStatement) => {
        await insert(tx, 40);
        lastStatement(insertion(41));
      }),
    );
    expect(violatedConstraint(error)).toBe('t_pkey');
    expect(await stored(40)).toEqual([]);
  });

  test('keeps nothing when its only statement, the last one, fails', async () => {
    await insert(db.read, 43);
    const error = await failure(
      db.transaction(async (_tx, lastStatement) =>
        lastStatement(sql`INSERT INTO t (x) SELECT unnest(ARRAY[42, 43])`.compile(db.read)),
      ),
    );
    expect(violatedConstraint(error)).toBe('t_pkey');
    expect(await stored(42, 43)).toEqual([43]);
  });

  test('keeps nothing when the second of its last statements fails, prepared or not', async () => {
    await insert(db.read, 53);
    const adding: TransactionWork<void> = async (_tx, lastStatement) => {
      lastStatement(insertion(52));
      lastStatement(insertion(53));
    };
    for (let i = 0; i < 4; i += 1)
      expect(violatedConstraint(await failure(db.transaction(adding)))).toBe('t_pkey');
    expect(await stored(52, 53)).toEqual([53]);
  });

  test('keeps nothing when BEGIN failed and a later statement was answered', async () => {
    const restore = await sendInstead(db.pool, 'BEGIN', 'BEGIN nothing of the kind');
    const error = await failure(
      db.transaction(async (tx, lastStatement) => {
        await sql`SELECT 1`.execute(tx);
        lastStatement(insertion(46));
      }),
    );
    expect(error.message).toMatch('syntax error');
    expect(await stored(46)).toEqual([]);
    restore();
  });

  test('fails as "unavailable" when its only statement was prepared before a migration, and then works again', async () => {
    await admin.query('CREATE TABLE changing (x int)');
    const adding: TransactionWork<void> = async (_tx, lastStatement) =>
      lastStatement(sql`INSERT INTO changing VALUES (1) RETURNING *`.compile(db.read));
    await Promise.all([db.transaction(adding), db.transaction(adding)]);
    await admin.query('ALTER TABLE changing ADD COLUMN y int');
    const error = await failure(db.transaction(adding));
    expect(isUnavailable(error), String(error)).toBe(true);
    await db.transaction(adding);
    expect((await admin.query('SELECT FROM changing')).rowCount).toBe(3);
  });

  test('waits for a lock up to its own limit, which does not apply to the next transaction', async () => {
    await insert(db.read, 45);
    await admin.query('BEGIN; SELECT FROM t WHERE x = 45 FOR UPDATE');
    const lock = sql`SELECT x FROM t WHERE x = 45 FOR UPDATE`;
    const ways: TransactionWork<unknown>[] = [
      (tx) => lock.execute(tx),
      async (_tx, lastStatement) => lastStatement(lock.compile(db.read)),
    ];
    for (const way of ways) {
      const error = await failure(db.transaction(way, { lockTimeoutMs: 1 }));
      expect(isLockTimeout(error), String(error)).toBe(true);
    }
    let isTaken = false;
    // This takes all connections of the pool.
    const next = Promise.all(ways.map((way) => db.transaction(way))).then(() => (isTaken = true));
    await expect
      .poll(async () => {
        const { rows } = await admin.query(
          "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows[0].waiting;
      })
      .toBe(2);
    expect(isTaken).toBe(false);
    await admin.query('COMMIT');
    await next;
  });

  test('leaves the connection usable after a failure', async () => {
    for (let i = 0; i < 6; i += 1)
      await failure(
        db.transaction(async (tx, lastStatement) => {
          if (i % 2 === 0) await insert(tx, 41);
          else lastStatement(insertion(41));
        }),
      );
    expect(db.pool.totalCount).toBeLessThanOrEqual(2);
    await db.transaction((tx) => insert(tx, 50));
    expect(await stored(50)).toEqual([50]);
  });

  test('rejects a second connection and a second transaction inside, even with free connections', async () => {
    const read = await failure(db.transaction(async () => sql`SELECT 1`.execute(db.read)));
    expect(read.message).toBe('a second connection inside a transaction');
    const nested = await failure(db.transaction(async () => db.transaction(async () => 1)));
    expect(nested.message).toBe('a second transaction inside a transaction');
    const deep = await failure(
      db.transaction(async (tx) => {
        await insert(tx, 60);
        await Promise.resolve().then(() => sql`SELECT 1`.execute(db.read));
      }),
    );
    expect(deep.message).toBe('a second connection inside a transaction');
    expect(await stored(60)).toEqual([]);
    await sql`SELECT 1`.execute(db.read);
  });

  test('reports the database as in use until it has ended, even between statements', async () => {
    expect(db.server.isInUse).toBe(false);
    const inUse = await db.transaction(async (tx) => {
      await insert(tx, 12_345);
      return db.server.isInUse;
    });
    expect([inUse, db.server.isInUse]).toEqual([true, false]);
  });

  test('leaves every connection in the pool', () => {
    expect(db.pool.idleCount).toBe(db.pool.totalCount);
    expect(db.pool.waitingCount).toBe(0);
  });
});

describe('afterCommit', () => {
  test('runs after the commit, in the order of the calls', async () => {
    const seen: unknown[] = [];
    await db.transaction(async (tx) => {
      afterCommit(async () => void seen.push('first', await stored(100, 101)));
      await insert(tx, 100);
      afterCommit(() => void seen.push('second'));
      await insert(tx, 101);
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['first', [100, 101], 'second']);
  });

  test('is awaited by the transaction, whose result stays', async () => {
    let done = false;
    const release = Promise.withResolvers<void>();
    const settled: string[] = [];
    const transaction = db
      .transaction(async (tx) => {
        await insert(tx, 110);
        afterCommit(async () => {
          await release.promise;
          done = true;
        });
        return 'result';
      })
      .then((result) => settled.push(result));
    // The transaction has committed, but its caller does not know yet.
    while ((await stored(110)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([settled, done]).toEqual([[], false]);
    release.resolve();
    await transaction;
    expect([settled, done]).toEqual([['result'], true]);
  });

  test('runs outside the transaction, on a connection that may be back in the pool', async () => {
    let inside: unknown = 'not run';
    const small = new Database({
      connection: { connectionString: url },
      poolSize: 1,
      statementTimeoutMs: 5000,
      onIdleError: () => {},
    });
    await small.transaction(async (tx) => {
      afterCommit(async (read) => {
        inside = undefined;
        assertOutsideTransaction('this');
        await insert(read, 121);
        await small.transaction((own) => insert(own, 122));
      });
      await insert(tx, 120);
    });
    await small.close();
    expect(inside).toBeUndefined();
    expect(await stored(120, 121, 122)).toEqual([120, 121, 122]);
  });

  test.each([
    [
      'when the work throws',
      async (tx: Queryable) => {
        await insert(tx, 130);
        throw new Error('mine');
      },
    ],
    [
      'when a statement failed whose error was swallowed',
      async (tx: Queryable) => {
        await insert(tx, 130);
        await insert(tx, 130).catch(() => {});
      },
    ],
  ])('never runs %s', async (_, work) => {
    let ran = false;
    await failure(
      db.transaction(async (tx) => {
        afterCommit(() => void (ran = true));
        await work(tx);
      }),
    );
    expect([ran, await stored(130)]).toEqual([false, []]);
  });

  test('never runs when the last statement fails', async () => {
    await insert(db.read, 141);
    let ran = false;
    const error = await failure(
      db.transaction(async (tx, lastStatement) => {
        afterCommit(() => void (ran = true));
        await insert(tx, 140);
        lastStatement(insertion(141));
      }),
    );
    expect([violatedConstraint(error), ran]).toEqual(['t_pkey', false]);
  });

  test('belongs to its own transaction when several run concurrently', async () => {
    const seen: number[] = [];
    const results = await Promise.allSettled(
      [150, 151].map((x) =>
        db.transaction(async (tx) => {
          afterCommit(() => void seen.push(x));
          await insert(tx, x);
          if (x === 150) throw new Error('mine');
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(seen).toEqual([151]);
  });

  test('is rejected outside a transaction', () => {
    expect(() => afterCommit(() => {})).toThrow('afterCommit outside a transaction');
  });
});

/** Returns the database behind a proxy that, on request, holds back answers until the client has sent `text`. */
async function answeringAfter(text: string) {
  const { host, port, user, password, database } = admin;
  let isHeld = false;
  const server = createServer((client) => {
    const held: (Buffer | string)[] = [];
    const upstream = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, host);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('data', (answer) => (isHeld ? held.push(answer) : client.write(answer)));
    client.on('data', (sent) => {
      upstream.write(sent);
      if (!sent.includes(text)) return;
      isHeld = false;
      for (const answer of held.splice(0)) client.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    connection: { user, password, database, host: address.address, port: address.port },
    hold: () => void (isHeld = true),
    close: () => void server.close(),
  };
}

describe('round trips', () => {
  test('a transaction with several last statements takes one, once they are prepared', async () => {
    const peer = await answeringAfter('second');
    const far = new Database({
      connection: peer.connection,
      poolSize: 1,
      statementTimeoutMs: 1000,
      onIdleError: () => {},
    });
    const add = (x: number) =>
      far.transaction(
        async (_tx, lastStatement) => {
          lastStatement(insertion(x));
          lastStatement(
            sql`INSERT INTO t (x) SELECT ${x + 1} WHERE ${'second'} <> ''`.compile(db.read),
          );
        },
        { lockTimeoutMs: 100 },
      );
    try {
      await add(161);
      peer.hold();
      await add(163);
      expect(await stored(161, 162, 163, 164)).toEqual([161, 162, 163, 164]);
    } finally {
      await far.close();
      peer.close();
    }
  });

  test('a transaction with a single statement takes one', async () => {
    const peer = await answeringAfter('COMMIT');
    const far = new Database({
      connection: peer.connection,
      poolSize: 1,
      statementTimeoutMs: 1000,
      onIdleError: () => {},
    });
    try {
      await sql`SELECT 1`.execute(far.read);
      peer.hold();
      await far.transaction(async (_tx, lastStatement) => lastStatement(insertion(160)), {
        lockTimeoutMs: 100,
      });
      expect(await stored(160)).toEqual([160]);
    } finally {
      await far.close();
      peer.close();
    }
  });
});

function terminate(pid: number) {
  return admin.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
}
async function pidOf(on: Queryable): Promise<number> {
  return (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(on)).rows[0]!.pid;
}

describe('a lost connection', () => {
  test('between two statements fails the transaction as "unavailable", keeps nothing, and is replaced', async () => {
    let lost = 0;
    const error = await failure(
      db.transaction(async (tx) => {
        await insert(tx, 70);
        lost = await pidOf(tx);
        await terminate(lost);
        await insert(tx, 71);
      }),
    );
    expect(isUnavailable(error), String(error)).toBe(true);
    expect(await stored(70, 71)).toEqual([]);
    for (let i = 0; i < 4; i += 1) expect(await db.transaction(pidOf)).not.toBe(lost);
  });

  test('before the last statement and COMMIT fails the transaction and keeps nothing', async () => {
    const error = await failure(
      db.transaction(async (tx, lastStatement) => {
        await insert(tx, 72);
        await terminate(await pidOf(tx));
        lastStatement(insertion(73));
      }),
    );
    expect(isUnavailable(error), String(error)).toBe(true);
    expect(await stored(72, 73)).toEqual([]);
    await db.transaction((tx) => insert(tx, 74));
    expect(await stored(74)).toEqual([74]);
  });

  test('during a statement fails that statement as "unavailable"', async () => {
    const error = await failure(
      db.transaction(async (tx) => {
        const pid = await pidOf(tx);
        const slow = failure(sql`SELECT pg_sleep(30)`.execute(tx));
        await terminate(pid);
        throw await slow;
      }),
    );
    expect(isUnavailable(error), String(error)).toBe(true);
  });

  test('in the pool is not used again', async () => {
    const pid = await db.transaction(pidOf);
    await terminate(pid);
    expect(await pidOf(db.read)).not.toBe(pid);
  });
});

describe('closing', () => {
  test('does not wait for an endless statement, and rolls its transaction back', async () => {
    const closing = new Database({
      connection: { connectionString: url },
      poolSize: 2,
      statementTimeoutMs: 60_000,
      onIdleError: () => {},
    });
    const running = failure(
      closing.transaction(async (tx) => {
        await insert(tx, 80);
        await sql`SELECT pg_sleep(60)`.execute(tx);
      }),
    );
    await insert(closing.read, 81);
    await closing.close();
    expect(isUnavailable(await running)).toBe(true);
    expect(await stored(80, 81)).toEqual([81]);
  });
});

describe('isUnavailable', () => {
  test('is true for a server that does not exist, is full, or is starting', async () => {
    const nobody = new Client({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
    expect(isUnavailable(await failure(nobody.connect()))).toBe(true);
    const small = new Database({
      connection: { connectionString: url },
      poolSize: 2,
      statementTimeoutMs: 100,
      onIdleError: () => {},
    });
    expect(isUnavailable(await failure(sql`SELECT pg_sleep(5)`.execute(small.read)))).toBe(true);
    await small.close();
  });

  test('is true for a disk that is full or fails', async () => {
    for (const code of ['53100', '58030']) {
      const raising = sql.raw(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`);
      expect(isUnavailable(await failure(raising.execute(db.read))), code).toBe(true);
    }
  });

  test('is false for a wrong statement', async () => {
    expect(isUnavailable(await failure(sql`SELECT nothing`.execute(db.read)))).toBe(false);
    expect(isUnavailable(await failure(insert(db.read, 41)))).toBe(false);
    expect(isUnavailable(new Error('other'))).toBe(false);
  });
});
