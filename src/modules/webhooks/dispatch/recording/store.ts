import { sql } from 'kysely';
import { rowsOf } from '../../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { warnedPercent } from '../../subscriptions/store.ts';
import { LEASE, type Leased } from '../store.ts';

/** True if the due time has changed since the read: a retry was requested. */
const requeued = sql`(q.due_at <> attempt.due_at)`;

export type AttemptRecord = Leased & {
  deliveryId: string;
  eventType: string;
  number: number;
  attemptedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  tlsFailure: string | null;
  response: string | null;
  /** The signature header that was sent. */
  signature: string;
  /** The due time when the delivery was read. */
  dueUs: number;
  result: 'succeeded' | 'failed' | 'retry';
  /** Only with `retry`. */
  step: number;
  waitMs: number;
};

export type QueueRecord = Leased & {
  lastTriggeredAt: Date;
  succeeded: boolean;
  /** The time of the first failure after the last success in this batch. */
  failedAt: Date | null;
};

export type RecordedQueue = {
  orgId: string;
  webhookId: string;
  failingSince: Date | null;
  /** True if a series of failures begins or ends with these attempts. */
  turned: boolean;
  /** The last warning of this series of failures, in per cent of the time to deactivation. */
  warnedPercent: number;
};

/**
 * Writes a batch of attempts and their consequences. Skips queues whose lease has passed to another holder, with all
 * their attempts, and locked queues, so that a long change does not block others. Repeating it changes nothing. Locks
 * queues, then queue rows, then deliveries, like all transactions that change them.
 * @param attempts at most one for each delivery
 * @returns the queues that were written
 */
export async function recordAttempts(
  tx: Tx,
  attempts: readonly AttemptRecord[],
  queues: readonly QueueRecord[],
): Promise<RecordedQueue[]> {
  const { rows: locked } = await sql<{ place: number; failingSince: Date | null }>`
    SELECT batch.n::integer AS place, l.failing_since AS "failingSince" FROM webhook_lanes l
    JOIN ${rowsOf(queues, LEASE, 'batch').numbered}
      ON batch.org_id = l.org_id AND batch.webhook_id = l.webhook_id AND batch.fence = l.fence
    FOR NO KEY UPDATE OF l SKIP LOCKED`.execute(tx);
  if (locked.length === 0) return [];
  const held = new Map(
    locked.map(({ place }) => [queues[place - 1]!.webhookId, queues[place - 1]!]),
  );
  const own = attempts.filter(({ webhookId }) => held.has(webhookId));
  const made = own.map((attempt) => ({
    ...attempt,
    orgId: held.get(attempt.webhookId)!.orgId,
  }));
  const log = rowsOf(
    made,
    {
      orgId: 'text',
      deliveryId: 'text',
      number: 'integer',
      attemptedAt: 'timestamptz',
      durationMs: 'integer',
      statusCode: 'integer',
      error: 'text',
      response: 'text',
      webhookId: 'text',
      eventType: 'text',
      signature: 'text',
      tlsFailure: 'text',
    },
    'a',
  );
  const results = rowsOf(
    made,
    {
      orgId: 'text',
      deliveryId: 'text',
      number: 'integer',
      result: 'text',
      step: 'integer',
      waitMs: 'float8',
      dueUs: 'bigint',
    },
    'a',
  );
  const written = rowsOf(
    [...held.values()],
    {
      orgId: 'text',
      webhookId: 'text',
      lastTriggeredAt: 'timestamptz',
      succeeded: 'boolean',
      failedAt: 'timestamptz',
    },
    'held',
  );
  // The insertion is separate, because Citus sends rows that a statement reads together with others to every node.
  const logged = sql`
    INSERT INTO delivery_attempts (${log.names}) SELECT ${log.names} FROM ${log.from}
    ON CONFLICT DO NOTHING`.execute(tx);
  const followed = sql<Omit<RecordedQueue, 'orgId' | 'turned'>>`
    WITH attempt AS (
      SELECT a.*, now() + make_interval(secs => wait_ms / 1000) AS retry_at,
        to_timestamp((due_us / 1000000.0)::float8) AS due_at
      FROM ${results.from}
    ), done AS (
      DELETE FROM delivery_queue q USING attempt
      WHERE q.org_id = attempt.org_id AND q.delivery_id = attempt.delivery_id
        AND (attempt.result = 'succeeded'
          OR attempt.result = 'failed' AND NOT ${requeued})
      RETURNING q.org_id, q.delivery_id, attempt.result
    ), again AS (
      UPDATE delivery_queue q
      SET step = attempt.step, attempts = attempt.number,
        due_at = CASE WHEN ${requeued} THEN q.due_at ELSE attempt.retry_at END
      FROM attempt
      WHERE q.org_id = attempt.org_id AND q.delivery_id = attempt.delivery_id
        AND (attempt.result = 'retry'
          OR attempt.result = 'failed' AND ${requeued})
    ), given_up AS (
      UPDATE deliveries d SET failed_at = now()
      FROM done WHERE d.org_id = done.org_id AND d.id = done.delivery_id AND done.result = 'failed'
    )
    UPDATE webhook_lanes l
    SET last_triggered_at = greatest(l.last_triggered_at, held.last_triggered_at),
      failing_since = CASE WHEN held.succeeded THEN held.failed_at ELSE coalesce(l.failing_since, held.failed_at) END
    FROM ${written.from}
    WHERE l.org_id = held.org_id AND l.webhook_id = held.webhook_id
    RETURNING l.webhook_id AS "webhookId", l.failing_since AS "failingSince",
      ${warnedPercent} AS "warnedPercent"`.execute(tx);
  const [, { rows }] = await Promise.all([logged, followed]);
  const before = new Map(
    locked.map(({ place, failingSince }) => [
      queues[place - 1]!.webhookId,
      failingSince?.getTime(),
    ]),
  );
  return rows.map((row) => ({
    ...row,
    orgId: held.get(row.webhookId)!.orgId,
    turned: before.get(row.webhookId) !== row.failingSince?.getTime(),
  }));
}

/** Returns true if the queue has only failed for this number of days. */
export async function hasFailedFor(
  tx: Tx,
  orgId: string,
  webhookId: string,
  days: number,
): Promise<boolean> {
  const { rows } = await sql<{ failed: boolean | null }>`
    SELECT failing_since <= now() - make_interval(days => ${days}) AS failed FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId}`.execute(tx);
  return rows[0]?.failed ?? false;
}

/**
 * Records that the owner is warned of a series of failures. Locks the queue until the transaction ends.
 * @returns when the series began; undefined, with nothing changed, if the owner was warned before or the series is
 * shorter
 */
export async function noteWarning(
  tx: Tx,
  orgId: string,
  webhookId: string,
  percent: number,
  seconds: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    UPDATE webhook_lanes SET warned_of = failing_since, warned_percent = ${percent}
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId}
      AND failing_since <= now() - make_interval(secs => ${seconds})
      AND (warned_of IS DISTINCT FROM failing_since OR warned_percent < ${percent})
    RETURNING failing_since AS since`.execute(tx);
  return rows[0]?.since;
}
