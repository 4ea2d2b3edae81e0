/** Erases the data of events, and the answers of receivers. */
import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Selects events by id, with their bodies. */
export async function selectBodies(
  db: Queryable,
  orgId: string,
  after: string,
  limit: number,
): Promise<{ id: string; body: string }[]> {
  return db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Replaces the data of events by `{"erased": true}`. @returns the number of events */
export async function eraseEvents(tx: Tx, orgId: string, ids: readonly string[]): Promise<number> {
  await sql`
    UPDATE delivery_attempts AS a SET response = NULL FROM deliveries d
    WHERE d.org_id = ${orgId} AND d.event_id = ${anyOf(ids)} AND a.org_id = d.org_id AND a.delivery_id = d.id
      AND a.response IS NOT NULL`.execute(tx);
  const { rows } = await sql`
    UPDATE events SET body = json_build_object('type', type, 'timestamp', body::json->'timestamp', 'data', json_build_object('erased', true))::text
    WHERE org_id = ${orgId} AND id = ${anyOf(ids)} AND body::jsonb->'data' IS DISTINCT FROM '{"erased": true}' RETURNING 1`.execute(
    tx,
  );
  return rows.length;
}
