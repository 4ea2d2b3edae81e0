import { sql, type RawBuilder, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { PermissionRelationships } from '../../../platform/db/types.ts';

export type RelationshipRow = Selectable<PermissionRelationships>;
export type Edge = { subject: string; relation: string; object: string };

export async function insertRelationship(
  tx: Tx,
  row: { org_id: string; id: string; expires_at: Date | null } & Edge,
): Promise<RelationshipRow> {
  return tx
    .insertInto('permission_relationships')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function selectRelationship(
  tx: Tx,
  orgId: string,
  { subject, relation, object }: Edge,
): Promise<RelationshipRow | undefined> {
  return tx
    .selectFrom('permission_relationships')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject', '=', subject)
    .where('relation', '=', relation)
    .where('object', '=', object)
    .executeTakeFirst();
}

/** In the order of creation. */
export async function selectRelationships(
  db: Queryable,
  orgId: string,
  filter: Partial<Edge>,
  page: Page,
): Promise<Listed<RelationshipRow>> {
  let all = db.selectFrom('permission_relationships').where('org_id', '=', orgId);
  for (const column of ['subject', 'relation', 'object'] as const) {
    const value = filter[column];
    if (value !== undefined) all = all.where(column, '=', value);
  }
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}

/** Edges that a check assumes, and ids of relationships that it treats as deleted. */
export type AssumedEdges = { edges: readonly Edge[]; without: readonly string[] };

/**
 * Returns the edges reachable from a node, if they lead to another node; otherwise none. Visits each edge once, for any
 * number of paths to it. Ignores ended edges.
 */
export async function selectEdgesBetween(
  db: Queryable,
  orgId: string,
  from: string,
  to: string,
  assumed?: AssumedEdges,
): Promise<{ subject: string; object: string }[]> {
  const counts = sql`(next.expires_at IS NULL OR next.expires_at > now())`;
  const stored = (subject: RawBuilder<unknown>) => sql`
    SELECT next.subject, next.object FROM permission_relationships next
    WHERE next.org_id = ${orgId} AND next.subject = ${subject} AND ${counts}`;
  const edges = (subject: RawBuilder<unknown>) =>
    assumed === undefined
      ? stored(subject)
      : sql`${stored(subject)} AND next.id <> ALL (${arrayText(assumed.without)}::text[])
        UNION ALL SELECT a.subject, a.object
        FROM ${rowsOf(assumed.edges, { subject: 'text', object: 'text' }, 'a').joined}
        WHERE a.subject = ${subject}`;
  const { rows } = await sql<{ subject: string; object: string }>`
    WITH RECURSIVE reached AS (
      SELECT * FROM (${edges(sql`${from}`)}) AS first
      UNION
      SELECT following.subject, following.object
      FROM reached CROSS JOIN LATERAL (${edges(sql`reached.object`)}) AS following
    )
    SELECT subject, object FROM reached WHERE EXISTS (SELECT FROM reached WHERE object = ${to})`.execute(
    db,
  );
  return rows;
}
