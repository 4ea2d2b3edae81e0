import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed } from '../../../platform/db/lists/keyset.ts';
import type { PermissionRelationships } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type RelationshipRow = Selectable<PermissionRelationships>;
export type Edge = { subject: string; relation: string; object: string };

export async function insertRelationship(
  tx: Tx,
  row: { org_id: string; id: string } & Edge,
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

export async function deleteRelationship(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('permission_relationships')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The edges that are reached from a node, when they lead to another node; otherwise nothing. Each edge is visited once,
 * however many paths lead to it.
 */
export async function selectEdgesBetween(
  tx: Tx,
  orgId: string,
  from: string,
  to: string,
): Promise<{ subject: string; object: string }[]> {
  const { rows } = await sql<{ subject: string; object: string }>`
    WITH RECURSIVE reached AS (
      SELECT subject, object FROM permission_relationships WHERE org_id = ${orgId} AND subject = ${from}
      UNION
      SELECT next.subject, next.object
      FROM reached JOIN permission_relationships next ON next.org_id = ${orgId} AND next.subject = reached.object
    )
    SELECT subject, object FROM reached WHERE EXISTS (SELECT FROM reached WHERE object = ${to})`.execute(
    tx,
  );
  return rows;
}
