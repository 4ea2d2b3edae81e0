/** `oriki backup` and `oriki restore`, with the embedded PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Objects } from '../../../src/modules/exports/files/objects.ts';
import { ErasureList } from '../../../src/modules/privacy/erasure/list.ts';
import { newTimedId } from '../../../src/platform/ids.ts';
import { call } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import {
  cleanUp,
  embeddedClient,
  eventually,
  freshDataDir,
  migratedDataDir,
  SECRET,
  service,
} from '../../support/process.ts';
import { BUCKET, CREDENTIALS, s3Servers } from '../../support/s3-gateway.ts';

Object.assign(process.env, CREDENTIALS);

const SUBJECT = 'customer-17';

/** A data folder, the folder of its backup, and answers of its service from before the backup. */
let dataDir: string;
let backup: string;
let key: string;
let lists: string;
/** A file of the export store. */
let exported: string;

/** The settings of a service on a data folder; the list of erasures is apart from all of them. */
function settings(folder: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    ORIKI_DATA_DIR: folder,
    ORIKI_ERASURE_DIR: join(dirname(dataDir), 'erasures'),
    ORIKI_SECRET: SECRET,
    ...more,
  };
}

async function listsOf(url: string): Promise<string> {
  const answer = await call(url, 'GET', '/api/v1/fraud/lists', { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

/** Runs a command that must fail. @returns its exit code and what it says */
async function refusal(args: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await oriki(args, env);
  expect([code === 0, stdout]).toEqual([false, '']);
  return `${code} ${stderr}`;
}

beforeAll(async () => {
  dataDir = await migratedDataDir();
  backup = join(dirname(dataDir), 'backup');
  const running = await service(settings(dataDir)).ready();
  key = running.demoKey;
  const body = { subjectId: SUBJECT, name: 'Adaeze Okonkwo', dob: '1980-02-29' };
  const enrolled = await call(running.url, 'POST', '/api/v1/fraud/subjects', { key, body });
  expect(enrolled.status, enrolled.text).toBe(200);
  lists = await listsOf(running.url);
  const postgres = await embeddedClient(dataDir);
  const { rows } = await postgres.query(
    "SELECT value FROM shared.installation WHERE name = 'export_files'",
  );
  exported = `exports/${rows[0].value}/org_x/kept.txt`;
  await mkdir(dirname(join(dataDir, exported)), { recursive: true });
  await writeFile(join(dataDir, exported), 'kept');
  await eventually(async () => {
    const { rowCount } = await postgres.query('SELECT FROM bucket_000.audit_unlinked');
    return rowCount === 0;
  });
  await postgres.end();
  const made = await oriki(['backup', backup, '--json'], settings(dataDir));
  expect([made.code, JSON.parse(made.stdout)]).toMatchObject([
    0,
    { servers: ['home'], data: join(backup, 'data'), keys: join(backup, 'keys') },
  ]);
  // The backup lacks what is written after it.
  const later = { source: 'later', name: 'Later', kind: 'tenant_blocklist' };
  expect(
    await call(running.url, 'POST', '/api/v1/fraud/lists', { key, body: later }),
  ).toMatchObject({ status: 201 });
  await running.stop();
});
afterAll(cleanUp);

test('the data folder has no readable content, and the keys folder has no data', async () => {
  const files = filesBelow(backup);
  expect(files).toEqual([
    'data',
    'data/contents.sealed',
    'data/exports.sealed',
    'data/manifest.json',
    'data/server-home.sealed',
    'keys',
    'keys/keys.json',
  ]);
  const data = files
    .filter((name) => /^data\/./.test(name))
    .map((name) => readFileSync(join(backup, name), 'latin1'))
    .join('');
  const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  for (const secret of [SECRET, 'Adaeze', 'Demo blocklist', 'org_', password])
    expect(data.includes(secret), secret).toBe(false);
  expect(await readFile(join(backup, 'keys/keys.json'), 'utf8')).not.toContain('Adaeze');
});

test('a restored backup gives the same answers, after the erasures since then are repeated', async () => {
  const restored = await freshDataDir();
  const env = settings(restored);
  const client = await embeddedRows();
  const erasures = new ErasureList(env['ORIKI_ERASURE_DIR']!);
  const { id } = newTimedId('erasure');
  await erasures.add({
    id,
    organizationId: client.orgId,
    subjectId: SUBJECT,
    requestedBy: 'usr_privacy',
    approvalId: null,
    reasonCode: 'customer_request',
    requestedAt: '2026-11-30T00:00:00.000Z',
  });
  const done = await oriki(['restore', backup, '--json'], env);
  expect([done.code, done.stderr]).toEqual([0, expect.not.stringContaining('no list of erasures')]);
  expect(await readFile(join(restored, exported), 'utf8')).toBe('kept');

  const started = await service(env).ready();
  // Nothing waits here: the service is ready only after the erasure.
  const row = await embeddedClient(restored);
  const { rows } = await row.query(
    `SELECT completed_at IS NOT NULL AS done, repeated FROM bucket_000.subject_erasures WHERE id = $1`,
    [id],
  );
  const { rows: enrolled } = await row.query('SELECT FROM bucket_000.screening_subjects');
  const { rows: actions } = await row.query(
    "SELECT action FROM bucket_000.audit_actions WHERE action LIKE 'backup.%' ORDER BY action",
  );
  await row.end();
  expect([rows, enrolled.length]).toEqual([[{ done: true, repeated: true }], 0]);
  expect(actions).toEqual([{ action: 'backup.create' }, { action: 'backup.restore' }]);
  expect(await listsOf(started.url)).toBe(lists);
  await started.stop();
  expect(await oriki(['audit', 'verify'], env)).toMatchObject({ code: 0 });

  expect(await refusal(['restore', backup], env)).toMatch(/^78 .*has a database already/s);
});

/** Reads the id of the organization from the database that was backed up. */
async function embeddedRows(): Promise<{ orgId: string }> {
  const { stdout } = await oriki(['org', 'list', '--json'], settings(dataDir));
  const { items } = JSON.parse(stdout) as { items: { id: string }[] };
  return { orgId: items[0]!.id };
}

test('a drill restores into a scratch database, and reports what it has checked', async () => {
  const env = settings(await freshDataDir());
  const { code, stdout } = await oriki(['restore', backup, '--check', '--json'], env);
  const drill = JSON.parse(stdout);
  expect([code, drill]).toMatchObject([
    0,
    { ok: true, servers: ['home'], exports: { files: 1 }, problems: {} },
  ]);
  expect(drill.chains).toBeGreaterThan(1);
  expect(drill.links).toBeGreaterThan(0);
  expect(drill.counts).toContainEqual({ table: 'organizations', backup: 1, restored: 1 });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('oriki-check-'))).toEqual([]);
});

test('a changed byte, missing files, other keys and a wrong passphrase are each named, and nothing is restored', async () => {
  const target = await freshDataDir();
  const env = settings(target);
  const changed = join(dirname(dataDir), 'changed');
  const refusedAfter = async (change: () => Promise<unknown>): Promise<string> => {
    await rm(changed, { recursive: true, force: true });
    await cp(backup, changed, { recursive: true });
    await change();
    const said = await refusal(['restore', changed], env);
    await rm(target, { recursive: true, force: true });
    return said;
  };
  const flip = async (name: string): Promise<void> => {
    const file = await open(join(changed, name), 'r+');
    const { size } = await file.stat();
    const at = Math.floor(size / 2);
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at);
    await file.close();
  };
  expect(await refusedAfter(() => flip('data/server-home.sealed'))).toMatch(
    /server-home\.sealed was changed or cut/,
  );
  expect(await refusedAfter(() => flip('data/contents.sealed'))).toMatch(
    /contents\.sealed was changed/,
  );
  expect(await refusedAfter(() => rm(join(changed, 'data/manifest.json')))).toMatch(
    /has no complete backup: cannot read manifest\.json/,
  );
  expect(
    await refusedAfter(async () => {
      const path = join(changed, 'data/manifest.json');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(/"version": "[^"]*"/, '"version": "9.9.9"'));
    }),
  ).toMatch(/manifest\.json was changed/);
  expect(await refusedAfter(() => rm(join(changed, 'keys'), { recursive: true }))).toMatch(
    /cannot read the keys .*--keys/,
  );
  expect(await refusal(['restore', backup], { ...env, ORIKI_SECRET: 'x'.repeat(40) })).toMatch(
    /^78 .*ORIKI_SECRET differs/s,
  );
});

test('a passphrase encrypts the keys, which may be in another folder', async () => {
  const folder = join(dirname(dataDir), 'encrypted');
  const keys = join(dirname(dataDir), 'keys-apart');
  const passphrase = join(dirname(dataDir), 'passphrase');
  const env = settings(dataDir);
  await writeFile(passphrase, 'short\n');
  const asked = ['--keys', keys, '--passphrase-file', passphrase];
  expect(await refusal(['backup', folder, ...asked], env)).toMatch(/not a passphrase of 12/);
  await writeFile(passphrase, 'correct horse battery\n');
  expect(await oriki(['backup', folder, ...asked], env)).toMatchObject({ code: 0 });
  const stored = await readFile(join(keys, 'keys.json'), 'utf8');
  for (const secret of [SECRET, 'dataKey']) expect(stored.includes(secret), secret).toBe(false);
  expect(await refusal(['backup', folder, ...asked], env)).toMatch(/is not empty/);

  const target = settings(await freshDataDir());
  expect(await refusal(['restore', folder, '--keys', keys], target)).toMatch(/is encrypted/);
  expect(await refusal(['restore', folder, '--keys', join(backup, 'keys')], target)).toMatch(
    /are those of another backup/,
  );
  await writeFile(passphrase, 'wrong horse battery\n');
  expect(await refusal(['restore', folder, ...asked], target)).toMatch(
    /the passphrase does not open/,
  );
  await writeFile(passphrase, 'correct horse battery\nand a second line');
  expect(await oriki(['restore', folder, ...asked], target)).toMatchObject({ code: 0 });
});

test.each(s3Servers('backups'))(
  'a bucket in %s gets the backup, whose drill passes and which is restored from there',
  async (_, start) => {
    const server = await start();
    try {
      const bucket = { ...CREDENTIALS, ORIKI_EXPORT_S3_ENDPOINT: server.endpoint };
      const keys = await freshDataDir();
      const at = [`s3://${BUCKET}/monday`, '--keys', keys];
      expect(await refusal(['backup', at[0]!], settings(dataDir, bucket))).toMatch(/^78 .*--keys/s);
      expect(await oriki(['backup', ...at], settings(dataDir, bucket))).toMatchObject({ code: 0 });
      const stored = {
        kind: 's3',
        bucket: BUCKET,
        prefix: 'monday/',
        endpoint: server.endpoint,
      } as const;
      expect((await new Objects(stored).names()).toSorted()).toEqual([
        expect.stringMatching(/^data\/claim-[0-9a-f]{16}$/),
        'data/contents.sealed',
        'data/exports.sealed',
        'data/manifest.json',
        'data/server-home.sealed',
      ]);
      const target = settings(await freshDataDir(), bucket);
      const { code, stdout } = await oriki(['restore', ...at, '--check', '--json'], target);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, problems: {} }]);
      expect(await oriki(['restore', ...at], target)).toMatchObject({ code: 0 });
      const started = await service(target).ready();
      expect(await listsOf(started.url)).toContain('later');
      await started.stop();
    } finally {
      await server.close();
    }
  },
);
