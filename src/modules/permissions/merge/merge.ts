import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { noteChange } from '../../live/index.ts';
import { beginChange } from '../changes/change.ts';
import { recordChanges } from '../changes/store.ts';
import { assertAcyclic } from '../relationships/relationships.ts';
import * as store from './store.ts';

/**
 * @throws ApiError CONFLICT for a relationship that closes a cycle; it names only the id, because the texts may concern
 * persons
 */
async function assertNoCycle(
  tx: Tx,
  orgId: string,
  { id, ...edge }: { id: string; subject: string; object: string },
): Promise<void> {
  try {
    await assertAcyclic(tx, orgId, edge);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'RELATIONSHIP_CYCLE') throw error;
    throw new ApiError(
      'CONFLICT',
      `the relationship ${id} would close a cycle: delete it, or another of the cycle`,
    );
  }
}

/**
 * Merges assignments, relationships and policies of an organization that are equal in NFC, and converts their ids to
 * NFC. The assignment or relationship that ends last stays; of policies, a denying one stays.
 * @throws ApiError CONFLICT where relationships would close a cycle
 */
export async function mergePermissions(tx: Tx, orgId: string): Promise<Merged> {
  const change = await beginChange(tx, orgId);
  const gone = {
    assignment: await store.deleteSame(tx, orgId, 'permission_assignments'),
    relationship: await store.deleteSame(tx, orgId, 'permission_relationships'),
    policy: await store.deleteSame(tx, orgId, 'permission_policies'),
  };
  const relationships = await store.renameRelationships(tx, orgId);
  const renamed = {
    assignment: await store.renameAssignments(tx, orgId),
    relationship: relationships.map(({ id }) => id),
    policy: await store.renamePolicies(tx, orgId),
  };
  for (const one of relationships) await assertNoCycle(tx, orgId, one);
  const changed = (['assignment', 'relationship', 'policy'] as const).flatMap((kind) =>
    [...gone[kind], ...renamed[kind]].map((id) => ({ kind, id })),
  );
  if (changed.length > 0) {
    const fewer = {
      assignments: -gone.assignment.length,
      relationships: -gone.relationship.length,
      policies: -gone.policy.length,
    };
    const isShared = gone.policy.length + renamed.policy.length > 0;
    await recordChanges(tx, change, changed, fewer, isShared);
    await noteChange(tx, orgId, 'permission', null);
  }
  const counts = (kind: keyof typeof gone) => ({
    renamed: renamed[kind].length,
    merged: gone[kind].length,
  });
  return {
    permission_assignments: counts('assignment'),
    permission_relationships: counts('relationship'),
    permission_policies: counts('policy'),
  };
}
