import { sql, type RawBuilder, type Selectable } from 'kysely';
import { hasWords } from '../../../platform/db/lists/words.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { newStamp } from '../../../platform/db/buckets/history.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Webhooks } from '../../../platform/db/types.ts';
import { shownParts, type ShownParts } from '../credentials/store.ts';

/** The highest per cent for which the owner of a queue `l` was warned in its current series of failures. */
export const warnedPercent = sql<number>`CASE WHEN l.warned_of = l.failing_since THEN l.warned_percent ELSE 0 END`;

export type WebhookRow = Selectable<Webhooks>;
/** A webhook with its sealed parts as answers show them. */
export type ShownRow = WebhookRow & { credentials: ShownParts | null };
export type ListedRow = ShownRow & {
  last_triggered_at: Date | null;
  failing_since: Date | null;
  /** The last warning, in per cent of the time to deactivation. */
  percent: number;
};
export type NewSecret = { id: string; envelope: string };

/** Inserts the subscription, its queue and its first secret. */
export async function insertWebhook(
  tx: Tx,
  row: {
    org_id: string;
    id: string;
    name: string;
    url: string;
    events: string[];
    active?: boolean;
    /** JSON. */
    filter?: string;
  },
  secret: NewSecret,
): Promise<WebhookRow> {
  const { org_id, id } = row;
  const inserted = await tx
    .insertInto('webhooks')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`WITH queue AS (
      INSERT INTO webhook_lanes (org_id, webhook_id) VALUES (${org_id}, ${id}))
    INSERT INTO webhook_secrets (org_id, webhook_id, id, envelope)
    VALUES (${org_id}, ${id}, ${secret.id}, ${secret.envelope})`.execute(tx);
  return inserted;
}

function listed(db: Queryable, orgId: string) {
  return db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_lanes as l', (on) =>
      on.onRef('l.org_id', '=', 'w.org_id').onRef('l.webhook_id', '=', 'w.id'),
    )
    .selectAll('w')
    .select([
      'l.last_triggered_at',
      'l.failing_since',
      warnedPercent.as('percent'),
      shownParts('w'),
    ])
    .where('w.org_id', '=', orgId);
}

type WebhookFilter = { active?: boolean; text?: string };

const BY_WEBHOOK_ID: Order = [{ column: 'w.id', type: 'text' }];

/** The condition of a filter on the table `w`. */
function fits(orgId: string, { active, text }: WebhookFilter): RawBuilder<boolean> {
  const all = [sql`true`];
  if (active !== undefined) all.push(sql`w.active = ${active}`);
  if (text !== undefined) all.push(hasWords(orgId, { name: 'w.name', orgId: 'w.org_id' }, text));
  return sql`(${sql.join(all, sql` AND `)})`;
}

/** Selects webhooks in the order of creation. */
export async function selectWebhooks(
  db: Queryable,
  orgId: string,
  filter: WebhookFilter,
): Promise<ListedRow[]> {
  return listed(db, orgId).where(fits(orgId, filter)).orderBy('w.id').execute();
}

export async function selectWebhookPage(
  db: Queryable,
  orgId: string,
  filter: WebhookFilter,
  page: Page,
): Promise<Listed<ListedRow>> {
  const shown = listed(db, orgId).where(fits(orgId, filter));
  const all = db.selectFrom('webhooks as w').where('w.org_id', '=', orgId);
  return selectPage(db, { shown, counted: all.where(fits(orgId, filter)) }, BY_WEBHOOK_ID, page);
}

/** Selects the addresses of all subscriptions of a bucket, with their organizations. */
export async function webhookUrls(db: Queryable): Promise<{ orgId: string; url: string }[]> {
  return db.selectFrom('webhooks').distinct().select(['org_id as orgId', 'url']).execute();
}

export type WebhookCounts = {
  active: number;
  failing: number;
  paused: number;
  deactivated: number;
};

/** Counts webhooks by state; failing ones are active. */
export async function countWebhooks(db: Queryable, orgId: string): Promise<WebhookCounts> {
  const { rows } = await sql<WebhookCounts>`
    SELECT count(*) FILTER (WHERE w.active) AS active,
      count(*) FILTER (WHERE w.active AND l.failing_since IS NOT NULL) AS failing,
      count(*) FILTER (WHERE NOT w.active AND w.disabled_reason IS NULL) AS paused,
      count(*) FILTER (WHERE NOT w.active AND w.disabled_reason IS NOT NULL) AS deactivated
    FROM webhooks w JOIN webhook_lanes l ON l.org_id = w.org_id AND l.webhook_id = w.id
    WHERE w.org_id = ${orgId}`.execute(db);
  return rows[0]!;
}

/** Selects webhooks that fail, or that were deactivated because their receivers failed, longest ago first. */
export async function selectFailing(db: Queryable, orgId: string, most: number) {
  const { rows } = await sql<{ id: string; name: string; active: boolean; since: Date | null }>`
    SELECT w.id, w.name, w.active, l.failing_since AS since
    FROM webhooks w JOIN webhook_lanes l ON l.org_id = w.org_id AND l.webhook_id = w.id
    WHERE w.org_id = ${orgId}
      AND CASE WHEN w.active THEN l.failing_since IS NOT NULL ELSE w.disabled_reason IS NOT NULL END
    ORDER BY l.failing_since, w.id LIMIT ${most}`.execute(db);
  return rows;
}

export async function selectWebhook(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ListedRow | undefined> {
  return listed(db, orgId).where('w.id', '=', id).executeTakeFirst();
}

/**
 * For transactions that change a subscription: waits for publishers that have read the organization's subscriptions,
 * and makes later ones wait until the transaction ends.
 */
export async function lockSubscriptions(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(webhooks_lock(${orgId}))`.execute(tx);
}

/** Selects the row, locked against change and deletion until the transaction ends. */
export async function lockWebhook(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ShownRow | undefined> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .select(shownParts('webhooks'))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the row and raises its version, with a new stamp, so that dispatchers reload it. */
export async function updateWebhook(
  tx: Tx,
  orgId: string,
  id: string,
  change: {
    name?: string;
    url?: string;
    events?: string[];
    active?: boolean;
    disabled_reason?: 'gone' | 'failing' | null;
    /** JSON. */
    filter?: string | null;
  },
): Promise<WebhookRow> {
  return tx
    .updateTable('webhooks')
    .set({
      ...change,
      version: sql`version + 1`,
      stamp: newStamp(),
      updated_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns the milliseconds for which a dispatcher may still act on its last read of this queue; 0 if no dispatcher
 * serves it. Locks the queue until the transaction ends.
 */
export async function queueSettlesIn(tx: Tx, orgId: string, id: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (leased_until > now())::integer * send_within_ms AS ms FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0]?.ms ?? 0;
}

/** Resets the failures of a subscription that is activated again. */
export async function forgetFailures(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('webhook_lanes')
    .set({ failing_since: null })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', id)
    .execute();
}

/** Deletes a subscription with its queue and secrets (by foreign keys); its deliveries are kept. */
export async function deleteWebhook(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** Selects the expiry times of replaced secrets that still sign, earliest first. */
export async function selectExpiring(tx: Tx, orgId: string, webhookId: string): Promise<Date[]> {
  const rows = await tx
    .selectFrom('webhook_secrets')
    .select('expires_at')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .execute();
  return rows.map((row) => row.expires_at!);
}

/** Deletes expired secrets. */
export async function deleteExpiredSecrets(db: Queryable): Promise<void> {
  await db
    .deleteFrom('webhook_secrets')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

/** Makes `secret` the current one; the previous one keeps signing for `overlapHours`. */
export async function replaceSecret(
  tx: Tx,
  orgId: string,
  webhookId: string,
  secret: NewSecret,
  overlapHours: number,
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    UPDATE webhook_secrets SET expires_at = now() + make_interval(hours => ${overlapHours})
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId} AND expires_at IS NULL
    RETURNING expires_at`.execute(tx);
  await tx
    .insertInto('webhook_secrets')
    .values({ org_id: orgId, webhook_id: webhookId, ...secret })
    .execute();
  return rows[0]!.expires_at;
}

/** Removes all deliveries of a subscription that is being deleted from the queue. */
export async function cancelPending(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await tx
    .deleteFrom('delivery_queue')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** Fails deliveries that have been pending too long for a paused subscription. */
export async function expirePaused(
  tx: Tx,
  orgId: string,
  webhookId: string,
  days: number,
): Promise<void> {
  await sql`
    WITH old AS (
      DELETE FROM delivery_queue q USING deliveries d
      WHERE q.org_id = ${orgId} AND q.webhook_id = ${webhookId}
        AND d.org_id = q.org_id AND d.id = q.delivery_id
        AND d.created_at < now() - make_interval(days => ${days})
      RETURNING q.delivery_id)
    UPDATE deliveries d SET failed_at = now()
    FROM old WHERE d.org_id = ${orgId} AND d.id = old.delivery_id`.execute(tx);
}

/**
 * Waits for transactions that record attempts of this subscription. They and the caller lock its queue before they
 * change deliveries, so neither overwrites the other.
 */
export async function lockQueue(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await sql`SELECT 1 FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId} FOR NO KEY UPDATE`.execute(tx);
}
