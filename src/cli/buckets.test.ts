import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase, emptyDatabase } from '../../test/support/database.ts';
import { oriki } from '../../test/support/command-line.ts';

let env: Record<string, string>;
beforeAll(async () => {
  const [home, b] = [await cloneDatabase(), await emptyDatabase()];
  const { username, password } = new URL(home);
  env = {
    DATABASE_URL: home,
    ORIKI_MIGRATION_DATABASE_URL: asOwner(home),
    ORIKI_SERVERS: `b=${Object.assign(new URL(b), { username, password }).href}`,
    ORIKI_MIGRATION_SERVERS: `b=${b}`,
  };
});

async function run(...args: string[]) {
  const { code, stdout, stderr } = await oriki([...args, '--json'], env);
  return { code, stderr, answer: stdout === '' ? undefined : JSON.parse(stdout) };
}

async function onServerB(text: string): Promise<string[]> {
  const client = new Client({ connectionString: env['ORIKI_MIGRATION_SERVERS']!.slice(2) });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(text);
  await client.end();
  return rows.map(({ name }) => name);
}

test('buckets are created on each server, listed with their organizations, and assigned to new organizations in turn', async () => {
  expect((await run('buckets', 'add', '1')).answer).toEqual({
    server: 'home',
    added: ['bucket_001'],
  });
  expect((await run('buckets', 'add', '2', '--server', 'b')).answer).toEqual({
    server: 'b',
    added: ['bucket_002', 'bucket_003'],
  });
  const schemas =
    "SELECT nspname::text AS name FROM pg_namespace WHERE nspname ~ '^bucket|^shared'";
  expect(await onServerB(schemas)).toEqual(['bucket_002', 'bucket_003']);
  for (const bucket of [undefined, undefined, 'bucket_003', undefined, undefined]) {
    const chosen = bucket === undefined ? [] : ['--bucket', bucket];
    expect((await run('org', 'create', '--name', 'T', '--plan', 'pro', ...chosen)).code).toBe(0);
  }
  expect((await run('buckets', 'list')).answer).toEqual({
    total: 4,
    items: [
      { name: 'bucket_000', server: 'home', organizations: 2 },
      { name: 'bucket_001', server: 'home', organizations: 1 },
      { name: 'bucket_002', server: 'b', organizations: 1 },
      { name: 'bucket_003', server: 'b', organizations: 1 },
    ],
  });
});

test('rejects a number above the maximum before it creates a bucket', async () => {
  const { code, stderr } = await run('buckets', 'add', '997');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('at most 1000 buckets are possible: 996 more can be added, not 997'),
  ]);
  expect((await run('buckets', 'list')).answer.total).toBe(4);
});

test('rejects an invalid number of buckets with the message for wrong usage', async () => {
  const { code, answer } = await run('buckets', 'add', '0');
  expect([code, answer.error.message]).toEqual([64, 'N must be a whole number from 1']);
});

test('doctor reports a missing exports folder of any bucket', async () => {
  await onServerB(
    `INSERT INTO bucket_003.export_stores (location) VALUES ('{"folder":"/gone/exports","kind":"folder"}')`,
  );
  await onServerB(
    `INSERT INTO bucket_003.exports (org_id, id, data_type, format, max_rows, retention_days, status, file_size, sha256,
       expires_at, store)
     VALUES ('org_x', 'export_x', 'usage', 'CSV', 1, 1, 'COMPLETED', 1, sha256(''), now(),
       '{"folder":"/gone/exports","kind":"folder"}')`,
  );
  const { answer } = await run('doctor');
  expect(answer.checks).toContainEqual(
    expect.objectContaining({
      check: 'former exports',
      status: 'warn',
      message: 'files are in the folder /gone/exports (ENOENT)',
    }),
  );
});

test('the next command finishes a bucket whose creation was interrupted, and uses it', async () => {
  // This is the state after the first statements of the creation.
  await onServerB('CREATE SCHEMA bucket_009');
  const { answer } = await run('buckets', 'add', '2', '--server', 'b');
  expect(answer.added).toEqual(['bucket_009', 'bucket_004']);
  expect((await run('migrate')).answer).toEqual({ applied: [] });
  const tables = "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'bucket_009'";
  expect(await onServerB(tables)).toContain('screenings');
});

test('jobs run runs a job in every bucket', async () => {
  expect((await run('jobs', 'run', 'idempotency-records')).answer).toEqual({
    job: 'idempotency-records',
    removed: 0,
  });
  const { items } = (await run('jobs', 'list')).answer;
  const own = items.filter(({ name }: { name: string }) => name.startsWith('idempotency-records'));
  expect(own.length).toBe((await run('buckets', 'list')).answer.total);
  for (const { lastRunAt } of own) expect(lastRunAt).toMatch(/^\d{4}-/);
});

test('a move from a server without logical replication names the missing setting, and moves no row', async () => {
  const { code, stderr } = await run('buckets', 'move', 'bucket_002', '--to', 'home');
  expect([code, stderr]).toEqual([
    1,
    'oriki: the server b has wal_level = minimal: set wal_level = logical there and restart it\n',
  ]);
  const { items } = (await run('buckets', 'list')).answer;
  expect(items).toContainEqual(expect.objectContaining({ name: 'bucket_002', server: 'b' }));
});

test('does not move an organization to a server whose owner may not bypass row-level security', async () => {
  const url = new URL(env['ORIKI_MIGRATION_SERVERS']!.slice(2));
  const role = 'mover_without_rights';
  await onServerB(`CREATE ROLE ${role} LOGIN PASSWORD 'mover'`);
  const there = { ...env };
  env['ORIKI_MIGRATION_SERVERS'] =
    `b=${Object.assign(new URL(url), { username: role, password: 'mover' }).href}`;
  const { items } = (await run('org', 'list')).answer;
  const moves = await Promise.all(
    items.map(({ id }: { id: string }) => run('org', 'move', '--id', id, '--to', 'bucket_002')),
  );
  env = there;
  expect(moves.map(({ stderr }) => stderr)).toContain(
    `oriki: the owner ${role} may not copy rows to the server b: a superuser there must run ALTER ROLE ${role} BYPASSRLS\n`,
  );
  await onServerB(`DROP ROLE ${role}`);
});

test.each([
  ['usage report', ['usage', 'report']],
  ['invoices verify', ['invoices', 'verify']],
  ['buckets move to it', ['buckets', 'move', 'bucket_000', '--to', 'b']],
  ['buckets move away from it', ['buckets', 'move', 'bucket_002', '--to', 'home']],
])('%s ends with one sentence that names the unavailable server', async (_, args) => {
  const there = { ...env };
  const away = (setting: string): string => {
    const url = new URL(env[setting]!.slice(2));
    url.port = '1';
    return `b=${url.href}`;
  };
  env['ORIKI_SERVERS'] = away('ORIKI_SERVERS');
  env['ORIKI_MIGRATION_SERVERS'] = away('ORIKI_MIGRATION_SERVERS');
  const { code, stderr } = await run(...args);
  env = there;
  expect([code, stderr]).toEqual([
    1,
    'oriki: cannot use the server b that ORIKI_SERVERS names (ENOENT): is PostgreSQL running there, ' +
      'and are user, password and database name correct?\n',
  ]);
});

test('a move by an owner with a wrong password names the setting', async () => {
  const there = { ...env };
  const url = new URL(env['ORIKI_MIGRATION_SERVERS']!.slice(2));
  url.password = 'wrong';
  env['ORIKI_MIGRATION_SERVERS'] = `b=${url.href}`;
  const { code, stderr } = await run('buckets', 'move', 'bucket_002', '--to', 'home');
  env = there;
  expect([code, stderr]).toEqual([
    1,
    'oriki: cannot use the server b that ORIKI_MIGRATION_SERVERS names (28P01: it rejects the user or the password): ' +
      'is PostgreSQL running there, and are user, password and database name correct?\n',
  ]);
});

test('rejects an unknown server or bucket with a message', async () => {
  const server = await run('buckets', 'add', '1', '--server', 'c');
  expect([server.code, server.stderr]).toEqual([
    1,
    expect.stringContaining('server c is unknown: ORIKI_SERVERS names b'),
  ]);
  const org = await run('org', 'create', '--name', 'T', '--plan', 'pro', '--bucket', 'bucket_999');
  expect([org.code, org.answer.error.code]).toEqual([1, 'BAD_REQUEST']);
  delete env['ORIKI_SERVERS'];
  delete env['ORIKI_MIGRATION_SERVERS'];
  const start = await run('org', 'list');
  expect([start.code, start.stderr]).toEqual([
    78,
    expect.stringContaining('ORIKI_SERVERS does not name the server b, which has bucket_002'),
  ]);
});
