import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertRoom, beginChange, recordChange } from '../changes/change.ts';
import { cycleError, findPath } from '../graph.ts';
import type { CreateRelationship, Relationship, RelationshipQuery } from './schemas.ts';
import * as store from './store.ts';

export const RELATIONSHIP_PREFIX = 'relationship';

function toRelationship(row: store.RelationshipRow): Relationship {
  return {
    id: row.id,
    subject: row.subject,
    relation: row.relation,
    object: row.object,
    createdAt: row.created_at.toISOString(),
  };
}

/** Checks that no path over any relations leads from the object to the subject. @throws ApiError RELATIONSHIP_CYCLE */
async function assertAcyclic(tx: Tx, orgId: string, subject: string, object: string) {
  if (subject === object) throw cycleError([subject, object]);
  const edges = await store.selectEdgesBetween(tx, orgId, object, subject);
  if (edges.length === 0) return;
  const next = Map.groupBy(edges, (edge) => edge.subject);
  const path = findPath(
    (node) => (next.get(node) ?? []).map((edge) => edge.object),
    object,
    (node) => node === subject,
  );
  throw cycleError([subject, ...path!]);
}

/**
 * @returns `created` is false when the relationship existed already
 * @throws ApiError RELATIONSHIP_CYCLE
 */
export async function createRelationship(
  tx: Tx,
  orgId: string,
  input: CreateRelationship,
): Promise<Relationship & { created: boolean }> {
  const change = await beginChange(tx, orgId);
  const known = await store.selectRelationship(tx, orgId, input);
  if (known) return { ...toRelationship(known), created: false };
  await assertAcyclic(tx, orgId, input.subject, input.object);
  await assertRoom(tx, change, 'relationships');
  const id = newId(RELATIONSHIP_PREFIX);
  const row = await store.insertRelationship(tx, { org_id: orgId, id, ...input });
  await recordChange(tx, change, 'relationship', id, 'created', false);
  return { ...toRelationship(row), created: true };
}

/** In the order of creation. */
export async function listRelationships(db: Queryable, orgId: string, query: RelationshipQuery) {
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectRelationships(db, orgId, query, page);
  return toPage(rows.map(toRelationship), found, page);
}

/** @throws ApiError NOT_FOUND */
export async function deleteRelationship(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const change = await beginChange(tx, orgId);
  if (!isId(RELATIONSHIP_PREFIX, id) || !(await store.deleteRelationship(tx, orgId, id)))
    throw notFound('relationship');
  await recordChange(tx, change, 'relationship', id, 'deleted', false);
  return { id, deleted: true };
}
