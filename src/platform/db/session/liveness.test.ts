import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/process.ts';
import { Database } from '../database.ts';
import { startListener } from './listener.ts';
import { hasEnded, Liveness } from './liveness.ts';

let url: string;
let db: Database;

beforeAll(async () => {
  url = await cloneDatabase();
  db = new Database({
    connection: { connectionString: asOwner(url) },
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
});
afterAll(() => db.close());

const log = pino({ level: 'silent' });

async function ended(name: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT ${hasEnded('named.name')} AS ended FROM (SELECT ${name}::text AS name) AS named`.execute(
    db.read,
  );
  return rows[0]!.ended;
}

function listen(liveness: Liveness, settings = {}) {
  return startListener({
    connection: { connectionString: url, ...settings },
    handlers: {},
    onDown: async () => {},
    liveness,
    log,
  });
}

test('a name with a session lives as long as that session, and a name without one proves nothing', async () => {
  const liveness = new Liveness();
  expect(liveness.hasSession).toBe(false);
  expect(await ended(liveness.name)).toBe(false);
  const client = new Client({ connectionString: url });
  await client.connect();
  await liveness.began((text, values) => client.query(text, values));
  const { name } = liveness;
  expect(liveness.hasSession).toBe(true);
  expect(await ended(name)).toBe(false);
  // The check does not take the lock.
  expect(await ended(name)).toBe(false);
  await client.end();
  await eventually(() => ended(name));
  expect(await ended(name)).toBe(true);
  liveness.ended();
  expect(liveness.name).not.toBe(name);
  expect(liveness.hasSession).toBe(false);
  expect(await ended(liveness.name)).toBe(false);
});

test('a process gets another name with each new session, and is notified of it', async () => {
  const liveness = new Liveness();
  const names: string[] = [liveness.name];
  liveness.onChange(() => names.push(liveness.name));
  const listener = listen(liveness);
  await eventually(() => liveness.hasSession);
  const { name } = liveness;
  await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE application_name = 'oriki:listen' AND datname = current_database()`.execute(db.read);
  await eventually(() => names.length >= 4);
  expect(liveness.hasSession).toBe(true);
  expect(names.map((one) => one.split('_')[0])).toEqual([
    'process',
    'session',
    'process',
    'session',
  ]);
  expect(new Set(names).size).toBe(4);
  expect(await ended(name)).toBe(true);
  expect(await ended(liveness.name)).toBe(false);
  await listener.stop();
  await eventually(() => ended(liveness.name));
});

test("a session that a pooler shares does not count as the process's own", async () => {
  // Simulates a pooler in transaction mode, in which another server process answers each query.
  await sql`CREATE SCHEMA pooled`.execute(db.read);
  await sql`CREATE SEQUENCE pooled.pids`.execute(db.read);
  await sql`CREATE FUNCTION pooled.pg_backend_pid() RETURNS integer LANGUAGE sql VOLATILE
      AS $$ SELECT nextval('pooled.pids')::integer $$`.execute(db.read);
  await sql`GRANT USAGE ON SCHEMA pooled TO PUBLIC`.execute(db.read);
  await sql`GRANT USAGE ON SEQUENCE pooled.pids TO PUBLIC`.execute(db.read);
  const liveness = new Liveness();
  const listener = listen(liveness, { options: '-c search_path=pooled,pg_catalog,public' });
  await eventually(() => liveness.hasSession);
  await eventually(() => !liveness.hasSession);
  expect(listener.connected()).toBe(true);
  expect(liveness.name).toMatch(/^process_/);
  await listener.stop();
});
