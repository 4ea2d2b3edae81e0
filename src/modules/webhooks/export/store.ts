import { sql, type RawBuilder } from 'kysely';
import type { ExportFilter } from '../../../platform/export-source.ts';

/**
 * Selects the deliveries of an organization, including those of deleted subscriptions. Deleting a subscription
 * removes its pending deliveries from the queue; otherwise only a success or a failure does.
 */
export function deliveriesToExport({
  orgId,
  from,
  to,
  service,
}: ExportFilter): RawBuilder<unknown> {
  const conditions = [
    sql`d.org_id = ${orgId}`,
    ...(from === undefined ? [] : [sql`d.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`d.created_at < ${to}`]),
    ...(service === undefined ? [] : [sql`split_part(d.event_type, '.', 1) = ${service}`]),
  ];
  return sql`
    SELECT d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.event_type AS "eventType",
      CASE WHEN q.delivery_id IS NOT NULL THEN 'pending' WHEN d.failed_at IS NOT NULL THEN 'failed'
        WHEN a.status_code BETWEEN 200 AND 299 THEN 'succeeded' ELSE 'cancelled' END AS status,
      coalesce(a.number, 0) AS "attemptCount", a.attempted_at AS "lastAttemptAt", a.duration_ms AS "lastDurationMs",
      a.status_code AS "lastStatusCode", a.error AS "lastError", d.created_at AS "createdAt",
      a.tls_failure AS "lastTlsFailure"
    FROM deliveries d
    LEFT JOIN delivery_queue q ON q.org_id = d.org_id AND q.delivery_id = d.id
    LEFT JOIN LATERAL (
      SELECT number, attempted_at, duration_ms, status_code, error, tls_failure FROM delivery_attempts
      WHERE org_id = d.org_id AND delivery_id = d.id ORDER BY number DESC LIMIT 1) AS a ON true
    WHERE ${sql.join(conditions, sql` AND `)}`;
}
