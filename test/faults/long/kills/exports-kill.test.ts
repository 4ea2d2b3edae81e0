import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../../../../bench/support/export-data.ts';
import { Database } from '../../../../src/platform/db/database.ts';
import { call } from '../../../support/app.ts';
import { asOwner, cloneDatabase } from '../../../support/database.ts';
import { exportFolder, filesIn } from '../../../support/export-client.ts';
import {
  cleanUp,
  eventually,
  freshDataDir,
  seeded,
  service,
  tenant,
} from '../../../support/process.ts';

afterAll(cleanUp);

const ROUNDS = 20;
const MESSAGES = 30_000;

/** Has the effect of 30 s without a renewal: the leases of the dead process end. */
const GIVE_BACK = `UPDATE exports SET leased_until = now() WHERE status = 'PROCESSING'`;

test('an export that is killed at any moment is finished later, once, and leaves no partial file', async () => {
  const random = seeded('moments of kill -9 during exports');
  const databaseUrl = await cloneDatabase();
  const { id: orgId, key } = await tenant(databaseUrl);
  const db = new Database({
    connection: { connectionString: asOwner(databaseUrl) },
    poolSize: 1,
    statementTimeoutMs: 60_000,
    onIdleError: () => {},
  });
  await loadMessages(db.pool, orgId, MESSAGES);
  await db.close();
  const client = new pg.Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  const folder = await exportFolder();
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: await freshDataDir(),
    ORIKI_EXPORT_DIR: folder.path,
    ORIKI_RATE_LIMITS: 'off',
  };
  const ids: string[] = [];
  let attempts = 0;
  let worker = await service(env).ready();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = { dataType: 'messages', format: round % 2 === 0 ? 'CSV' : 'JSON' };
      const created = await call(worker.url, 'POST', '/api/v1/exports', { key, body });
      expect(created.status).toBe(201);
      const { id } = created.body.data;
      ids.push(id);
      await sleep(random.below(900));
      await worker.stop('SIGKILL');
      await client.query(GIVE_BACK);
      worker = await service(env).ready();
      let found = created.body.data;
      await eventually(async () => {
        found = (await call(worker.url, 'GET', `/api/v1/exports/${id}`, { key })).body.data;
        return found.status === 'COMPLETED' || found.status === 'FAILED';
      });
      expect(found).toMatchObject({ status: 'COMPLETED', recordCount: MESSAGES, error: null });
      const file = Buffer.from(await (await fetch(found.downloadUrl)).arrayBuffer());
      expect(createHash('sha256').update(file).digest('hex')).toBe(found.sha256);
      const row = await client.query('SELECT attempt FROM exports WHERE id = $1', [id]);
      attempts += row.rows[0].attempt;
    }
    // If a process died after naming its file, the next attempt deletes that file.
    const names = (await filesIn(folder.path)).map((name) => name.split('.')[0]);
    expect(names.toSorted()).toEqual(ids.toSorted());
    const events = await client.query("SELECT body FROM events WHERE type = 'export.completed'");
    const told = events.rows.map(({ body }) => JSON.parse(body).data.exportId);
    expect(told.toSorted()).toEqual(ids.toSorted());
    process.stdout.write(`${ROUNDS} kills, ${attempts} attempts\n`);
  } finally {
    await worker.stop('SIGKILL');
    await client.end();
    await folder.remove();
  }
});

test('an export that takes longer than its lease is made once, because its process renews the lease', async () => {
  const databaseUrl = await cloneDatabase();
  const { key } = await tenant(databaseUrl);
  const folder = await exportFolder();
  const gate = new pg.Client({ connectionString: databaseUrl });
  await gate.connect();
  const worker = await service({
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: await freshDataDir(),
    ORIKI_EXPORT_DIR: folder.path,
  }).ready();
  try {
    await gate.query('BEGIN; LOCK TABLE delivery_attempts IN ACCESS EXCLUSIVE MODE');
    const body = { dataType: 'webhooks' };
    const created = await call(worker.url, 'POST', '/api/v1/exports', { key, body });
    const { id } = created.body.data;
    const get = async () =>
      (await call(worker.url, 'GET', `/api/v1/exports/${id}`, { key })).body.data;
    await eventually(async () => (await get()).status === 'PROCESSING');
    // An export whose lease of 30 s has ended is taken over; the check runs every 2 s.
    await sleep(60_000);
    const lease = 'SELECT status, leased_until > now() AS alive FROM exports WHERE id = $1';
    await gate.query('COMMIT');
    expect((await gate.query(lease, [id])).rows).toEqual([{ status: 'PROCESSING', alive: true }]);
    await eventually(async () => (await get()).status === 'COMPLETED', 30_000);
    const row = await gate.query('SELECT attempt FROM exports WHERE id = $1', [id]);
    expect(row.rows).toEqual([{ attempt: 1 }]);
  } finally {
    await worker.stop('SIGKILL');
    await gate.end();
    await folder.remove();
  }
});
