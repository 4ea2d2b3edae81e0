import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ExportClient, exportFolder, filesIn } from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof exportFolder>>;
let gate: pg.Client;
beforeAll(async () => {
  folder = await exportFolder();
  app = await startTestApp({ rateLimits: undefined, exportFolder: folder.path });
});
afterAll(async () => {
  await app.stop();
  await folder.remove();
});
beforeEach(async () => {
  gate = new pg.Client({ connectionString: app.databaseUrl });
  await gate.connect();
});
afterEach(() => gate.end());

/** From here on no export can read deliveries, until `gate` commits. */
const hold = () => gate.query('BEGIN; LOCK TABLE delivery_attempts IN ACCESS EXCLUSIVE MODE');
const client = async (): Promise<ExportClient> => new ExportClient(app, await app.org());
const underWay = (exports: ExportClient, id: string) =>
  eventually(async () => (await exports.get(id)).status === 'PROCESSING');
const mine = async (id: string) =>
  (await filesIn(folder.path)).filter((name) => name.startsWith(id));
const cancel = (exports: ExportClient, id: string) =>
  app.call('DELETE', `/api/v1/exports/${id}`, { key: exports.org.key });

test('one at a time is made for an organization, and others do not wait for it', async () => {
  await hold();
  const [one, other] = [await client(), await client()];
  const first = await one.create('webhooks');
  await underWay(one, first.id);
  const second = await one.create('webhooks');
  const neighbour = await other.create('webhooks');
  await underWay(other, neighbour.id);
  expect((await one.get(second.id)).status).toBe('PENDING');
  await gate.query('COMMIT');
  for (const [exports, { id }] of [
    [one, first],
    [one, second],
    [other, neighbour],
  ] as const)
    expect((await exports.finished(id)).status).toBe('COMPLETED');
});

test('one that is cancelled while it waits or is made leaves nothing; a finished one answers 409', async () => {
  await hold();
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await underWay(exports, id);
  await eventually(async () => (await mine(id)).includes(`${id}.1.csv.part`));
  const waiting = await exports.create('webhooks');
  for (const one of [id, waiting.id]) {
    const answer = await cancel(exports, one);
    expect([answer.status, answer.body.data]).toEqual([200, { id: one, deleted: true }]);
    expect((await cancel(exports, one)).status).toBe(404);
  }
  await eventually(async () => (await mine(id)).length === 0);
  await gate.query('COMMIT');
  const next = await exports.finished((await exports.create('webhooks')).id);
  expect(next.status).toBe('COMPLETED');
  expect([(await cancel(exports, next.id)).status, await mine(waiting.id)]).toEqual([409, []]);
});

test('an attempt that another one has taken over records nothing and takes its file away', async () => {
  await hold();
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await underWay(exports, id);
  await app.db.pool.query('UPDATE exports SET attempt = attempt + 1 WHERE id = $1', [id]);
  await gate.query('COMMIT');
  await eventually(async () => (await mine(id)).length === 0);
  expect(await exports.get(id)).toMatchObject({ status: 'PROCESSING', fileSize: null });
});

test('the count of rows never shrinks, and only the current attempt counts', async () => {
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await exports.finished(id);
  const { recordProgress } = await import('./store.ts');
  await app.db.pool.query(
    `UPDATE exports SET status = 'PROCESSING', file_size = NULL, expires_at = NULL, sha256 = NULL WHERE id = $1`,
    [id],
  );
  const at = { orgId: exports.org.id, exportId: id, attempt: 1 };
  expect(await recordProgress(app.db.read, at, 20)).toBe(true);
  // A later attempt begins anew; the number that people see does not shrink.
  expect(await recordProgress(app.db.read, at, 5)).toBe(true);
  expect((await exports.get(id)).recordCount).toBe(20);
  expect(await recordProgress(app.db.read, { ...at, attempt: 2 }, 30)).toBe(false);
});

test('a store that cannot be written ends the export as FAILED, with a reason and an event', async () => {
  const blocked = join(folder.path, 'file');
  await writeFile(blocked, '');
  const other = await startTestApp({ rateLimits: undefined, exportFolder: blocked });
  try {
    const exports = new ExportClient(other, await other.org());
    const { id } = await exports.create('webhooks');
    const error = 'the file store cannot be written';
    expect(await exports.finished(id)).toMatchObject({
      status: 'FAILED',
      error,
      completedAt: expect.any(String),
      downloadUrl: null,
      expiresAt: null,
    });
    const { rows } = await other.db.pool.query(
      "SELECT body FROM events WHERE type = 'export.failed'",
    );
    expect(JSON.parse(rows[0].body).data).toEqual({
      exportId: id,
      dataType: 'webhooks',
      format: 'CSV',
      error,
    });
    expect((await exports.get(id)).status).toBe('FAILED');
  } finally {
    await other.stop();
  }
});
