/** The steps of docs/operations/backup.md and upgrade.md. */
import { found } from '../../support/database.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey, hashApiKey } from '../../../src/platform/auth/api-key.ts';
import { Database } from '../../../src/platform/db/database.ts';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { migrate } from '../../../src/platform/db/migration/migrate.ts';
import { loadMigrations } from '../../../src/platform/db/migration/migrations.ts';
import { newId } from '../../../src/platform/ids.ts';
import { makeRequest, makeWorld, send } from '../../contract/support/world.ts';
import { isStream, routes, titleOf } from '../../contract/support/manifest.ts';
import { skip } from '../../../scripts/skips.ts';
import { call, startTestApp, type TestApp } from '../../support/app.ts';
import { findTools, startServerOf, type ServerWithTools } from '../../support/client-tools.ts';
import { oriki } from '../../support/command-line.ts';
import { ExportClient } from '../../support/export-client.ts';
import { cleanUp, eventually, freshDataDir, report, service } from '../../support/process.ts';

const tools = await findTools();
if ('reason' in tools) skip('pg_dump', `backup with pg_dump (${tools.reason})`);

let folder: string;
let server: ServerWithTools | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-backup-'));
  if ('bin' in tools) server = await startServerOf(tools.bin);
});
afterAll(async () => {
  await server?.stop();
  await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

/** Copies a folder with owners and modes. */
function copy(from: string, to: string) {
  return promisify(execFile)('cp', ['-a', from, to]);
}

type Reading = { title: string; path: string; key: string };

/** Creates objects of every kind that can be read. @returns the requests that read them */
async function fill(app: TestApp): Promise<Reading[]> {
  const readings: Reading[] = [];
  // A read that leaves a row in the audit log changes the restored data.
  const harmless = routes.filter(
    (one) => one.method === 'GET' && !isStream(one) && !('audit' in one),
  );
  for (const route of harmless) {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const answer = await send(world, request);
    expect(answer.status, `${titleOf(route)}: ${answer.text}`).toBe(route.status);
    readings.push({ title: titleOf(route), path: request.path, key: world.key });
  }
  return readings;
}

/** Returns their answers, without addresses, cursors and the current time, which always differ. */
async function read(app: TestApp, readings: Reading[]): Promise<[string, number, string][]> {
  const answers: [string, number, string][] = [];
  for (const { title, path, key } of readings) {
    const { status, text } = await app.call('GET', path, { key });
    // Each start and each use of a key is recorded, and the diagnosis is about the machine and its folders.
    if (/^\/api\/v1\/admin\/(audit|diagnosis)/.test(path)) continue;
    const same = text
      .replaceAll(/"(downloadUrl|nextCursor|from|to|before|checkedAt|madeAt)":"[^"]*"/g, '"$1":"…"')
      .replaceAll(app.url, '')
      .replaceAll(/"(lastUsedAt|lastSeenAt)":"[^"]*"/g, '"$1":"…"')
      .replaceAll(/"(lastUsedAt|lastSeenAt)":null/g, '"$1":"…"');
    answers.push([title, status, same]);
  }
  return answers;
}

test.skipIf('reason' in tools)(
  'a dump and the data folder, restored elsewhere, give the same answers, including audit log, keys and files',
  async () => {
    const original = await server!.create('original');
    const databaseUrl = original.service;
    const dataDir = join(folder, 'data');
    const env = { DATABASE_URL: databaseUrl, ORIKI_DATA_DIR: dataDir };
    const asOwner = { ORIKI_MIGRATION_DATABASE_URL: original.owner };
    expect(await oriki(['migrate'], { ...env, ...asOwner })).toMatchObject({ code: 0 });
    const both = await startTestApp({ dataDir }, databaseUrl);
    const readings = await fill(both);
    expect(readings.length).toBeGreaterThan(40);
    const reader = routes.find(({ operationId }) => operationId === 'markThreadRead')!;
    const world = await makeWorld(both, reader);
    await makeRequest(world, reader);
    const exporter = new ExportClient(both, { id: world.orgId!, key: world.key });
    const { id } = await exporter.create('messages', 'JSON');
    const file = await exporter.file(await exporter.finished(id));
    const heads = join(folder, 'heads.json');
    await eventually(async () => {
      const { rows } = await both.db.pool.query('SELECT FROM audit_unlinked');
      return rows.length === 0;
    });
    await both.stop();
    const verified = await oriki(['audit', 'verify', '--json'], env);
    expect(verified).toMatchObject({ code: 0 });
    await writeFile(heads, verified.stdout);

    // Without the worker role nothing changes between two reads.
    const before = await startTestApp({ role: 'api', dataDir }, databaseUrl);
    const expected = await read(before, readings);
    await before.stop();

    const dump = join(folder, 'oriki.dump');
    await server!.tool('pg_dump', ['-Fc', '--file', dump, original.admin]);
    const target = await server!.create('restored');
    const restoredUrl = target.service;
    await server!.tool('pg_restore', ['--exit-on-error', '--dbname', target.admin, dump]);
    const restoredDir = join(folder, 'restored');
    await copy(dataDir, restoredDir);
    await rm(dataDir, { recursive: true });

    const restored = { DATABASE_URL: restoredUrl, ORIKI_DATA_DIR: restoredDir };
    const again = await oriki(['audit', 'verify', '--heads', heads, '--json'], restored);
    expect([again.code, again.stderr]).toEqual([0, '']);
    const { checkedAt: _before, ...same } = JSON.parse(verified.stdout);
    // The restored service has recorded its changed settings.
    delete same.organizations.platform;
    expect(JSON.parse(again.stdout)).toMatchObject(same);
    const after = await startTestApp({ role: 'api', dataDir: restoredDir }, restoredUrl);
    expect(await read(after, readings)).toEqual(expected);
    const restoredExporter = new ExportClient(after, exporter.org);
    expect(await restoredExporter.file(await restoredExporter.get(id))).toEqual(file);
    await after.stop();
    // Owners and privileges are the same: the owner may migrate, and the service has only the rights it needs.
    const restoredOwner = { ORIKI_MIGRATION_DATABASE_URL: target.owner };
    expect(await oriki(['migrate'], { ...restored, ...restoredOwner })).toMatchObject({ code: 0 });
    const { stdout: diagnosis } = await oriki(['doctor'], restored);
    expect(diagnosis).toMatch(/^ok +role .*row-level security is in effect$/m);
    // Every envelope opens with the keys of the copied folder, because a rotation opens all of them.
    expect(await oriki(['kek', 'rotate'], restored)).toMatchObject({ code: 0 });
    report(`backup: ${readings.length} readings, and a file of ${file.length} bytes, as before`);
  },
);

test('a copy of the data folder of a stopped service, put back, gives the same answers', async () => {
  const dataDir = await freshDataDir();
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_ROLE: 'api' };
  const first = await service(env).ready();
  const key = first.demoKey;
  const body = { source: 'kept', name: 'Kept', kind: 'tenant_blocklist' };
  await call(first.url, 'POST', '/api/v1/fraud/lists', { key, body });
  const lists = (url: string) => call(url, 'GET', '/api/v1/fraud/lists', { key });
  const expected = await lists(first.url);
  expect(expected.body.data.lists.map(({ source }: { source: string }) => source)).toContain(
    'kept',
  );
  await first.stop();
  const kept = `${dataDir}-kept`;
  await copy(dataDir, kept);
  const second = await service(env).ready();
  const lost = await call(second.url, 'POST', '/api/v1/fraud/lists', {
    key,
    body: { ...body, source: 'later' },
  });
  expect(lost.status).toBe(201);
  await second.stop();
  await rm(dataDir, { recursive: true });
  await rename(kept, dataDir);
  const third = await service(env).ready();
  expect((await lists(third.url)).text).toBe(expected.text);
  await third.stop();
});

test('a database of an earlier schema, with rows, is migrated by one of two starts; both then return the rows', async () => {
  const dataDir = await freshDataDir();
  const embedded = await startEmbedded({ dataDir, progress: () => {} });
  const released = (await loadMigrations()).filter((migration) => migration.sql === undefined);
  await migrate(embedded.connection, { migrations: released });
  const db = new Database({
    connection: found(embedded.connection),
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const key = await db.transaction(async (tx) => {
    const id = newId('org');
    await sql`INSERT INTO organizations (id, name, plan, addons)
      VALUES (${id}, 'Old', 'enterprise', '{detection_pack}')`.execute(tx);
    const list = newId('list');
    await sql`INSERT INTO screening_lists (org_id, id, source, name, kind, entry_count, revision)
      VALUES (${id}, ${list}, 'old', 'Old', 'tenant_blocklist', 1, 1)`.execute(tx);
    await sql`INSERT INTO screening_entries
      (org_id, list_id, id, name, canonical_name, canon_version, raw, revision)
      VALUES (${id}, ${list}, ${newId('entry')}, 'Halima Danjuma', 'halima danjuma', 0, '{}', 1)`.execute(
      tx,
    );
    const made = generateApiKey();
    await sql`INSERT INTO api_keys (id, org_id, name, key_hash, hint, scopes)
      VALUES (${newId('key')}, ${id}, 'old', ${hashApiKey(made)}, 'ork_…', '{fraud:manage,fraud:screen}')`.execute(
      tx,
    );
    return made;
  });
  await db.close();
  await embedded.release();

  const env = { ORIKI_DATA_DIR: dataDir };
  const both = [service(env), service(env)];
  await Promise.all(both.map((process) => process.ready()));
  for (const { url } of both) {
    const body = { name: 'Halima Danjuma' };
    const screened = await call(url, 'POST', '/api/v1/fraud/screen', { key, body });
    expect([screened.status, screened.body.data.outcome]).toEqual([200, 'block']);
  }
  await Promise.all(both.map((process) => process.stop()));
});
