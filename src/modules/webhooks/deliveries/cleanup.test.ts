import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { deliveryLog } from '../../../../test/support/webhook-checks.ts';
import { rowsOf, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { cleanUp } from './cleanup.ts';
import { deleteEvents, deleteFinished } from './store.ts';

let app: TestApp;
let client: WebhookClient;
let webhookId: string;

beforeAll(async () => {
  // Without a dispatcher nothing is sent, so rows stay as the tests create them.
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await WebhookClient.of(app);
  webhookId = (await client.create('https://hooks.example.com/x')).id;
});

async function run(): Promise<void> {
  for (const db of app.buckets()) await cleanUp(db);
}

/** Inserts an event with one delivery, published and finished at these ages; null is pending. */
async function past(
  event: string,
  published: string,
  ended: { status: string; ago: string } | null,
): Promise<void> {
  await client.publish('a.b', {}, event);
  const orgId = client.org.id;
  const { read } = app.db;
  await sql`UPDATE events SET created_at = now() - ${published}::interval
    WHERE org_id = ${orgId} AND id = ${event}`.execute(read);
  await sql`UPDATE deliveries SET created_at = now() - ${published}::interval
    WHERE org_id = ${orgId} AND event_id = ${event}`.execute(read);
  await sql`INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms)
    SELECT org_id, id, n, created_at, 1 FROM deliveries, generate_series(1, 2) n
    WHERE org_id = ${orgId} AND event_id = ${event}`.execute(read);
  await sql`UPDATE delivery_queue SET attempts = 2 WHERE org_id = ${orgId} AND event_id = ${event}`.execute(
    read,
  );
  if (!ended) return;
  await sql`DELETE FROM delivery_queue WHERE org_id = ${orgId} AND event_id = ${event}`.execute(
    read,
  );
  // The last attempt ended the delivery; a cancelled delivery has no record of its end.
  await sql`UPDATE delivery_attempts a SET attempted_at = now() - ${ended.ago}::interval,
      status_code = ${ended.status === 'succeeded' ? 204 : 500}
    FROM deliveries d WHERE d.org_id = ${orgId} AND d.event_id = ${event}
      AND a.org_id = d.org_id AND a.delivery_id = d.id AND a.number = 2`.execute(read);
  if (ended.status === 'failed')
    await sql`UPDATE deliveries SET failed_at = now() - ${ended.ago}::interval
      WHERE org_id = ${orgId} AND event_id = ${event}`.execute(read);
}

/** Returns the organization's remaining events, deliveries and attempts, by event. */
async function left(): Promise<Record<string, string>> {
  const rows = await rowsOf(
    app,
    sql`SELECT coalesce(e.id, d.event_id) AS id, e.id IS NOT NULL AS event, d.status,
        (SELECT count(*) FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id) AS attempts
      FROM (SELECT * FROM events WHERE org_id = ${client.org.id}) e
      FULL JOIN (SELECT * FROM ${deliveryLog} l WHERE org_id = ${client.org.id}) d
        ON e.org_id = d.org_id AND e.id = d.event_id`,
  );
  return Object.fromEntries(
    rows.map(({ id, event, status, attempts }) => [
      id,
      `${event ? 'event' : 'no event'}, ${status ?? 'no delivery'}, ${attempts}`,
    ]),
  );
}
function orphans() {
  return rowsOf(
    app,
    sql`SELECT 1 FROM delivery_attempts a WHERE NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.org_id = a.org_id AND d.id = a.delivery_id)`,
  );
}

// contract: deliveries/finished-deliveries-removed
test('deliveries that finished 30 days ago are deleted with attempts and events, whatever their outcome', async () => {
  for (const status of ['succeeded', 'failed', 'cancelled'])
    await past(`old-${status}`, '31 days', { status, ago: '30 days 1 minute' });
  await run();
  expect(await left()).toEqual({});
  expect(await orphans()).toEqual([]);
});

// contract: deliveries/finished-deliveries-removed
test('deliveries that are pending, or finished less than 30 days ago, are kept with event and attempts', async () => {
  await past('young', '29 days 23 hours', { status: 'succeeded', ago: '29 days 23 hours' });
  await past('late', '40 days', { status: 'failed', ago: '29 days 23 hours' });
  await past('pending', '40 days', null);
  await run();
  expect(await left()).toEqual({
    young: 'event, succeeded, 2',
    late: 'event, failed, 2',
    pending: 'event, pending, 2',
  });
});

test('keeps an event as long as any of its deliveries, and for 30 days without one', async () => {
  const other = await client.create('https://hooks.example.com/y');
  await past('shared', '31 days', null);
  await sql`WITH gone AS (
      DELETE FROM delivery_queue WHERE webhook_id = ${other.id} RETURNING delivery_id)
    UPDATE delivery_attempts a SET status_code = 204
    FROM gone WHERE a.delivery_id = gone.delivery_id`.execute(app.db.read);
  const silent = await WebhookClient.of(app);
  await silent.publish('a.b', {}, 'old');
  await silent.publish('a.b', {}, 'new');
  await sql`UPDATE events SET created_at = now() - interval '31 days'
    WHERE org_id = ${silent.org.id} AND id = 'old'`.execute(app.db.read);
  await run();
  expect(await left()).toEqual({ shared: 'event, pending, 2' });
  const events = await rowsOf(app, sql`SELECT id FROM events WHERE org_id = ${silent.org.id}`);
  expect(events).toEqual([{ id: 'new' }]);
});

// contract: webhooks/active-false-true
test('deliveries that waited five days for a paused webhook fail; those of active webhooks keep waiting', async () => {
  const active = await client.create('https://hooks.example.com/active');
  await past('old', '5 days 1 minute', null);
  await past('young', '4 days 23 hours 59 minutes', null);
  await client.patch(webhookId, { active: false });
  await run();
  expect(await client.delivery(webhookId, 'old')).toMatchObject({
    status: 'failed',
    attemptCount: 2,
    nextAttemptAt: null,
    finishedAt: expect.any(String),
  });
  expect(await client.delivery(webhookId, 'young')).toMatchObject({ status: 'pending' });
  for (const event of ['old', 'young'])
    expect(await client.delivery(active.id, event)).toMatchObject({
      status: 'pending',
      finishedAt: null,
    });
  const queued = await rowsOf(
    app,
    sql`SELECT event_id, webhook_id = ${webhookId} AS paused FROM delivery_queue
      WHERE org_id = ${client.org.id} ORDER BY event_id, paused`,
  );
  expect(queued).toEqual([
    { event_id: 'old', paused: false },
    { event_id: 'young', paused: false },
    { event_id: 'young', paused: true },
  ]);
});

test('deletes more than one batch holds, and concurrent runs do not block each other', async () => {
  const orgId = client.org.id;
  await sql`WITH e AS (
      INSERT INTO events (org_id, id, type, body, created_at)
      SELECT ${orgId}, 'bulk-' || n, 'a.b', '{}', now() - interval '31 days'
      FROM generate_series(1, 3500) n RETURNING org_id, id, created_at)
    INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at)
    SELECT org_id, 'delivery_' || id, ${webhookId}, id, 'a.b', created_at FROM e`.execute(
    app.db.read,
  );
  await past('kept', '1 day', null);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await left()).toEqual({ kept: 'event, pending, 2' });
});

test('stops when its signal is aborted', async () => {
  await past('old', '31 days', { status: 'failed', ago: '31 days' });
  await cleanUp(await app.dbOf(client.org.id), AbortSignal.abort());
  expect(Object.keys(await left())).toEqual(['old']);
  await run();
  expect(await left()).toEqual({});
});

test('rows to delete are found without reading all deliveries or all attempts', async () => {
  const orgId = client.org.id;
  const db = await app.dbOf(orgId);
  const fill = async (days: number, count: number): Promise<void> => {
    await sql`WITH d AS (
        INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at)
        SELECT ${orgId}, 'd' || n || '-' || ${days}::int, ${webhookId}, 'e' || n || '-' || ${days}::int, 'a.b',
          now() - make_interval(days => ${days})
        FROM generate_series(1, ${count}::int) AS n RETURNING *
      ), e AS (
        INSERT INTO events (org_id, id, type, body, created_at) SELECT org_id, event_id, 'a.b', '{}', created_at FROM d)
      INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms, status_code)
      SELECT org_id, id, 1, created_at, 1, 204 FROM d`.execute(app.db.read);
  };
  await fill(40, 1500);
  await fill(1, 20_000);
  await sql`ANALYZE deliveries, delivery_attempts, delivery_queue, events`.execute(app.db.read);
  // The counters of a session still include its earlier transactions that were not flushed yet.
  const [before, after] = await db.transaction(async (tx) => {
    const read = async (): Promise<Record<string, number>> => {
      const { rows } = await sql<{ name: string; rows: number }>`
        SELECT relname::text AS name, seq_tup_read AS rows FROM pg_stat_xact_user_tables
        WHERE relname IN ('deliveries', 'delivery_attempts')`.execute(tx);
      return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
    };
    const start = await read();
    expect([await deleteFinished(tx, 30, 1000), await deleteEvents(tx, 30, 500)]).toEqual([
      1000, 500,
    ]);
    return [start, await read()];
  });
  for (const table of ['deliveries', 'delivery_attempts'])
    expect(after[table]! - (before[table] ?? 0)).toBeLessThan(2000);
});
