import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../../platform/db/database.ts';

/** The place of an event in the order of publishing. */
export type Place = { micros: number; id: string };

export type NextEvent = Place & {
  type: string;
  /** Null unless requested and the event qualifies. */
  body: string | null;
  fits: boolean;
};

/** The condition that patterns such as `*`, `invoice.*` and `invoice.paid` match a type. */
function covers(patterns: readonly string[]) {
  const exact = patterns.filter((pattern) => !pattern.endsWith('*'));
  const prefixes = patterns
    .filter((pattern) => pattern.endsWith('*'))
    .map((pattern) => pattern.slice(0, -1));
  return sql<boolean>`(e.type = ${anyOf(exact)}
    OR EXISTS (SELECT FROM unnest(${arrayText(prefixes)}::text[]) AS prefix WHERE starts_with(e.type, prefix)))`;
}

/**
 * Selects the next events in the order of publishing, and whether to send each: the patterns cover it, and the
 * webhook was never sent it. Excludes events about this webhook itself and tests of other webhooks.
 */
export async function selectNext(
  tx: Tx,
  orgId: string,
  asked: {
    webhookId: string;
    patterns: readonly string[];
    from: Date;
    eventType?: string;
    after?: Place;
    withBody: boolean;
    limit: number;
  },
): Promise<NextEvent[]> {
  const { webhookId, patterns, from, eventType, after, withBody, limit } = asked;
  const conditions = [sql`e.org_id = ${orgId}`, sql`e.created_at >= ${from}`];
  if (eventType !== undefined) conditions.push(sql`e.type = ${eventType}`);
  if (after)
    conditions.push(
      sql`(e.created_at, e.id) > (timestamptz 'epoch' + ${after.micros}::int8 * interval '1 microsecond', ${after.id})`,
    );
  const { rows } = await sql<NextEvent>`
    WITH next AS (
      SELECT e.org_id, e.id, e.type, e.created_at, ${withBody ? sql`e.body` : sql`NULL::text`} AS body,
        ${covers(patterns)} AND e.only_webhook_id IS NULL AND e.type <> 'webhook.test'
          AND NOT (e.type IN ('webhook.disabled', 'webhook.failing')
            AND e.object_id IS NOT DISTINCT FROM ${webhookId}) AS fits
      FROM events e WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY e.created_at, e.id LIMIT ${limit}
    )
    SELECT id, type, (extract(epoch FROM created_at) * 1000000)::int8 AS micros,
      CASE WHEN fits THEN body END AS body,
      fits AND NOT EXISTS (SELECT FROM deliveries d
        WHERE d.org_id = next.org_id AND d.event_id = next.id AND d.webhook_id = ${webhookId}) AS fits
    FROM next ORDER BY created_at, id`.execute(tx);
  return rows;
}
