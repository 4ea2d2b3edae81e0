import type { Tx } from '../../../platform/db/database.ts';
import { announce, beginImport } from '../changes/change.ts';
import { record } from '../sharing/sharing.ts';
import * as store from './store.ts';

/**
 * Removes all that was imported from these sources, and everything of the organization's own that names it: assignments
 * of imported roles, capabilities of roles, policies. In the caller's transaction, which takes the memberships away; for
 * several organizations call it in the order of their ids.
 * @returns the prefixes that are free now
 */
export async function removeImports(tx: Tx, orgId: string, sources: string[]): Promise<string[]> {
  const head = await beginImport(tx, orgId);
  const prefixes = await store.deleteImports(tx, orgId, sources);
  if (prefixes.length === 0) return [];
  await record(tx, head, {
    module: await store.dropModules(tx, orgId, prefixes),
    assignment: await store.dropAssignments(tx, orgId, prefixes),
    policy: await store.dropPolicies(tx, orgId, prefixes),
    role: await store.dropRoles(tx, orgId, prefixes),
  });
  await announce(tx, head, 'import', prefixes, 'deleted');
  return prefixes;
}
