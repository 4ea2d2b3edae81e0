import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { paged } from '../../../platform/http/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { assertRoom, beginChange, deleteEnding, recordChange } from '../changes/change.ts';
import { parseEnd, renewal } from '../ends.ts';
import { cycleError, findPath } from '../graph.ts';
import type { CreateRelationship, Relationship, RelationshipQuery } from './schemas.ts';
import * as store from './store.ts';
import { updateEnd } from '../store.ts';

export const RELATIONSHIP_PREFIX = 'relationship';

function toRelationship(row: store.RelationshipRow): Relationship {
  return {
    id: row.id,
    subject: row.subject,
    relation: row.relation,
    object: row.object,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/**
 * Checks that no path over any relations leads from the object to the subject.
 * @param assumed edges to add or to ignore, with the place of this one in the check
 * @throws ApiError RELATIONSHIP_CYCLE
 */
export async function assertAcyclic(
  db: Queryable,
  orgId: string,
  { subject, object }: { subject: string; object: string },
  assumed?: store.AssumedEdges & { place: string },
): Promise<void> {
  if (subject === object) throw cycleError([subject, object], assumed?.place);
  const edges = await store.selectEdgesBetween(db, orgId, object, subject, assumed);
  if (edges.length === 0) return;
  const next = Map.groupBy(edges, (edge) => edge.subject);
  const path = findPath(
    (node) => (next.get(node) ?? []).map((edge) => edge.object),
    object,
    (node) => node === subject,
  );
  throw cycleError([subject, ...path!], assumed?.place);
}

/**
 * Creates a relationship, or changes the end of an existing one.
 * @returns `created` is false when the relationship already existed
 * @throws ApiError BAD_REQUEST for an end in the past; RELATIONSHIP_CYCLE
 */
export async function createRelationship(
  tx: Tx,
  orgId: string,
  { expiresAt, ...input }: CreateRelationship,
): Promise<Relationship & { created: boolean }> {
  const end = parseEnd(expiresAt);
  const change = await beginChange(tx, orgId);
  const known = await store.selectRelationship(tx, orgId, input);
  const how = known && renewal(known, end);
  if (how === 'same') return { ...toRelationship(known!), created: false };
  const isNew = how !== 'another end';
  if (isNew) await assertAcyclic(tx, orgId, input);
  if (known) {
    const row = await updateEnd<store.RelationshipRow>(
      tx,
      'permission_relationships',
      orgId,
      known.id,
      end ?? null,
      isNew,
    );
    await recordChange(tx, change, 'relationship', row.id, 'updated', false);
    return { ...toRelationship(row), created: isNew };
  }
  await assertRoom(tx, change, 'relationships');
  const id = newId(RELATIONSHIP_PREFIX);
  const row = await store.insertRelationship(tx, {
    org_id: orgId,
    id,
    ...input,
    expires_at: end ?? null,
  });
  await recordChange(tx, change, 'relationship', id, 'created', false);
  return { ...toRelationship(row), created: true };
}

/** In the order of creation. */
export async function listRelationships(db: Queryable, orgId: string, query: RelationshipQuery) {
  return paged(query, (page) => store.selectRelationships(db, orgId, query, page), toRelationship);
}

/** @throws ApiError NOT_FOUND */
export function deleteRelationship(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return deleteEnding(tx, orgId, id, 'relationship', RELATIONSHIP_PREFIX);
}
