import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { Database } from '../../db/database.ts';
import { Readiness, type Lifecycle } from './health.ts';

const POOL = 2;
const UNAVAILABLE = 'the database is unavailable';

let db: Database;
function open(connectionString: string): Database {
  return new Database({
    connection: { connectionString },
    poolSize: POOL,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
}
beforeEach(async () => {
  db = open(asOwner(await cloneDatabase()));
});
/** The connections that a test has taken, and its timers. A failed test must not keep `close` waiting. */
const clients: PoolClient[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const client of clients.splice(0)) client.release(true);
  await db.close();
});

function ready(of = db, state: Lifecycle['state'] = 'ready') {
  return new Readiness(of, { state });
}

async function taken(): Promise<PoolClient> {
  const client = await db.pool.connect();
  clients.push(client);
  return client;
}

/** Repeats the question until there is an answer. */
function keepAsking(client: PoolClient): void {
  timers.push(setInterval(() => void client.query('SELECT 1').catch(() => {}), 100));
}

/** Occupies every connection, as long requests do. */
async function occupied(): Promise<PoolClient[]> {
  return Promise.all(Array.from({ length: POOL }, taken));
}

test('a process is ready when it has started, is not draining, and its database answers', async () => {
  expect(await ready().problem()).toBeUndefined();
  expect(await ready(db, 'starting').problem()).toBe('the service is starting');
  expect(await ready(db, 'draining').problem()).toBe('the service is draining');
  const tooNew = 'the database has a migration that this version does not know';
  expect(await new Readiness(db, { state: 'ready', tooNew }).problem()).toBe(tooNew);
  const nobody = open('postgres://x:x@127.0.0.1:1/x');
  expect(await ready(nobody).problem()).toBe(UNAVAILABLE);
  await nobody.close();
});

test('sends one query at a time to the database, and all probes share its answer', async () => {
  const query = vi.spyOn(db.server, 'session');
  const readiness = ready();
  const ask = () => Promise.all(Array.from({ length: 100 }, () => readiness.problem()));
  expect(new Set(await ask())).toEqual(new Set([undefined]));
  expect(query).toHaveBeenCalledTimes(1);
  await ask();
  expect(query).toHaveBeenCalledTimes(2);
});

test('while requests occupy every connection and receive answers, the process is ready', async () => {
  const [client] = await occupied();
  keepAsking(client!);
  // On a busy machine, a probe may get no answer within its time.
  await expect.poll(() => ready().problem()).toBeUndefined();
});

test('while requests occupy every connection and receive no answers, the process is not ready', async () => {
  const hanging = (await occupied()).map((client) => client.query('SELECT pg_sleep(3)'));
  expect(await ready().problem()).toBe(UNAVAILABLE);
  await Promise.all(hanging);
});

test('counts an answer that arrived while the process was busy computing', async () => {
  const [client] = await occupied();
  const asked = async (): Promise<string | undefined> => {
    const answered = client!.query('SELECT pg_sleep(0.1)');
    const problem = ready().problem();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const until = performance.now() + 1700;
    while (performance.now() < until);
    await answered;
    return problem;
  };
  // On a busy machine, the server may answer later.
  await expect.poll(asked).toBeUndefined();
});

test('while the table of keys is locked, the process is not ready, whatever else receives answers', async () => {
  const holder = await taken();
  await holder.query('BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
  keepAsking(holder);
  expect(await ready().problem()).toBe(UNAVAILABLE);
  // The probe has been canceled, so probes cannot take every connection.
  await expect.poll(() => db.pool.idleCount).toBe(1);
  await holder.query('ROLLBACK');
  await expect.poll(() => ready().problem()).toBeUndefined();
});
