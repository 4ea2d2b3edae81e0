import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import {
  importState,
  removeImports,
  type ImportOf,
  type SharedState,
} from '../../permissions/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import type { Addressed } from '../events.ts';
import type { MemberRow } from '../groups/store.ts';
import * as store from './store.ts';

/**
 * Changes what organizations have and tells them, one organization after the other in the order of their ids: each is
 * locked with its permissions, and then with its subscriptions, so that no two of these ever wait for each other.
 */
export async function inOrder(
  tx: Tx,
  orgIds: Iterable<string>,
  events: Addressed[],
  change: (orgId: string) => Promise<void>,
): Promise<void> {
  const eventsOf = Map.groupBy(events, ({ orgId }) => orgId);
  for (const orgId of [...new Set([...orgIds, ...eventsOf.keys()])].toSorted()) {
    await change(orgId);
    await outboxAll(tx, eventsOf.get(orgId) ?? []);
  }
}

/** What came of one import: the refusal, if what the organization has already stands in the way. */
export type Taken = { result: 'updated' | 'unchanged' } | { result: 'refused'; refusal: ApiError };

/**
 * Brings an active member's state to an organization, both of a locked group. What is in the way there (the prefix is
 * used by another group, or there would be too many roles) leaves it as it was, and the transaction as it is.
 */
export async function take(
  tx: Tx,
  orgId: string,
  source: MemberRow,
  state: SharedState,
): Promise<Taken> {
  await store.savepoint(tx);
  try {
    const { applied } = await importState(tx, orgId, source.prefix, source.id, state);
    await store.release(tx);
    return { result: applied ? 'updated' : 'unchanged' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    await store.undo(tx);
    return { result: 'refused', refusal: error };
  }
}

/**
 * Takes from organizations what they have of members of a locked group, with every grant that names it, and tells them
 * why.
 * @param imports as `importsOf` told them under the lock
 */
export async function dropImports(tx: Tx, imports: ImportOf[], events: Addressed[]): Promise<void> {
  const dropped = Map.groupBy(imports, ({ orgId }) => orgId);
  await inOrder(tx, dropped.keys(), events, async (orgId) => {
    const sources = dropped.get(orgId)?.map(({ source }) => source);
    if (sources) await removeImports(tx, orgId, sources);
  });
}
