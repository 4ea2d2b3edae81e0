/**
 * Upgrades from the first schema in use to the current one: test/vectors/first-schema.jsonl has its rows and the
 * answers of that version.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/platform/db/migration/migrate.ts';
import { loadMigrations } from '../../src/platform/db/migration/migrations.ts';
import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import { asService, emptyDatabase } from '../support/database.ts';
import { cleanUp, freshDataDir } from '../support/process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

// eslint-disable-next-line typescript/no-explicit-any
type Data = any;
const [first, ...lines]: Data[] = readFileSync(
  join(import.meta.dirname, '../vectors/first-schema.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const tables = lines.filter(({ table }) => table) as { table: string; rows: Data[] }[];
const readings = lines.filter(({ path }) => path) as { path: string; data: Data }[];

const FIRST_VERSION = 5;

let ownerUrl: string;
let dataDir: string;
let env: Record<string, string>;
let sql: Client;
let receiver: Receiver;
beforeAll(async () => {
  ownerUrl = await emptyDatabase();
  dataDir = await freshDataDir();
  env = {
    DATABASE_URL: asService(ownerUrl),
    ORIKI_MIGRATION_DATABASE_URL: ownerUrl,
    ORIKI_SECRET: first.secret,
    ORIKI_DATA_DIR: dataDir,
  };
  sql = new Client({ connectionString: ownerUrl });
  await sql.connect();
  // Before buckets existed, all tables were in these schemas.
  await sql.query('SET search_path = public, bucket_000, shared');
  await sql.query(`CREATE TABLE public.schema_migrations (version integer PRIMARY KEY, name text NOT NULL,
    checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const released = (await loadMigrations()).filter(({ version }) => version <= FIRST_VERSION);
  await migrate({ connectionString: ownerUrl }, { migrations: released });
  // With the checksums of that time: a migration changed since is refused.
  await sql.query('TRUNCATE schema_migrations');
  for (const { table, rows } of tables)
    await sql.query(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  // Rows with a limited retention were written just now.
  await sql.query('UPDATE idempotency_records SET created_at = now()');
  for (const table of ['events', 'deliveries'])
    await sql.query(`UPDATE ${table} SET created_at = now()`);
  await sql.query('UPDATE delivery_queue SET due_at = now()');
  receiver = await startReceiver();
});
afterAll(async () => {
  await sql.end();
  await receiver.stop();
  await cleanUp();
});

async function on(role: 'api' | 'all', work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp(
    { role, dataDir, secret: first.secret, outboundAllow: ['127.0.0.0/8'] },
    env['DATABASE_URL'],
  );
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}

function read(app: TestApp, path: string): Promise<Answer> {
  return app.call('GET', `/api/v1${path}`, {
    key: path.startsWith('/admin') ? first.platformKey : first.key,
  });
}

/** Deliveries continued after they were read, and their times are new. */
const CHANGES = /\/deliveries$/;
const CHANGED = new Set(['updatedAt', 'lastTriggeredAt', 'dueAt']);

/** Everything in which current answers may differ. */
function former(path: string, data: Data): Data {
  if (CHANGES.test(path)) {
    const items = data.items.map(({ id, eventId, eventType }: Data) => ({
      id,
      eventId,
      eventType,
    }));
    return { total: data.total, items };
  }
  return JSON.parse(JSON.stringify(data, (name, value) => (CHANGED.has(name) ? undefined : value)));
}

/** Files of tables; a rewritten table gets another one. */
async function filesOf(schema: string): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ relname: string; relfilenode: string }>(
    `SELECT relname, relfilenode FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace`,
  );
  return new Map(rows.map(({ relname, relfilenode }) => [relname, relfilenode]));
}

test('the command migrates the first schema with its rows once, without copying a row of growing tables', async () => {
  const before = await filesOf('public');
  const { code, stdout, stderr } = await oriki(['migrate', '--json'], env);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const all = await loadMigrations();
  expect(JSON.parse(stdout).applied).toHaveLength(all.length - FIRST_VERSION);
  const { rows: left } =
    await sql.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`);
  expect(left).toEqual([]);
  const after = new Map([...(await filesOf('shared')), ...(await filesOf('bucket_000'))]);
  for (const table of ['screening_entries', 'events', 'deliveries', 'organizations', 'api_keys'])
    expect([table, after.get(table)]).toEqual([table, before.get(table) ?? 'there']);
  const again = await oriki(['migrate', '--json'], env);
  expect(JSON.parse(again.stdout)).toEqual({ applied: [] });
  const { rows } = await sql.query(`SELECT version, checksum FROM bucket_000.schema_migrations
    UNION ALL SELECT version, checksum FROM shared.schema_migrations ORDER BY 1`);
  expect(rows).toEqual(all.map(({ version, checksum }) => ({ version, checksum })));
});

test('everything answered at that time is answered now, and keys are accepted and refused as before', async () => {
  await on('api', async (app) => {
    expect(readings.length).toBeGreaterThan(20);
    for (const { path, data } of readings) {
      const answer = await read(app, path);
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      expect(answer.body.data, path).toMatchObject(former(path, data));
    }
    const revoked = await app.call('GET', '/api/v1/fraud/lists', { key: first.revokedKey });
    expect(revoked.status).toBe(401);
    const foreign = await app.call('GET', `/api/v1/fraud/lists/${first.blocklist}`, {
      key: first.otherKey,
    });
    expect(foreign.status).toBe(404);
    for (const [method, path, key, data] of [
      ['POST', '/fraud/lists', 'first-list', first.idempotent.list],
      ['POST', '/identity/verify-bvn', 'first-bvn', first.idempotent.bvn],
    ] as const) {
      const body =
        path === '/fraud/lists'
          ? { source: 'internal:fraud', name: 'Known fraudsters', kind: 'tenant_blocklist' }
          : {
              subjectId: 'customer-17',
              bvn: '22222222220',
              matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
            };
      const replayed = await app.call(method, `/api/v1${path}`, {
        key: first.key,
        body,
        headers: { 'idempotency-key': key },
      });
      expect(replayed.headers.get('idempotency-replayed'), replayed.text).toBe('true');
      expect(replayed.body.data).toEqual(data);
    }
  });
});

test('the audit chain of that time is complete, and contains the tips recorded then', async () => {
  const heads = join(dataDir, 'heads.json');
  await writeFile(heads, JSON.stringify(first.heads));
  const { code, stdout, stderr } = await oriki(
    ['audit', 'verify', '--heads', heads, '--json'],
    env,
  );
  expect([code, stderr], stdout).toEqual([0, '']);
  expect(JSON.parse(stdout).organizations[first.orgId]).toMatchObject(
    first.heads.organizations[first.orgId],
  );
});

test('work that was in progress continues: lists screen, deliveries arrive signed, dead letters can be replayed', async () => {
  // Before anything is sent to the receivers of that time.
  await on('api', async (app) => {
    for (const [id, path] of [
      [first.bad, '/later'],
      [first.ok, '/ok'],
    ]) {
      const body = { url: receiver.url(path) };
      const moved = await app.call('PATCH', `/api/v1/webhooks/${id}`, { key: first.key, body });
      expect(moved.status, moved.text).toBe(200);
    }
  });
  await on('all', async (app) => {
    const call = (method: string, path: string, body?: Data, key: string = first.key) =>
      app.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
    for (const name of ['Okonkwo Adaeze', 'Viktor Anatolijevitch Bout', 'Sean OBrien Smith']) {
      const { body } = await call('POST', '/fraud/screen', { name });
      expect(body.data.outcome, name).toBe('block');
    }
    expect(await receiver.waitFor(3, { path: '/later' })).toHaveLength(3);
    const sent = await call('POST', `/webhooks/${first.ok}/test`);
    expect(sent.status).toBe(202);
    const [request] = await receiver.waitFor(1, { path: '/ok' });
    receiver.verify(request!, first.webhookSecret);
    const letters = (await read(app, '/admin/dead-letters')).body.data.items;
    const replayed = await call(
      'POST',
      `/admin/dead-letters/${letters[0].id}/replay`,
      {},
      first.platformKey,
    );
    expect(replayed.status, replayed.text).toBe(200);
    const [after] = (await read(app, '/admin/dead-letters')).body.data.items;
    expect(after).toMatchObject({ id: letters[0].id, replays: letters[0].replays + 1 });
  });
  // It decrypts every envelope.
  const { code, stdout, stderr } = await oriki(['kek', 'rotate', '--json'], env);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout).rewrapped).toBeGreaterThan(8);
});
