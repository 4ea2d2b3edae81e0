import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DATA_DIR, TEST_SECRET } from '../../../test/support/app.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { ErasureClient } from '../../../test/support/erasure-client.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { loadConfig } from '../../config/config.ts';
import { MODULES } from '../../modules/index.ts';
import { rewrapsOf } from '../../modules/module.ts';
import { parseEnvelope } from '../../platform/crypto/envelope.ts';
import { openEnvelopes, type SubjectKeyOptions } from '../../platform/crypto/envelopes.ts';
import { jobs } from '../../platform/crypto/subject-keys/jobs.ts';
import { KeyFolder } from '../../platform/crypto/subject-keys/key-folder.ts';
import { checkSubjectKeys } from './subject-keys.ts';

const root = await mkdtemp(join(tmpdir(), 'oriki-subject-keys-'));
const [folder, copy] = [join(root, 'store'), join(root, 'copy')];
/** The tests write rows without keys of subjects, as before the setting was on. */
const app = testApp({ role: 'api', subjectKeys: false, rateLimits: undefined });
afterAll(() => rm(root, { recursive: true }));

function config(own: Record<string, string> = {}) {
  const env = {
    DATABASE_URL: app.databaseUrl,
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: DATA_DIR,
  };
  return loadConfig({
    ...env,
    ORIKI_SUBJECT_KEYS: 'on',
    ORIKI_SUBJECT_KEYS_DIR: folder,
    ...own,
  });
}

function open(subjectKeys: SubjectKeyOptions, keyFile = join(DATA_DIR, 'keys.json')) {
  return openEnvelopes({ kms: 'local', keyFile, serverSecret: TEST_SECRET, subjectKeys });
}

async function places() {
  return { folder, storeId: (await new KeyFolder(folder).storeId())!, copies: [] };
}

function check(own?: Record<string, string>) {
  return checkSubjectKeys(config(own), app.db, open);
}

async function note(subjectId: string): Promise<ErasureClient> {
  const client = await ErasureClient.of(app);
  await client.ask('POST', '/cases', { subjectId, note: 'A note.' });
  return client;
}

/** Returns the bytes of the wrapped data keys of notes. */
async function wrappedBytes(orgId: string): Promise<number[]> {
  const db = await app.dbOf(orgId);
  const { rows } = await db.query('SELECT envelope FROM case_notes WHERE org_id = $1', [orgId]);
  return (rows as { envelope: string }[]).map(
    ({ envelope }) => parseEnvelope(envelope).wrappedDek.length,
  );
}

async function runJob(): Promise<unknown> {
  const services = {
    db: app.db,
    envelopes: await open({ places: await places(), covers: true }),
    rewraps: rewrapsOf(MODULES),
  };
  const { signal } = new AbortController();
  return jobs[0]!.run(services, { signal, index: 0, restMs: () => {} });
}

describe('the check of subject keys', () => {
  test('compares rows and keys, which a job and a command add to old rows', async () => {
    expect(await check({ ORIKI_SUBJECT_KEYS: 'off' })).toEqual([]);
    expect(await check()).toMatchObject([
      { status: 'ok', message: expect.stringMatching(/^none yet/) },
    ]);

    const one = await note('customer-1');
    const env = {
      ...app.env,
      ORIKI_SUBJECT_KEYS: 'on',
      ORIKI_SUBJECT_KEYS_DIR: folder,
    };
    expect(await oriki(['kek', 'rewrap'], env)).toMatchObject({ code: 0 });
    expect(await wrappedBytes(one.org.id)).toEqual([104]);
    expect(await check()).toMatchObject([
      { status: 'ok', message: '1 subjects have values; 0 keys have no values' },
    ]);

    const two = await note('customer-2');
    expect(await wrappedBytes(two.org.id)).toEqual([60]);
    expect(await check()).toMatchObject([
      { status: 'warn', message: expect.stringMatching(/^1 of 2 subjects/) },
    ]);
    expect(await runJob()).toEqual({ rewrapped: 1 });
    expect(await wrappedBytes(two.org.id)).toEqual([104]);
    expect(await check()).toMatchObject([{ status: 'ok' }]);
    const withCopy = { ORIKI_SUBJECT_KEYS_COPIES: copy };
    expect(await check(withCopy)).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/erasures wait/) },
    ]);
    await cp(folder, copy, { recursive: true });
    expect(await check(withCopy)).toMatchObject([{ status: 'ok' }]);

    const db = await app.dbOf(two.org.id);
    const { rows } = await db.query('SELECT * FROM case_notes WHERE org_id = $1', [two.org.id]);
    await db.query('DELETE FROM case_notes WHERE org_id = $1', [two.org.id]);
    expect(await check()).toMatchObject([
      { status: 'ok', message: expect.stringMatching(/1 keys have no values/) },
    ]);
    await db.query(
      'INSERT INTO case_notes SELECT * FROM jsonb_populate_record(NULL::case_notes, $1)',
      [JSON.stringify(rows[0])],
    );

    const { subjectKeys } = await open({ places: await places(), covers: true });
    const [file] = await subjectKeys!.keysOf(two.org.id, 'customer-2');
    const path = join(folder, file!.slice(0, 2), `${file}.json`);
    await rename(path, join(root, 'key'));
    expect(await check()).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/lacks keys of 1 subjects/) },
    ]);

    await rename(join(root, 'key'), path);
    await subjectKeys!.destroy(file!);
    expect(await check()).toMatchObject([{ status: 'ok' }]);

    await rename(folder, join(root, 'away'));
    for (const ORIKI_SUBJECT_KEYS of ['on', 'off'])
      expect(await check({ ORIKI_SUBJECT_KEYS })).toMatchObject([
        { status: 'fail', message: expect.stringMatching(/has no store of subject keys/) },
      ]);
    await rename(join(root, 'away'), folder);
  });
});

test('a rotation moves the keys of subjects and what they cover', async () => {
  const { org } = await note('customer-3');
  const keyFile = join(root, 'keys.json');
  await cp(join(DATA_DIR, 'keys.json'), keyFile);
  const rotated = await oriki(['kek', 'rotate'], {
    ...app.env,
    ORIKI_SUBJECT_KEYS: 'on',
    ORIKI_SUBJECT_KEYS_DIR: folder,
    ORIKI_KMS_KEY_FILE: keyFile,
  });
  expect(rotated.code, rotated.stderr).toBe(0);
  const { current } = JSON.parse(await readFile(keyFile, 'utf8'));
  const db = await app.dbOf(org.id);
  const { rows } = await db.query('SELECT envelope FROM case_notes WHERE org_id = $1', [org.id]);
  const { envelope } = rows[0] as { envelope: string };
  expect(parseEnvelope(envelope)).toMatchObject({ keyId: current });
  expect(await wrappedBytes(org.id)).toEqual([104]);
  const { subjectKeys } = await open({ places: await places(), covers: true }, keyFile);
  const [file] = await subjectKeys!.keysOf(org.id, 'customer-3');
  expect(await new KeyFolder(folder).read(file!)).toMatch(new RegExp(`^${current}\\|`));
});
