import { sql } from 'kysely';
import { fromNow } from '../../../platform/background/store.ts';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import { randomBytes } from '../../../platform/random.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SealedPart } from '../credentials/schemas.ts';
import { sealedParts } from '../credentials/store.ts';
import { hasEnded } from '../../../platform/db/session/liveness.ts';

/** The number of random bytes in the step from a fence to the next. 2^29 leases stay below 2^53. */
const STEP_BYTES = 3;

/**
 * Returns a random step. After the database has lost a lease, the next lease thus has another fence, and the fence of
 * the lost lease's holder is invalid.
 */
function fenceStep(): number {
  return 1 + randomBytes(STEP_BYTES).readUIntBE(0, STEP_BYTES);
}

export type QueueKey = { orgId: string; webhookId: string };

export type ClaimedQueue = QueueKey &
  Version & {
    fence: number;
    url: string;
    secrets: { id: string; envelope: string; expiresAt: string | null }[];
    /** Null without any. */
    credentials: SealedPart[] | null;
  };

/** The columns of a lease. */
export const LEASE = { orgId: 'text', webhookId: 'text', fence: 'bigint' } as const;

function secretsOf(queue: string) {
  return sql`(
  SELECT json_agg(json_build_object('id', s.id, 'envelope', s.envelope, 'expiresAt', s.expires_at)
                  ORDER BY s.expires_at DESC NULLS FIRST)
  FROM webhook_secrets s
  WHERE (s.expires_at IS NULL OR s.expires_at > now()) AND s.org_id = ${sql.ref(`${queue}.org_id`)} AND s.webhook_id = ${sql.ref(`${queue}.webhook_id`)})`;
}

/**
 * The first row of each queue, by a loose index scan (https://wiki.postgresql.org/wiki/Loose_indexscan). Its time
 * grows with the number of queues that have rows, not with the number of rows.
 */
const firstOfQueues = sql`head AS (
    (SELECT org_id, webhook_id, due_at FROM delivery_queue ORDER BY org_id, webhook_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.* FROM head CROSS JOIN LATERAL (
      SELECT q.org_id, q.webhook_id, q.due_at FROM delivery_queue q
      WHERE (q.org_id, q.webhook_id) > (head.org_id, head.webhook_id)
      ORDER BY q.org_id, q.webhook_id, q.due_at LIMIT 1) next
  ), queue AS (
    SELECT head.*, l.holder, l.leased_until > now() AS leased
    FROM head
    JOIN webhooks w ON w.org_id = head.org_id AND w.id = head.webhook_id AND w.active
    JOIN webhook_lanes l ON l.org_id = head.org_id AND l.webhook_id = head.webhook_id
  )`;

/**
 * Selects active queues with due deliveries: the holder's own, and free ones, with organizations in turn; the time
 * until the next delivery becomes due (undefined if none waits); and other holders whose sessions have ended.
 * @param dead holders whose queues count as free
 */
export async function selectDueQueues(
  db: Queryable,
  holder: string,
  dead: readonly string[],
  /** The maximum number of free queues. */
  limit: number,
): Promise<{ queues: QueueKey[]; nextMs: number | undefined; ended: string[] }> {
  const { rows } = await sql<{ queues: QueueKey[]; next_ms: number | null; ended: string[] }>`
    WITH RECURSIVE ${firstOfQueues}, due AS (
      SELECT org_id, webhook_id, due_at, leased AND holder = ${holder} AS mine,
        row_number() OVER (PARTITION BY leased AND holder = ${holder}, org_id ORDER BY due_at) AS turn
      FROM queue
      WHERE due_at <= now() AND (NOT leased OR holder = ${holder} OR holder = ${anyOf(dead)})
    ), other AS MATERIALIZED (
      SELECT DISTINCT holder FROM queue WHERE due_at <= now() AND leased AND holder <> ${holder}
    ), chosen AS (
      SELECT org_id, webhook_id FROM due WHERE mine
      UNION ALL
      (SELECT org_id, webhook_id FROM due WHERE NOT mine ORDER BY turn, due_at LIMIT ${limit})
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_object('orgId', org_id, 'webhookId', webhook_id)), '[]')
       FROM chosen) AS queues,
      (SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 FROM queue WHERE due_at > now())
        AS next_ms,
      ARRAY(SELECT holder FROM other WHERE ${hasEnded('other.holder')}) AS ended`.execute(db);
  const { queues, next_ms: nextMs, ended } = rows[0]!;
  return { queues, nextMs: nextMs ?? undefined, ended };
}

/** Returns the seconds for which the oldest waiting delivery of an active subscription has been due. */
export async function oldestDueSeconds(db: Queryable): Promise<number> {
  const { rows } = await sql<{ age: number | null }>`
    WITH RECURSIVE ${firstOfQueues}
    SELECT extract(epoch FROM now() - min(due_at))::float8 AS age FROM queue WHERE due_at <= now()`.execute(
    db,
  );
  return rows[0]?.age ?? 0;
}

/** Selects the holders whose sessions have ended. A holder's name never comes back. */
async function endedOf(db: Queryable, holders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    SELECT holder FROM unnest(${arrayText(holders)}::text[]) AS other (holder) WHERE ${hasEnded('other.holder')}`.execute(
    db,
  );
  return rows.map(({ holder }) => holder);
}

/**
 * Leases the given queues that are active, and free or held by one of the `dead` whose session is still gone. Skips
 * locked queues. `settlesMs` is the time for which the previous holder of a queue may still send deliveries that it has
 * read, because it may have lost only its session.
 */
export async function leaseQueues(
  db: Queryable,
  holder: string,
  dead: readonly string[],
  leaseMs: number,
  sendWithinMs: number,
  queues: readonly QueueKey[],
): Promise<(ClaimedQueue & { settlesMs: number })[]> {
  const ended = dead.length === 0 ? [] : await endedOf(db, dead);
  const { rows } = await sql<ClaimedQueue & { settlesMs: number }>`
    WITH free AS (
      SELECT l.org_id, l.webhook_id, (l.leased_until > now())::integer * l.send_within_ms AS settles_ms
      FROM webhook_lanes l
      JOIN ${rowsOf(queues, { orgId: 'text', webhookId: 'text' }, 'wanted').from}
        ON wanted.org_id = l.org_id AND wanted.webhook_id = l.webhook_id
      WHERE l.leased_until <= now() OR l.holder = ${anyOf(ended)}
      FOR NO KEY UPDATE OF l SKIP LOCKED
    )
    UPDATE webhook_lanes l
    SET holder = ${holder}, fence = l.fence + ${fenceStep()}::bigint, send_within_ms = greatest(${sendWithinMs}, free.settles_ms),
      leased_until = ${fromNow(leaseMs)}
    FROM free JOIN webhooks w ON w.org_id = free.org_id AND w.id = free.webhook_id AND w.active
    WHERE l.org_id = free.org_id AND l.webhook_id = free.webhook_id
    RETURNING l.org_id AS "orgId", l.webhook_id AS "webhookId", l.fence, w.version AS revision, w.stamp, w.url,
      free.settles_ms AS "settlesMs", ${secretsOf('l')} AS secrets,
      ${sealedParts('l')} AS credentials`.execute(db);
  return rows;
}

export type Leased = QueueKey & { fence: number };

/** Reads the current data of the subscriptions of these leases; deleted subscriptions are missing. */
export async function reloadQueues(
  db: Queryable,
  queues: readonly Leased[],
): Promise<ClaimedQueue[]> {
  const { rows } = await sql<ClaimedQueue>`
    SELECT l.org_id AS "orgId", l.webhook_id AS "webhookId", l.fence, w.version AS revision, w.stamp, w.url,
      ${secretsOf('l')} AS secrets,
      ${sealedParts('l')} AS credentials
    FROM ${rowsOf(queues, LEASE, 'held').from}
    JOIN webhook_lanes l ON l.org_id = held.org_id AND l.webhook_id = held.webhook_id AND l.fence = held.fence
    JOIN webhooks w ON w.org_id = held.org_id AND w.id = held.webhook_id AND w.active`.execute(db);
  return rows;
}

/**
 * Renews leases under the holder's current name, or ends them with 0. Skips locked queues, so that no process waits
 * while it holds other queues.
 * @returns the webhook ids of renewed leases
 */
export async function renewLeases(
  db: Queryable,
  holder: string,
  leaseMs: number,
  sendWithinMs: number,
  queues: readonly Leased[],
): Promise<Set<string>> {
  const { rows } = await sql<{ webhook_id: string }>`
    WITH held AS (
      SELECT l.org_id, l.webhook_id FROM webhook_lanes l
      JOIN ${rowsOf(queues, LEASE, 'h').from}
        ON h.org_id = l.org_id AND h.webhook_id = l.webhook_id AND h.fence = l.fence
      FOR NO KEY UPDATE OF l SKIP LOCKED
    )
    UPDATE webhook_lanes l
    SET holder = ${holder}, leased_until = ${fromNow(leaseMs)},
      send_within_ms = ${sendWithinMs}
    FROM held WHERE l.org_id = held.org_id AND l.webhook_id = held.webhook_id
    RETURNING l.webhook_id`.execute(db);
  return new Set(rows.map((row) => row.webhook_id));
}

export type Wanted = Leased & {
  limit: number;
  /** Only rows after this one. */
  after: { deliveryId: string | null; dueUs: number } | undefined;
};

export type DueRow = Version & {
  webhookId: string;
  /** Null if the queue has no due delivery that is not excluded. */
  deliveryId: string | null;
  /** The due time in the queue, in microseconds. */
  dueUs: number;
  eventId: string;
  eventType: string;
  step: number;
  attempts: number;
  body: string;
  publishedMs: number;
  traceparent: string | null;
};

/**
 * Selects due deliveries of leased queues, longest due first. Returns at least one row for each queue that is active
 * and leased under this fence for longer than a request takes, and none for other queues. This check is the
 * permission to send.
 * @param excluded deliveries that were read before and are not recorded yet
 */
export async function selectDue(
  db: Queryable,
  queues: readonly Wanted[],
  excluded: readonly string[],
  timeoutMs: number,
): Promise<DueRow[]> {
  const rowsOfQueues = queues.map(({ after, limit, ...queue }) => ({
    ...queue,
    wanted: limit,
    afterUs: after?.dueUs ?? 0,
    afterId: after?.deliveryId ?? '',
  }));
  const types = { ...LEASE, wanted: 'integer', afterUs: 'bigint', afterId: 'text' } as const;
  const wanted = rowsOf(rowsOfQueues, types, 'queue');
  const { rows } = await sql<DueRow>`
    SELECT queue.webhook_id AS "webhookId", w.version AS revision, w.stamp, q.delivery_id AS "deliveryId",
      (extract(epoch FROM q.due_at) * 1000000)::int8 AS "dueUs", q.event_id AS "eventId",
      q.step, q.attempts, e.type AS "eventType", e.body, e.traceparent,
      (extract(epoch FROM e.created_at) * 1000)::float8 AS "publishedMs"
    FROM ${wanted.from}
    JOIN webhook_lanes l
      ON l.org_id = queue.org_id AND l.webhook_id = queue.webhook_id AND l.fence = queue.fence
        AND l.leased_until > now() + make_interval(secs => ${timeoutMs / 1000})
    JOIN webhooks w ON w.org_id = queue.org_id AND w.id = queue.webhook_id AND w.active
    LEFT JOIN LATERAL (
      SELECT * FROM delivery_queue q
      WHERE q.org_id = queue.org_id AND q.webhook_id = queue.webhook_id AND q.due_at <= now()
        AND (q.due_at, q.delivery_id)
          > (timestamptz 'epoch' + queue.after_us * interval '1 microsecond', queue.after_id)
        AND q.delivery_id NOT IN (SELECT unnest(${arrayText(excluded)}::text[]))
      ORDER BY q.due_at, q.delivery_id
      LIMIT queue.wanted) q ON true
    LEFT JOIN events e ON e.org_id = q.org_id AND e.id = q.event_id`.execute(db);
  return rows;
}

/** Selects the queues that are still leased under this fence, by webhook id. */
export async function stillLeased(db: Queryable, queues: readonly Leased[]): Promise<Set<string>> {
  const { rows } = await sql<{ webhook_id: string }>`
    SELECT l.webhook_id
    FROM ${rowsOf(queues, LEASE, 'held').from}
    JOIN webhook_lanes l
      ON l.org_id = held.org_id AND l.webhook_id = held.webhook_id AND l.fence = held.fence`.execute(
    db,
  );
  return new Set(rows.map((row) => row.webhook_id));
}
