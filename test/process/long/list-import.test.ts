import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import { call, startTestApp, type TestApp } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { cleanUp, cli, eventually, freshDataDir, tenant } from '../../support/process.ts';

const ROWS = 5000;
/** The secret of `cli`. */
const SECRET = 'test-secret-test-secret-test-secret-2';

let app: TestApp;
let databaseUrl: string;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  databaseUrl = await cloneDatabase();
  folder = await freshDataDir();
  await mkdir(folder);
});
afterAll(async () => {
  await app.stop();
  await cleanUp();
});

/** Arguments of an import into a new list of a new organization, and the content of that list. */
async function prepared(client: Client, file: string) {
  const { id: org } = await tenant(databaseUrl);
  const list = 'list_01kf3vbq2ye5rstv5n1v0m2r8k';
  await client.query(
    `INSERT INTO screening_lists (org_id, id, source, name, kind)
     VALUES ($1, $2, 'own', 'Own', 'tenant_blocklist')`,
    [org, list],
  );
  const names = async (): Promise<string[]> => {
    const { rows } = await client.query(
      'SELECT name FROM screening_entries WHERE org_id = $1 ORDER BY name',
      [org],
    );
    return rows.map(({ name }) => name);
  };
  return { args: ['list', 'import', '--org', org, '--list', list, '--file', file], names };
}

test('a killed import continues and adds each row once, and adds none when repeated', async () => {
  const file = join(folder, 'entries.csv');
  const people = Array.from({ length: ROWS }, (_, i) => `Ada Obi ${String(i).padStart(5, '0')}`);
  await writeFile(file, `name\n${people.join('\n')}\n`);
  const client = new Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  // A batch takes long enough for an interruption, however fast the machine is.
  await client.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END $$`);
  await client.query(
    'CREATE TRIGGER slow BEFORE INSERT ON screening_entries FOR EACH STATEMENT EXECUTE FUNCTION slow()',
  );
  const { args, names } = await prepared(client, file);
  const env = { DATABASE_URL: databaseUrl };
  const kill = Promise.withResolvers<void>();
  const dying = cli(args, env, kill.promise);
  await eventually(async () => (await names()).length > 0, 30_000);
  kill.resolve();
  expect((await dying).signal).toBe('SIGKILL');
  const before = (await names()).length;
  expect(before).toBeLessThan(ROWS);
  const again = await cli([...args, '--json'], env);
  expect([again.code, again.stderr]).toEqual([0, '']);
  const report = JSON.parse(again.stdout);
  // The transaction of the killed process may have committed since.
  expect(report.addedBefore).toBeGreaterThanOrEqual(before);
  expect(report).toMatchObject({ ok: true, rows: ROWS, added: ROWS - report.addedBefore });
  expect(await names()).toEqual(people);
  const third = JSON.parse((await cli([...args, '--json'], env)).stdout);
  expect(third).toMatchObject({ ok: true, added: 0, addedBefore: ROWS });
  expect(await names()).toEqual(people);
  await client.end();
});

test('shows invalid rows as a table with exit code 1, and adds the others with --skip-invalid', async () => {
  const file = join(folder, 'invalid.csv');
  await writeFile(file, 'name,dob\nAda Obi,1990-01-01\n,1990-01-01\nMusa Bello,soon\n');
  const client = new Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  const { args, names } = await prepared(client, file);
  const env = { DATABASE_URL: databaseUrl, ORIKI_SECRET: SECRET };
  const refused = await oriki(args, env);
  expect([refused.code, refused.stderr]).toEqual([1, '']);
  expect(refused.stdout).toMatch(
    /^ok: false\nerror: nothing was added: 2 of 3 rows are invalid; .+\n[^]*rows: 3\n[^]*problems:\n {2}line\treason\n {2}3\tname: .+\n {2}4\tdob: .+\nsharedIds: \nencoding: utf-8\ndelimiter: comma\nwarnings: \n$/,
  );
  expect(await names()).toEqual([]);
  const added = await oriki([...args, '--skip-invalid', '--json'], env);
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(JSON.parse(added.stdout)).toMatchObject({ ok: true, added: 1, invalid: 2 });
  expect(await names()).toEqual(['Ada Obi']);
  await client.end();
});

test('a running service screens against imported entries', async () => {
  const { id: org, key } = await tenant(app.databaseUrl);
  const made = await call(app.url, 'POST', '/api/v1/fraud/lists', {
    key,
    body: { source: 'own', name: 'Own', kind: 'tenant_blocklist' },
  });
  const file = join(folder, 'alias.csv');
  await writeFile(file, 'name,aliases\nBabatunde Fashola Ogunlesi,Tunde Ogunlesi\n');
  const { code } = await oriki(
    ['list', 'import', '--org', org, '--list', made.body.data.id, '--file', file],
    app.env,
  );
  expect(code).toBe(0);
  const { body } = await call(app.url, 'POST', '/api/v1/fraud/screen', {
    key,
    body: { name: 'Ogunlesi, Tunde' },
  });
  expect(body.data.hits[0]).toMatchObject({ source: 'own', matchedName: 'Tunde Ogunlesi' });
});

test("options of global lists and of organizations' lists cannot be combined", async () => {
  const cases: [string, string[]][] = [
    ['--kind is not allowed with --org and --list', ['--org', 'o', '--list', 'l', '--kind', 'pep']],
    ['--list is required', ['--org', 'o', '--file', 'f']],
    ['--org is required', ['--list', 'l', '--file', 'f']],
    ['--skip-invalid requires --org and --list', ['--source', 's', '--skip-invalid']],
  ];
  for (const [message, more] of cases) {
    const { code, stderr } = await oriki(['list', 'import', ...more], {
      ...app.env,
    });
    expect([code, stderr.split('\n')[0]]).toEqual([64, `oriki: ${message}`]);
  }
});
