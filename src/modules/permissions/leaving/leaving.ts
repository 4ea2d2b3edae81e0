import type { Tx } from '../../../platform/db/database.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { beginChange } from '../changes/change.ts';
import { markOfDenials } from '../sharing/denials.ts';
import { recordImport } from '../sharing/record.ts';
import { dropWhatIsGone } from './going.ts';
import * as store from './store.ts';

/**
 * Removes all that was imported from these sources, with every grant that names it: assignments of imported roles,
 * capabilities of roles, policies that allow. What the organization denies stays denied: see `dropWhatIsGone`. In the
 * caller's transaction, which takes the memberships away; for several organizations call it in the order of their ids.
 * @returns the prefixes that are free now, and events for the caller to send
 */
export async function removeImports(
  tx: Tx,
  orgId: string,
  sources: string[],
): Promise<{ prefixes: string[]; events: OutboxEvent[] }> {
  const head = await beginChange(tx, orgId);
  const prefixes = await store.deleteImports(tx, orgId, sources);
  if (prefixes.length === 0) return { prefixes, events: [] };
  const denials = await markOfDenials(tx, orgId);
  const before = await store.selectImportedRoles(tx, orgId, prefixes);
  const module = await store.dropModules(tx, orgId, prefixes);
  const policy = await store.dropPolicies(tx, orgId, prefixes, []);
  const dropped = await dropWhatIsGone(tx, orgId, prefixes, before, new Set());
  const touched = [{ module, policy }, dropped];
  const isShared = denials !== (await markOfDenials(tx, orgId));
  return { prefixes, events: await recordImport(tx, head, prefixes, 'deleted', touched, isShared) };
}
