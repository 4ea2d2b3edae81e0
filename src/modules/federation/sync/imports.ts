import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import {
  importState,
  removeImports,
  type ImportOf,
  type SharedState,
} from '../../permissions/index.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { sendEvents } from '../send-events.ts';
import type { MemberRow } from '../groups/store.ts';
import * as store from './store.ts';

/**
 * Changes what organizations have, one after the other in the order of their ids, each locked with its permissions, so
 * that no two of these ever wait for each other.
 * @returns the events of all, which are sent when nothing is to be locked any more but subscriptions
 */
async function inOrder(
  orgIds: Iterable<string>,
  change: (orgId: string) => Promise<OutboxEvent[]>,
): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for (const orgId of [...new Set(orgIds)].toSorted()) events.push(...(await change(orgId)));
  return events;
}

/** What came of one import: the refusal, if what the organization has already stands in the way. */
export type ImportResult =
  | { result: 'updated' | 'unchanged'; events: OutboxEvent[] }
  | { result: 'refused'; refusal: ApiError };

/**
 * Brings an active member's state to an organization, both of a locked group. What is in the way there (the prefix is
 * used by another group, or there would be too many roles) leaves it as it was, and the transaction as it is.
 */
export async function importFromMember(
  tx: Tx,
  orgId: string,
  source: MemberRow,
  state: SharedState,
): Promise<ImportResult> {
  await store.savepoint(tx);
  try {
    const imported = await importState(tx, orgId, source.prefix, source.id, state);
    await store.release(tx);
    return { result: imported.applied ? 'updated' : 'unchanged', events: imported.events };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    await store.undo(tx);
    return { result: 'refused', refusal: error };
  }
}

/**
 * Brings a member's state to others of a locked group.
 * @returns who could not take it, and the events of the others
 */
export async function importIntoMembers(
  tx: Tx,
  orgIds: string[],
  source: MemberRow,
  state: SharedState,
): Promise<{ refused: string[]; events: OutboxEvent[] }> {
  const refused: string[] = [];
  const events = await inOrder(orgIds, async (orgId) => {
    const taken = await importFromMember(tx, orgId, source, state);
    if (taken.result !== 'refused') return taken.events;
    refused.push(orgId);
    return [];
  });
  return { refused, events };
}

/**
 * Takes from organizations what they have of members of a locked group, with every grant that names it, and tells them
 * why.
 * @param actor whose request it is
 * @param imports as `importsOf` told them under the lock
 */
export async function removeMemberImports(
  tx: Tx,
  actor: string,
  imports: ImportOf[],
  events: OutboxEvent[],
): Promise<void> {
  const dropped = Map.groupBy(imports, ({ orgId }) => orgId);
  const changed = await inOrder(dropped.keys(), async (orgId) => {
    const sources = dropped.get(orgId)!.map(({ source }) => source);
    return (await removeImports(tx, orgId, sources)).events;
  });
  await sendEvents(tx, actor, [...changed, ...events]);
}
