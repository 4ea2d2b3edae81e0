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

test('buckets are made on each server, listed with their organizations, and get new ones in turn', async () => {
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

test('a bucket that an interruption has left without its row is finished and used', async () => {
  // As after the first statements of the making.
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

test('a server or bucket that is not there is refused in words', async () => {
  const server = await run('buckets', 'add', '1', '--server', 'c');
  expect([server.code, server.stderr]).toEqual([
    1,
    expect.stringContaining('there is no server c: ORIKI_SERVERS names b'),
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
