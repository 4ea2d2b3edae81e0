import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLES } from '../../modules/declared.ts';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../test/support/app.ts';
import { Database } from '../db/database.ts';
import { loadConfig } from '../../config/config.ts';
import { diagnose } from '../../start/doctor/doctor.ts';
import { rewrapAll } from '../../start/kek.ts';
import { startService } from '../../start/service.ts';
import { openEnvelopes } from './envelopes.ts';
import { addLocalKey, keyRingExists, readKeyRing } from './key-ring-file.ts';
import { storedKeyIds } from './store.ts';

let app: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-stored-keys-'));
  file = join(folder, 'keys.json');
  app = await startTestApp({ role: 'api', dataDir: folder });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function envOf(change: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...app.env,
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: folder,
    ORIKI_LOG_LEVEL: 'silent',
    PORT: '0',
    ...change,
  };
}
/** Returns the message of a failed start, and the doctor's finding about the keys. */
async function tried(change: NodeJS.ProcessEnv) {
  const env = envOf(change);
  const said = await startService(loadConfig(env)).then(
    async (service) => void (await service.stop()),
    (error: Error) => error.message,
  );
  const { ok, checks } = await diagnose({ online: false, env, progress: () => {} });
  const found = checks.find(({ check }) => check === 'stored keys')!;
  return { said, ok, found };
}

test('a process without all keys of stored envelopes is not started, and the doctor names the missing ones', async () => {
  const { id: org } = await app.org();
  const seal = async (kind: string, at: number) => {
    const envelopes = await openEnvelopes({
      kms: 'local',
      keyFile: file,
      serverSecret: TEST_SECRET,
    });
    const envelope = await envelopes.seal({ orgId: org, id: `idv_${at}`, kind }, 'x');
    await app.db.pool.query(
      'INSERT INTO identity_payloads (org_id, verification_id, envelope) VALUES ($1, $2, $3)',
      [org, `idv_${at}`, envelope],
    );
  };
  await seal('verification', 1);
  const { current: first } = (await readKeyRing(file)).ring;
  expect(await storedKeyIds(app.db.read, TABLES)).toEqual([first]);
  expect(await tried({})).toMatchObject({ said: undefined, ok: true, found: { status: 'ok' } });

  const before = join(folder, 'before.json');
  await copyFile(file, before);
  const second = await addLocalKey(file);
  for (const at of [2, 3, 4]) await seal('verification', at);
  expect((await storedKeyIds(app.db.read, TABLES)).toSorted()).toEqual([first, second].toSorted());
  expect(await tried({})).toMatchObject({ said: undefined, ok: true, found: { status: 'ok' } });

  const missing = join(folder, 'missing.json');
  const refusal = expect.stringContaining(
    `under keys that this process does not have: ${second}. Put`,
  );
  const failure = { status: 'fail', message: expect.stringContaining(`(${second})`) };
  // There are two cases: the ring from before the rotation, and no ring, which would create the first ring again.
  for (const path of [before, missing])
    expect(await tried({ ORIKI_KMS_KEY_FILE: path })).toEqual({
      said: refusal,
      ok: false,
      found: expect.objectContaining(failure),
    });
  expect(await keyRingExists(missing)).toBe(false);
  const vault = {
    ORIKI_KMS: 'vault',
    ORIKI_KMS_KEY: 'other',
    ORIKI_VAULT_ADDR: 'http://127.0.0.1:1',
    ORIKI_VAULT_TOKEN: 'x',
    ORIKI_KMS_ALLOW: '127.0.0.1',
  };
  expect((await tried({ ...vault, ORIKI_KMS_KEY_FILE: missing })).said).toContain(first);
  expect((await tried(vault)).said).toBeUndefined();

  const config = loadConfig(envOf({ ORIKI_KMS_KEY_FILE: before }));
  const ring = await readKeyRing(before);
  await expect(
    rewrapAll(
      config,
      'rotate',
      [],
      () => {},
      async () => {},
    ),
  ).rejects.toThrow(second);
  expect((await readKeyRing(before)).version).toBe(ring.version);

  expect(await tried({ ORIKI_KMS_KEY_FILE: before, ORIKI_KMS_LOST: second })).toMatchObject({
    said: undefined,
    ok: true,
    found: { status: 'warn', message: expect.stringContaining(second) },
  });
});

test('the keys are found by a few steps in an index, for any number of envelopes', async () => {
  const { id: org } = await app.org();
  // The rows are in the first bucket, whatever the organization's bucket is.
  await app.db.query(
    `INSERT INTO identity_payloads SELECT $1, 'idv_many_' || n, 'secret:v1|a|b|c|d' FROM generate_series(1, 20000) AS n`,
    [org],
  );
  await app.db.query('ANALYZE identity_payloads');
  // The pool has one connection, whose counters are published on request.
  const db = new Database({
    connection: app.db.connection,
    poolSize: 1,
    statementTimeoutMs: 5000,
    onIdleError: () => {},
  });
  const rowsRead = async (): Promise<number> => {
    await db.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await db.pool.query(
      `SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read AS read FROM pg_stat_user_tables
       WHERE relname = 'identity_payloads'`,
    );
    return Number(rows[0].read);
  };
  const before = await rowsRead();
  expect(await storedKeyIds(db.read, TABLES)).toContain('secret:v1');
  const read = (await rowsRead()) - before;
  await db.close();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
