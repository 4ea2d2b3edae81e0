/** The invariants of the webhook tables when no delivery is running. */
import { found } from './database.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { Database } from '../../src/platform/db/database.ts';
import { eventually, type ServiceProcess } from './process.ts';

/** Returns a URL of the same database with an application name that identifies its sessions. */
export function named(databaseUrl: string, applicationName: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', applicationName);
  return url.href;
}

export function openDatabase(url: string): Database {
  return new Database({
    connection: found({ connectionString: url }),
    poolSize: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
}

/**
 * The outcome of each delivery. `deliveries` itself is written once, so the outcome is computed from the queue and
 * the attempts. A subquery: `FROM ${deliveryLog} d`.
 */
export const deliveryLog = sql`(
  SELECT d.org_id, d.id, d.webhook_id, d.event_id, d.event_type, d.created_at,
    CASE WHEN q.delivery_id IS NOT NULL THEN 'pending'
      WHEN d.failed_at IS NOT NULL THEN 'failed'
      WHEN last.status_code BETWEEN 200 AND 299 THEN 'succeeded'
      ELSE 'cancelled' END AS status,
    coalesce(last.number, 0) AS attempt_count,
    CASE WHEN q.delivery_id IS NOT NULL THEN NULL
      WHEN d.failed_at IS NOT NULL THEN d.failed_at
      WHEN last.status_code BETWEEN 200 AND 299
        THEN last.attempted_at + make_interval(secs => last.duration_ms / 1000.0) END AS finished_at
  FROM deliveries d
  LEFT JOIN delivery_queue q ON q.org_id = d.org_id AND q.delivery_id = d.id
  LEFT JOIN LATERAL (
    SELECT a.* FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id
    ORDER BY a.number DESC LIMIT 1) last ON true)`;

const CHECKS = {
  // Only the deletion of a subscription removes a delivery from the queue that neither succeeded nor failed.
  'lost deliveries: not queued, not finished, and their webhook is there': sql`
    SELECT d.id FROM ${deliveryLog} d
    JOIN webhooks w ON w.org_id = d.org_id AND w.id = d.webhook_id
    WHERE d.status = 'cancelled'`,
  'queued deliveries that are not in the log': sql`
    SELECT q.delivery_id AS id FROM delivery_queue q WHERE NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.org_id = q.org_id AND d.id = q.delivery_id
        AND d.webhook_id = q.webhook_id AND d.event_id = q.event_id)`,
  'queued deliveries that were given up': sql`
    SELECT q.delivery_id AS id FROM delivery_queue q
    JOIN deliveries d ON d.org_id = q.org_id AND d.id = q.delivery_id AND d.failed_at IS NOT NULL`,
  'queued deliveries of no webhook': sql`
    SELECT q.delivery_id AS id FROM delivery_queue q WHERE NOT EXISTS (
      SELECT 1 FROM webhooks w WHERE w.org_id = q.org_id AND w.id = q.webhook_id)`,
  'deliveries without their event': sql`
    SELECT d.id FROM deliveries d WHERE NOT EXISTS (
      SELECT 1 FROM events e WHERE e.org_id = d.org_id AND e.id = d.event_id)`,
  'deliveries whose attempts are not numbered 1, 2, …': sql`
    SELECT a.delivery_id AS id FROM delivery_attempts a
    GROUP BY a.org_id, a.delivery_id
    HAVING count(*) <> max(a.number) OR min(a.number) <> 1`,
  'queued deliveries that count other attempts than there are': sql`
    SELECT q.delivery_id AS id, q.attempts, d.attempt_count FROM delivery_queue q
    JOIN ${deliveryLog} d ON d.org_id = q.org_id AND d.id = q.delivery_id
    WHERE q.attempts <> d.attempt_count`,
  'attempts of no delivery': sql`
    SELECT a.delivery_id AS id FROM delivery_attempts a WHERE NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.org_id = a.org_id AND d.id = a.delivery_id)`,
  'webhooks without a queue': sql`
    SELECT w.id FROM webhooks w WHERE NOT EXISTS (
      SELECT 1 FROM webhook_lanes l WHERE l.org_id = w.org_id AND l.webhook_id = w.id)`,
};

/** Expects queue, log and subscriptions to agree. */
export async function expectAgreement(db: Database): Promise<void> {
  const wrong: Record<string, unknown[]> = {};
  for (const [what, query] of Object.entries(CHECKS)) {
    const { rows } = await query.execute(db.read);
    if (rows.length > 0) wrong[what] = rows.slice(0, 5).concat(`${rows.length} in all`);
  }
  expect(wrong).toEqual({});
}

export async function countRows(db: Database, query: ReturnType<typeof sql>): Promise<number> {
  // With several servers each bucket has its own count.
  const { rows } = await query.execute(db.read);
  return (rows as { count: number }[]).reduce((sum, { count }) => sum + Number(count), 0);
}

/** Waits until nothing is queued for active webhooks, then checks the agreement. */
export async function settled(db: Database, withinMs = 30_000): Promise<void> {
  const queued = async (): Promise<unknown[]> => {
    const { rows } = await sql`
      SELECT w.name, q.*, q.due_at - now() AS due_in, l.holder, l.fence, l.leased_until - now() AS leased_for
      FROM delivery_queue q
      JOIN webhooks w ON w.org_id = q.org_id AND w.id = q.webhook_id AND w.active
      JOIN webhook_lanes l ON l.org_id = q.org_id AND l.webhook_id = q.webhook_id
      LIMIT 20`.execute(db.read);
    return rows;
  };
  await eventually(async () => (await queued()).length === 0, withinMs).catch(async () => {
    expect(await queued(), `still queued after ${withinMs} ms`).toEqual([]);
  });
  await expectAgreement(db);
}

/** Returns log lines that must not exist: deadlocks and errors. */
export function badLines(lines: readonly string[]): string[] {
  return lines.filter((line) => /40P01|deadlock|"level":(50|60)/.test(line));
}

/** Resolves once a process with the role `worker`, which has no URL, does its work. */
export async function working(worker: ServiceProcess): Promise<void> {
  await eventually(() => {
    if (!worker.running()) throw new Error(`the worker ended: ${worker.said}`);
    return worker.stdout.includes('"msg":"ready"');
  });
}
