import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { asOwner } from '../../../test/support/database.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../test/support/app.ts';
import { permissionClient } from '../../../test/support/permission-client.ts';
import { freePort } from '../../../test/support/process.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startFakeS3 } from '../../../test/support/s3-server.ts';
import { diagnose, diagnosisText } from './doctor.ts';

let app: TestApp;
let folder: string;
/** Returns the path of a new data folder that does not exist yet. */
function freshDir() {
  return join(folder, randomBytes(4).toString('hex'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-doctor-'));
  app = await startTestApp({ role: 'api', dataDir: join(folder, 'service') });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns findings by check, for a process with this environment, while the service is running. */
async function diagnosed(env: NodeJS.ProcessEnv = {}, online = false) {
  const said: string[] = [];
  const diagnosis = await diagnose({
    online,
    env: {
      ...app.env,
      PORT: '0',
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: join(folder, 'service'),
      ...env,
    },
    progress: (line) => said.push(line),
  });
  const { ok, checks } = diagnosis;
  return {
    ok,
    text: diagnosisText(diagnosis),
    of: Object.fromEntries(checks.map((f) => [f.check, f])),
  };
}

async function asAdmin(run: (admin: Client) => Promise<unknown>, url = inject('serverUrl')) {
  const admin = new Client({ connectionString: asOwner(url), application_name: 'oriki:test' });
  await admin.connect();
  await run(admin);
  await admin.end();
}

test('every check of a correct process succeeds or states what to look at', async () => {
  const { ok, of, text } = await diagnosed();
  expect(ok, text).toBe(true);
  for (const check of ['configuration', 'data folder', 'database', 'schema', 'clock', 'secret'])
    expect(of[check], text).toMatchObject({ status: 'ok' });
  expect(of['keys']?.message).toMatch(/wraps and unwraps/);
  expect(of['providers']).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/invented/),
  });
  expect(of['lists']).toMatchObject({ status: 'warn' });
  expect(text).toMatch(/^ok +configuration +every setting is valid$/m);
  expect(text).toMatch(/^warn +providers .*\n +-> before production/m);
});

test('exports in a folder that no longer exists are a warning', async () => {
  const { id } = await app.org();
  const location = JSON.stringify({ folder: join(folder, 'former'), kind: 'folder' });
  await app.db.pool.query('INSERT INTO export_stores (location) VALUES ($1)', [location]);
  await app.db.pool.query(
    `INSERT INTO exports (org_id, id, data_type, format, max_rows, retention_days, status, file_size, sha256,
       expires_at, store)
     VALUES ($1, 'export_x', 'usage', 'CSV', 1, 1, 'COMPLETED', 1, sha256(''), now(), $2)`,
    [id, location],
  );
  expect((await diagnosed()).of['former exports']).toMatchObject({
    status: 'warn',
    message: `files are in the folder ${join(folder, 'former')} (ENOENT)`,
  });
  await app.db.pool.query('DELETE FROM exports');
  expect((await diagnosed()).of['former exports']).toMatchObject({ status: 'ok' });
});

test('reports an unusable export bucket as a failure before the first export', async () => {
  for (const name of ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'REGION'])
    vi.stubEnv(`AWS_${name}`, 'x');
  const bucket = {
    ORIKI_EXPORT_S3_BUCKET: 'exports',
    ORIKI_EXPORT_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  };
  const away = await diagnosed(bucket);
  expect([away.ok, away.of['exports']?.status]).toEqual([false, 'fail']);
  const s3 = await startFakeS3('exports');
  const there = { ...bucket, ORIKI_EXPORT_S3_ENDPOINT: s3.endpoint };
  expect((await diagnosed(there)).of['exports']).toMatchObject({ status: 'ok' });
  s3.refuse = { method: 'GET', status: 404, code: 'NoSuchBucket' };
  expect((await diagnosed(there)).of['exports']?.message).toMatch(/\(NoSuchBucket\)/);
  await s3.close();
  vi.unstubAllEnvs();
});

test('an identity provider whose unverified addresses are trusted is reported', async () => {
  expect((await diagnosed()).of['sign-ins']?.status).toBe('ok');
  const { key } = await app.org();
  const made = await app.call('POST', '/api/v1/sign-in/issuers', {
    key,
    body: {
      name: 'Example SSO',
      issuer: 'https://login.example.com',
      clientId: 'oriki',
      emailWithoutVerified: true,
      skipCheck: true,
    },
  });
  expect(made.status, made.text).toBe(201);
  expect((await diagnosed()).of['sign-ins']).toMatchObject({
    status: 'warn',
    message: 'identity providers whose e-mail addresses are trusted without "email_verified": 1',
  });
  const path = `/api/v1/sign-in/issuers/${made.body.data.id}`;
  expect((await app.call('DELETE', path, { key })).status).toBe(200);
});

test("operators' identity providers are checked only with --online, and an unavailable one is not a failure", async () => {
  const file = join(folder, 'sign-in.yaml');
  await writeFile(
    file,
    'issuers:\n  - { id: corporate, name: SSO, issuer: "https://127.0.0.1:9", clientId: oriki }\n',
  );
  const env = { ORIKI_SIGN_IN_FILE: file, ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8' };
  expect((await diagnosed(env)).of["operators' sign-ins"]?.status).toBe('ok');
  expect((await diagnosed(env, true)).of["operators' sign-ins"]).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('corporate: discovery: the provider does not answer'),
  });
  await writeFile(file, 'issuers: 1\n');
  expect((await diagnosed(env)).of["operators' sign-ins"]?.status).toBe('fail');
});

test('lists stored subjects in notations of other systems', async () => {
  expect((await diagnosed()).of['permissions']?.status).toBe('ok');
  const org = await app.org();
  const client = permissionClient(app, org);
  const assigned = await client.assign('user:all', await client.role('r', []));
  const related = await client.relate('u', 'viewer', 'group:a');
  const write = (table: string, column: string, text: string) =>
    app.db.pool.query(`UPDATE ${table} SET ${column} = $1 WHERE org_id = $2`, [text, org.id]);
  await write('permission_assignments', 'subject', 'user:*');
  await write('permission_relationships', 'object', 'group:a#member');
  const { status, message } = (await diagnosed()).of['permissions']!;
  expect(status).toBe('warn');
  expect(message).toContain(': 2\n');
  for (const id of [assigned, related]) expect(message).toContain(`${id} of ${org.id}`);
  expect(message).not.toContain('user:*');
  for (const path of [`/assignments/${assigned}`, `/relationships/${related}`])
    await client.remove(path);
});

test('an invalid price sheet, which prevents a start, is a failure', async () => {
  expect((await diagnosed()).of['prices']?.status).toBe('ok');
  const file = join(folder, 'prices.yaml');
  await writeFile(file, 'currency: 1\n');
  const { ok, of } = await diagnosed({ ORIKI_PRICE_SHEET_FILE: file });
  expect([ok, of['prices']?.status]).toEqual([false, 'fail']);
});

test('every problem of the configuration is a failure, and no secret is repeated', async () => {
  const { ok, text } = await diagnosed({
    PORT: 'x',
    ORIKI_ROLE: 'boss',
    ORIKI_SECRET: 'short-one',
  });
  expect(ok).toBe(false);
  for (const name of ['PORT', 'ORIKI_ROLE', 'ORIKI_SECRET'])
    expect(text).toMatch(new RegExp(`^fail +configuration +${name} `, 'm'));
  expect(text).not.toContain('short-one');
});

test('before the first start there is no failure, and nothing is created', async () => {
  const dir = freshDir();
  const { ok, text, of } = await diagnosed({
    DATABASE_URL: '',
    ORIKI_SECRET: '',
    ORIKI_DATA_DIR: dir,
  });
  expect(ok, text).toBe(true);
  expect(of['database']?.message).toMatch(/the first start creates/);
  expect(await readdir(folder)).not.toContain(dir.slice(folder.length + 1));
});

describe('a problem of the database', () => {
  test('fails the check if the database does not answer', async () => {
    const port = await freePort();
    const { ok, of } = await diagnosed({
      DATABASE_URL: `postgres://u:hidden@127.0.0.1:${port}/db`,
    });
    expect(ok).toBe(false);
    expect(of['database']).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/ECONNREFUSED/),
      advice: expect.any(String),
    });
    expect(JSON.stringify(of)).not.toContain('hidden');
  });

  test('fails the check if the database has not been migrated', async () => {
    const name = `t_${randomBytes(6).toString('hex')}`;
    await asAdmin((admin) => admin.query(`CREATE DATABASE ${name}`));
    const url = new URL(inject('serverUrl'));
    url.pathname = `/${name}`;
    const { ok, of } = await diagnosed({ DATABASE_URL: url.href });
    expect(ok).toBe(false);
    expect(of['schema']).toMatchObject({
      status: 'fail',
      advice: expect.stringMatching(/migrate/),
    });
    expect([of['role']?.status, of['lists']?.status]).toEqual(['skip', 'skip']);
  });

  test('fails the check if the database belongs to a newer version', async () => {
    await asAdmin(async (admin) => {
      await admin.query(
        `INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, '9999_later.sql', 'x')`,
      );
      const { ok, of } = await diagnosed();
      await admin.query(`DELETE FROM schema_migrations WHERE version = 9999`);
      expect([ok, of['schema']?.status]).toEqual([false, 'fail']);
    }, app.databaseUrl);
  });

  test('its role may not read the tables', async () => {
    const role = `r_${randomBytes(6).toString('hex')}`;
    const url = new URL(app.databaseUrl);
    await asAdmin(async (admin) => {
      await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pw'`);
      await admin.query(`GRANT USAGE ON SCHEMA bucket_000, shared TO ${role}`);
      await admin.query(
        `GRANT SELECT ON bucket_000.schema_migrations, shared.schema_migrations, shared.buckets, events TO ${role}`,
      );
    }, url.href);
    [url.username, url.password] = [role, 'pw'];
    const { ok, of } = await diagnosed({ DATABASE_URL: url.href });
    expect(ok).toBe(false);
    expect(of['role']).toMatchObject({ status: 'fail', message: expect.stringContaining(role) });
    await asAdmin(
      (admin) => admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`),
      app.databaseUrl,
    );
  });

  test('the role of the service owns the tables, so row-level security is not in effect', async () => {
    const { ok, of } = await diagnosed({ DATABASE_URL: asOwner(app.databaseUrl) });
    expect([ok, of['role']?.status]).toEqual([true, 'warn']);
    expect(of['role']?.message).toMatch(/owns its tables.*row-level security is not in effect/);
    expect(of['role']?.advice).toMatch(/ORIKI_MIGRATION_DATABASE_URL/);
  });
});

describe('a problem of secrets and keys', () => {
  test('the secret is a different one, which is detected without binding the database to it', async () => {
    const { ok, of } = await diagnosed({ ORIKI_SECRET: 'another-secret-another-secret-another' });
    expect(ok).toBe(false);
    expect([of['secret']?.status, of['keys']?.status]).toEqual(['fail', 'skip']);
  });

  test('the secret of this database is missing', async () => {
    const { of } = await diagnosed({ ORIKI_SECRET: '', ORIKI_DATA_DIR: freshDir() });
    expect(of['secret']).toMatchObject({
      status: 'fail',
      advice: expect.stringMatching(/ORIKI_SECRET/),
    });
  });

  test('nothing is encrypted', async () => {
    const { ok, of } = await diagnosed({ ORIKI_KMS: 'none' });
    expect([ok, of['keys']?.status]).toEqual([true, 'warn']);
  });

  test('the private key of signed documents does not open', async () => {
    expect((await oriki(['signing-key', 'rotate'], app.env)).code).toBe(0);
    expect((await diagnosed()).of['signing key']).toMatchObject({
      status: 'ok',
      message: 'the private key can be opened',
    });
    const { rows } = await app.db.query(
      'SELECT envelope FROM shared.signing_keys WHERE retired_at IS NULL',
    );
    const store = (envelope: string) =>
      app.db.query('UPDATE shared.signing_keys SET envelope = $1 WHERE retired_at IS NULL', [
        envelope,
      ]);
    await store(`${rows[0]!.envelope.slice(0, -4)}AAA=`);
    const { ok, of } = await diagnosed();
    await store(rows[0]!.envelope);
    expect([ok, of['signing key']?.status]).toEqual([false, 'fail']);
    expect(of['signing key']?.advice).toContain('signing-key rotate');
  });

  test('the key ring is damaged', async () => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, '{"keys":', { mode: 0o600 });
    const { ok, of } = await diagnosed({ ORIKI_KMS_KEY_FILE: file });
    expect([ok, of['keys']?.status]).toEqual([false, 'fail']);
  });

  test('a key-management service does not answer', async () => {
    const { ok, of } = await diagnosed({
      ORIKI_KMS: 'vault',
      ORIKI_KMS_KEY: 'oriki',
      ORIKI_VAULT_ADDR: `http://127.0.0.1:${await freePort()}`,
      ORIKI_VAULT_TOKEN: 'a-token',
      ORIKI_KMS_ALLOW: '127.0.0.1',
      ORIKI_KMS_SECOND: 'local',
    });
    expect([ok, of['keys']?.status, of['second key']?.status]).toEqual([false, 'fail', 'ok']);
    expect(JSON.stringify(of)).not.toContain('a-token');
  });
});

test('reports folders that cannot be created or written as a failure', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const env = { ORIKI_DATA_DIR: join(file, 'data'), ORIKI_EXPORT_DIR: '/proc/nope' };
  const { ok, of } = await diagnosed(env);
  expect([ok, of['data folder']?.status, of['exports']?.status]).toEqual([false, 'fail', 'fail']);
});

describe('providers', () => {
  const file = () => join(folder, 'providers.yaml');
  const providers = (baseUrl: string) => `
providers:
  - label: provider-1
    adapter: paystack
    baseUrl: ${baseUrl}
    credentials: { secretKey: { env: PATH } }
chains:
  account: { NG: [provider-1] }
`;

  test('a file with mistakes is a failure', async () => {
    await writeFile(file(), 'providers: [{ label: 1 }]\nchains: {}\n');
    const { ok, of, text } = await diagnosed({ ORIKI_PROVIDERS_FILE: file() });
    expect([ok, of['providers']?.status]).toEqual([false, 'fail']);
    expect(text).not.toMatch(/^ {0,6}\S.*label/m);
  });

  test('the check names chains that need a consent, unless tenants hold consents under contract', async () => {
    const withConsent = (more: string) => `
providers:
  - label: provider-1
    adapter: youverify
    credentials: { token: { env: PATH } }
${more}
chains:
  bvn: { NG: [provider-1] }
`;
    await writeFile(file(), withConsent(''));
    const { ok, of } = await diagnosed({ ORIKI_PROVIDERS_FILE: file() });
    expect([ok, of['consent']]).toMatchObject([
      true,
      { status: 'warn', message: expect.stringContaining('bvn NG (rejected)') },
    ]);
    await writeFile(file(), withConsent('    consent: contract'));
    expect((await diagnosed({ ORIKI_PROVIDERS_FILE: file() })).of).not.toHaveProperty('consent');
  });

  test('vendors are contacted only with --online, and a vendor without an answer is reported', async () => {
    const receiver = await startReceiver();
    await writeFile(file(), providers(receiver.url('/')));
    const env = { ORIKI_PROVIDERS_FILE: file(), ORIKI_OUTBOUND_ALLOW: '127.0.0.1' };
    const offline = await diagnosed(env);
    expect([offline.ok, offline.of['providers']?.status], offline.text).toEqual([true, 'ok']);
    expect(receiver.connections).toBe(0);
    expect((await diagnosed(env, true)).of['provider provider-1']).toMatchObject({ status: 'ok' });
    await receiver.stop();
    const gone = await diagnosed(env, true);
    expect([gone.ok, gone.of['provider provider-1']?.status]).toEqual([false, 'fail']);
  });
});

test('a list without a refresh for three days is a warning', async () => {
  await asAdmin(
    (admin) =>
      admin.query(`INSERT INTO global_lists (id, source, name, kind, format, imported_at)
        VALUES ('glist_old', 'test:old', 'Old', 'sanctions', 'csv', now() - interval '3 days'),
               ('glist_new', 'test:new', 'New', 'pep', 'csv', now())`),
    app.databaseUrl,
  );
  const { ok, of } = await diagnosed();
  const statuses = ['test:old', 'test:new'].map((source) => of[`list ${source}`]?.status);
  expect([ok, ...statuses]).toEqual([true, 'warn', 'ok']);
});
