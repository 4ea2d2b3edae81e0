import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import {
  ExportClient,
  exportFolder,
  filesIn,
  exportApp,
} from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';
import { storeSettings } from '../../../config/exports.ts';
import { loadConfig } from '../../../config/config.ts';
import { createFile } from '../files/folder.ts';
import { previousStores } from '../sweep/previous-stores.ts';
import { openStores } from '../files/open-store.ts';
import { jobs } from '../jobs.ts';
import { sweepExpired } from '../sweep/sweep.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { exportMetrics } from './metrics.ts';

const { app, folder } = exportApp();
let gates: pg.PoolClient[];
beforeEach(async () => {
  gates = await Promise.all(app.buckets().map(({ pool }) => pool.connect()));
});
afterEach(async () => {
  for (const gate of gates) gate.release(true);
  // In the next test, an export that this test leaves unfinished would take one of the two places.
  await app.db.pool.query(`DELETE FROM exports WHERE status IN ('PENDING', 'PROCESSING')`);
});

/** Runs the statement in every bucket, on the same connections. */
async function atGates(statement: string): Promise<void> {
  for (const gate of gates) await gate.query(statement);
}
/** From here on, no export can read deliveries until the gates commit. */
function hold() {
  return atGates('BEGIN; LOCK TABLE delivery_attempts IN ACCESS EXCLUSIVE MODE');
}
async function client(): Promise<ExportClient> {
  return new ExportClient(app, await app.org());
}
function underWay(exports: ExportClient, id: string) {
  return eventually(async () => (await exports.get(id)).status === 'PROCESSING');
}
async function mine(id: string) {
  return (await filesIn(folder)).filter((name) => name.startsWith(id));
}
function cancel(exports: ExportClient, id: string) {
  return app.call('DELETE', `/api/v1/exports/${id}`, { key: exports.org.key });
}

test('an organization has one export in progress at a time, and other organizations do not wait for it', async () => {
  await hold();
  const [one, other] = [await client(), await client()];
  const first = await one.create('webhooks');
  await underWay(one, first.id);
  const second = await one.create('webhooks');
  const neighbour = await other.create('webhooks');
  await underWay(other, neighbour.id);
  expect((await one.get(second.id)).status).toBe('PENDING');
  await atGates('COMMIT');
  for (const [exports, { id }] of [
    [one, first],
    [one, second],
    [other, neighbour],
  ] as const)
    expect((await exports.finished(id)).status).toBe('COMPLETED');
});

// contract: exports/list-cancel
test('an export that is cancelled while it waits or runs leaves nothing, and cancelling a finished one returns 409', async () => {
  await hold();
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await underWay(exports, id);
  await eventually(async () => (await mine(id)).some((name) => name.endsWith('.csv.part')));
  const waiting = await exports.create('webhooks');
  for (const one of [id, waiting.id]) {
    const answer = await cancel(exports, one);
    expect([answer.status, answer.body.data]).toEqual([200, { id: one, deleted: true }]);
    expect((await cancel(exports, one)).status).toBe(404);
  }
  await eventually(async () => (await mine(id)).length === 0);
  await atGates('COMMIT');
  const next = await exports.finished((await exports.create('webhooks')).id);
  expect(next.status).toBe('COMPLETED');
  expect((await cancel(exports, next.id)).status).toBe(409);
  // The second export may have begun once the first was canceled.
  await eventually(async () => (await mine(waiting.id)).length === 0);
});

test('an attempt that another one has replaced records nothing and deletes its file', async () => {
  await hold();
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await underWay(exports, id);
  await app.db.pool.query('UPDATE exports SET attempt = attempt + 1 WHERE id = $1', [id]);
  await atGates('COMMIT');
  await eventually(async () => (await mine(id)).length === 0);
  expect(await exports.get(id)).toMatchObject({ status: 'PROCESSING', fileSize: null });
});

// contract: GET /exports/:exportId
test('the count of rows never decreases, and only the current attempt counts', async () => {
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await exports.finished(id);
  const { recordProgress } = await import('./store.ts');
  await app.db.pool.query(
    `UPDATE exports SET status = 'PROCESSING', file_size = NULL, expires_at = NULL, sha256 = NULL,
       leased_until = now() + interval '1 hour' WHERE id = $1`,
    [id],
  );
  const at = { orgId: exports.org.id, exportId: id, attempt: 1 };
  expect(await recordProgress(app.db.read, at, 20, 1000)).toBe(true);
  // A later attempt starts again at 0; the visible number does not decrease.
  expect(await recordProgress(app.db.read, at, 5, 1000)).toBe(true);
  expect((await exports.get(id)).recordCount).toBe(20);
  expect(await recordProgress(app.db.read, { ...at, attempt: 2 }, 30, 1000)).toBe(false);
});

test('another process takes over an export when its lease ends, even one that an earlier version started', async () => {
  await hold();
  const exports = await client();
  const { id } = await exports.create('webhooks');
  await underWay(exports, id);
  const { rows } = await app.db.pool.query(
    `SELECT attempt, holder IS NOT NULL AS held, leased_until > now() + interval '20 s' AS leased FROM exports WHERE id = $1`,
    [id],
  );
  expect(rows).toEqual([{ attempt: 1, held: true, leased: true }]);
  // Changes the row to the form of an earlier version, which has no leases, for an export that its process had begun.
  const neighbour = await client();
  await app.db.pool.query(
    `INSERT INTO exports (org_id, id, data_type, format, max_rows, retention_days, status, attempt)
     VALUES ($1, 'export_01kf3vbq2ye5rstv5n1v0m2r8k', 'messages', 'CSV', 10, 1, 'PROCESSING', 3)`,
    [neighbour.org.id],
  );
  const left = await neighbour.finished('export_01kf3vbq2ye5rstv5n1v0m2r8k');
  expect(left).toMatchObject({ status: 'COMPLETED' });
  await app.db.pool.query(
    `UPDATE exports SET leased_until = '-infinity', attempt = 2 WHERE id = $1`,
    [id],
  );
  await eventually(async () => (await rowOf(id)).attempt >= 3);
  await atGates('COMMIT');
  expect((await exports.finished(id)).status).toBe('COMPLETED');
});

test('the outcome of an attempt is in the metrics', async () => {
  const registry = new Registry();
  const metrics = exportMetrics(registry);
  metrics.started();
  metrics.ended('completed', 0.2);
  metrics.written('CSV', 3, 200);
  const text = await registry.metrics();
  for (const line of [
    'oriki_export_attempts_started_total 1',
    'oriki_export_attempts_total{outcome="completed"} 1',
    'oriki_export_seconds_count{outcome="completed"} 1',
    'oriki_export_rows_total{format="CSV"} 3',
    'oriki_export_bytes_total{format="CSV"} 200',
  ])
    expect(text).toContain(line);
});

test('unreadable data and dying processes fail an export after ten attempts', async () => {
  const exports = await client();
  await atGates('ALTER TABLE delivery_attempts RENAME TO away');
  try {
    const unreadable = await exports.create('webhooks');
    await eventually(async () => (await rowOf(unreadable.id)).lost_attempts > 0);
    await app.db.pool.query('UPDATE exports SET lost_attempts = 9 WHERE id = $1', [unreadable.id]);
    expect((await exports.finished(unreadable.id)).error).toBe('the data could not be read');
  } finally {
    await atGates('ALTER TABLE away RENAME TO delivery_attempts');
  }
  await hold();
  const blocking = await exports.create('webhooks');
  await underWay(exports, blocking.id);
  const { id } = await exports.create('webhooks');
  await app.db.pool.query('UPDATE exports SET lost_attempts = 10 WHERE id = $1', [id]);
  await atGates('COMMIT');
  expect((await exports.finished(id)).error).toBe('it did not finish');
});

async function rowOf(id: string) {
  return (await app.db.pool.query('SELECT * FROM exports WHERE id = $1', [id])).rows[0];
}

/** This test is last, because it stops the process of the tests before it. */
test('a stop or a lost connection does not count as an attempt, and files stay in their store when the setting changes', async () => {
  const exports = await client();
  const before = await exports.finished((await exports.create('webhooks')).id);
  const expiring = await exports.finished((await exports.create('webhooks')).id);
  await hold();
  const { id } = await exports.create('webhooks');
  const reading = `SELECT pid FROM pg_stat_activity WHERE application_name = 'oriki:export' AND datname = current_database()`;
  await underWay(exports, id);
  await eventually(async () => (await app.db.pool.query(reading)).rows.length > 0);
  await atGates(`SELECT pg_terminate_backend(pid) FROM (${reading}) AS r`);
  await eventually(async () => (await rowOf(id)).waits === 1);
  await underWay(exports, id);
  await eventually(async () => (await app.db.pool.query(reading)).rows.length > 0);
  await app.service.stop();
  expect(await rowOf(id)).toMatchObject({
    status: 'PENDING',
    lost_attempts: 0,
    record_count: null,
  });
  await atGates('COMMIT');

  const other = await exportFolder();
  const config = { rateLimits: undefined, exportFolder: other.path };
  const next = await startTestApp(config, app.databaseUrl);
  try {
    const after = new ExportClient(next, exports.org);
    expect(await after.finished(id)).toMatchObject({ status: 'COMPLETED' });
    expect((await rowOf(id)).store).toContain(other.path);
    await after.file(await after.get(before.id));
    await app.db.pool.query('UPDATE exports SET expires_at = now() WHERE id = $1', [expiring.id]);
    const db = await next.dbOf(exports.org.id);
    const stores = await openStores(db.read, storeSettings(loadConfig({}, config)));
    expect(await previousStores(db.read, stores)).toMatchObject([
      { holdsFiles: true, problem: undefined },
    ]);
    await sweepExpired(db, stores);
    expect([await mine(expiring.id), await mine(before.id)]).toEqual([[], [`${before.id}.1.csv`]]);

    // The previous disk is missing: its files are unavailable, and do not count as deleted.
    await rename(folder, `${folder}-away`);
    const { downloadUrl } = await after.get(before.id);
    expect((await fetch(downloadUrl!)).status).toBe(410);
    await app.db.pool.query('UPDATE exports SET expires_at = now() WHERE id = $1', [before.id]);
    const [lost] = await previousStores(db.read, stores);
    expect(lost).toMatchObject({ holdsFiles: true, problem: 'ENOENT' });
    const said: unknown[] = [];
    const warn = (...args: unknown[]) => void said.push(args[1]);
    const expiry = jobs.find(({ name }) => name === 'export-expiry')!;
    const services = {
      db,
      files: stores,
      log: { warn } as unknown as Logger,
      exporter: undefined as never,
    };
    const { signal } = new AbortController();
    for (let run = 0; run < 2; run += 1)
      await expiry.run(services, { signal, index: 0, restMs: () => {} });
    expect(said).toEqual(['files of exports are in a store that cannot be read']);
    await sweepExpired(db, stores, [lost!.recorded]);
    expect((await rowOf(before.id)).removed_at).toBeNull();
    await rename(`${folder}-away`, folder);
    await sweepExpired(db, stores);
    expect((await rowOf(before.id)).removed_at).not.toBeNull();
  } finally {
    await next.stop();
    await other.remove();
  }
});

// contract: exports/completed-export-followed
test('a disk with less space than its reserve ends the export as FAILED, with a reason and an event', async () => {
  const full = await exportFolder();
  const other = await startTestApp({
    rateLimits: undefined,
    exportFolder: full.path,
    exportReserveBytes: 2 ** 52,
  });
  try {
    const exports = new ExportClient(other, await other.org());
    const { id } = await exports.create('webhooks');
    const error = 'the file store is full';
    const completedAt = expect.any(String);
    expect(await exports.finished(id)).toMatchObject({
      status: 'FAILED',
      error,
      completedAt,
      downloadUrl: null,
      expiresAt: null,
    });
    expect(await filesIn(full.path)).toEqual([]);
    const { rows } = await other.db.pool.query(
      "SELECT body FROM events WHERE type = 'export.failed'",
    );
    const event = { exportId: id, dataType: 'webhooks', format: 'CSV', error };
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([event]);
  } finally {
    await other.stop();
    await full.remove();
  }
});

test('a folder that cannot be written is reported as a final error', async () => {
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const key = { orgId: 'org_x', exportId: 'export_x', attempt: 1, format: 'CSV' } as const;
  await expect(createFile(blocked, key, undefined)).rejects.toMatchObject({
    message: 'the file store cannot be written',
    transient: false,
  });
});
