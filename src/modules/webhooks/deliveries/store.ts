import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  countListed,
  selectPage,
  type Listed,
  type Order,
  isWithin,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { Deliveries } from '../../../platform/db/types.ts';
import type { TlsFailure } from '../../../platform/outbound/error.ts';
import { DELIVERY_PREFIX } from '../events/schemas.ts';

type AttemptRow = {
  number: number;
  /** ISO 8601. */
  at: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
  tlsFailure: TlsFailure | null;
  /** Null for attempts that were recorded before signatures were stored. */
  signature: string | null;
};
export type DeliveryRow = Selectable<Deliveries> & {
  /** Null if it is not pending. */
  due_at: Date | null;
  /** In the order of their numbers. */
  attempts: AttemptRow[];
};

const MADE = { id: 'd.id', at: 'd.created_at', prefix: DELIVERY_PREFIX };

export type DeliveryFilter = {
  status?: 'pending' | 'succeeded' | 'failed';
  eventType?: string;
  eventId?: string;
  from?: Date;
  to?: Date;
};

/** The condition of a filter on the tables `d` and `q`. */
export function fits(filter: DeliveryFilter): RawBuilder<boolean> {
  const all = [sql`${isWithin(MADE, filter)}`];
  if (filter.status === 'pending') all.push(sql`q.delivery_id IS NOT NULL`);
  if (filter.status === 'succeeded') all.push(sql`q.delivery_id IS NULL AND d.failed_at IS NULL`);
  if (filter.status === 'failed') all.push(sql`d.failed_at IS NOT NULL`);
  if (filter.eventType !== undefined) all.push(sql`d.event_type = ${filter.eventType}`);
  if (filter.eventId !== undefined) all.push(sql`d.event_id = ${filter.eventId}`);
  return sql`(${sql.join(all, sql` AND `)})`;
}

function ofOrganization(db: Queryable, orgId: string) {
  return db
    .selectFrom('deliveries as d')
    .leftJoin('delivery_queue as q', (on) =>
      on.onRef('q.org_id', '=', 'd.org_id').onRef('q.delivery_id', '=', 'd.id'),
    )
    .where('d.org_id', '=', orgId);
}

function filtered(db: Queryable, orgId: string, webhookId: string, filter: DeliveryFilter) {
  return ofOrganization(db, orgId).where('d.webhook_id', '=', webhookId).where(fits(filter));
}

const NEWEST: Order = [{ column: 'd.id', type: 'text', descending: true }];

/** Selects deliveries, newest first, with their attempts from the same moment. */
export async function selectDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<Listed<DeliveryRow>> {
  const counted = filtered(db, orgId, webhookId, filter);
  return selectPage(db, { shown: shown(counted), counted }, NEWEST, page);
}

function shown(query: ReturnType<typeof ofOrganization>) {
  return query.selectAll('d').select(['q.due_at', attemptsOfDelivery]);
}

export async function selectDelivery(
  db: Queryable,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const one = filtered(db, orgId, webhookId, {}).where('d.id', '=', id);
  return shown(one).executeTakeFirst();
}

/** Selects the text that each attempt of a delivery sends. It is kept as long as the delivery. */
export async function selectBody(db: Queryable, orgId: string, eventId: string): Promise<string> {
  const { body } = await db
    .selectFrom('events')
    .select('body')
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return body;
}

/** Selects the deliveries of one event to existing subscriptions, and their number. */
export async function selectDeliveriesOfEvent(
  db: Queryable,
  orgId: string,
  eventId: string,
  limit: number,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const all = ofOrganization(db, orgId)
    .innerJoin('webhooks as w', (on) =>
      on.onRef('w.org_id', '=', 'd.org_id').onRef('w.id', '=', 'd.webhook_id'),
    )
    .where('d.event_id', '=', eventId);
  const rows = await shown(all).orderBy('d.id').limit(limit).execute();
  return { rows, ...(await countListed(db, sql`${all.select(sql.lit(1).as('one'))}`)) };
}

const attemptsOfDelivery = sql<AttemptRow[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'number', a.number,
    'at', to_char(a.attempted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'response', a.response,
    'tlsFailure', a.tls_failure, 'signature', a.signature)
    ORDER BY a.number), '[]')
  FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id)`.as('attempts');

/** Selects paused subscriptions with pending deliveries older than this. */
export async function selectStale(
  db: Queryable,
  days: number,
  limit: number,
): Promise<{ org_id: string; webhook_id: string }[]> {
  const { rows } = await sql<{ org_id: string; webhook_id: string }>`
    SELECT w.org_id, w.id AS webhook_id FROM webhooks w
    WHERE NOT w.active AND EXISTS (
      SELECT 1 FROM delivery_queue q JOIN deliveries d ON d.org_id = q.org_id AND d.id = q.delivery_id
      WHERE q.org_id = w.org_id AND q.webhook_id = w.id
        AND d.created_at < now() - make_interval(days => ${days}))
    LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes finished deliveries and their attempts.
 * @returns their number, at most `limit`
 */
export async function deleteFinished(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH old AS (
      SELECT org_id, id FROM deliveries d
      WHERE created_at < now() - make_interval(days => ${days})
        AND coalesce(failed_at, '-infinity') < now() - make_interval(days => ${days})
        -- Subqueries for each row, until there are enough rows: joins would read whole tables for each batch.
        AND (SELECT q.delivery_id FROM delivery_queue q WHERE q.org_id = d.org_id AND q.delivery_id = d.id) IS NULL
        AND coalesce((
          SELECT max(a.attempted_at) FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id),
          '-infinity') < now() - make_interval(days => ${days})
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), attempts AS (
      DELETE FROM delivery_attempts a USING old WHERE a.org_id = old.org_id AND a.delivery_id = old.id
    ), gone AS (
      DELETE FROM deliveries d USING old WHERE d.org_id = old.org_id AND d.id = old.id RETURNING 1
    )
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]!.count;
}

/** Deletes events of that age that have no deliveries. */
export async function deleteEvents(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM events USING (
        SELECT e.org_id, e.id FROM events e
        WHERE e.created_at < now() - make_interval(days => ${days})
          AND (SELECT 1 FROM deliveries d WHERE d.org_id = e.org_id AND d.event_id = e.id LIMIT 1) IS NULL
        LIMIT ${limit}) AS old
      WHERE events.org_id = old.org_id AND events.id = old.id
      RETURNING 1)
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]!.count;
}
