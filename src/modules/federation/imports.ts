import type { Tx } from '../../platform/db/database.ts';
import { bucketOf, bucketsOf } from '../../platform/db/places.ts';
import { ApiError } from '../../platform/errors/index.ts';
import {
  importsOf,
  importState,
  removeImports,
  type ImportOf,
  type SharedState,
} from '../permissions/index.ts';
import type { OutboxEvent } from '../webhooks/index.ts';
import { sendEvents } from './send-events.ts';
import type { MemberRow } from './groups/store.ts';
import * as store from './sync/store.ts';

/**
 * Changes the imports of organizations one after the other. Each change locks the organization's permissions, and the
 * order of the ids prevents deadlocks.
 * @returns the events of all changes, which are sent after the last change: sending locks subscriptions, which come
 * last in the order of locks
 */
async function inOrder(
  orgIds: Iterable<string>,
  change: (orgId: string) => Promise<OutboxEvent[]>,
): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for (const orgId of [...new Set(orgIds)].toSorted()) events.push(...(await change(orgId)));
  return events;
}

/** The result of one import. It is rejected if it conflicts with data of the organization. */
export type ImportResult =
  | { result: 'updated' | 'unchanged'; events: OutboxEvent[] }
  | { result: 'refused'; refusal: ApiError };

/**
 * Imports an active member's state into an organization, both in a locked group. A conflict (another group uses the
 * prefix, or there would be too many roles) undoes only this import; the transaction continues.
 */
export async function importFromMember(
  tx: Tx,
  orgId: string,
  source: MemberRow,
  state: SharedState,
): Promise<ImportResult> {
  const own = await bucketOf(tx, orgId);
  await store.savepoint(own);
  try {
    const imported = await importState(own, orgId, source.prefix, source.id, state);
    await store.release(own);
    return { result: imported.applied ? 'updated' : 'unchanged', events: imported.events };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    await store.undo(own);
    return { result: 'refused', refusal: error };
  }
}

/**
 * Imports a member's state into other members of a locked group.
 * @returns the organizations with conflicts, and the events of the others
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

/** Returns the imports of some members of a locked group from other members. */
export async function importsAmong(
  tx: Tx,
  importers: MemberRow[],
  sources: MemberRow[],
): Promise<ImportOf[]> {
  const ids = sources.map((source) => source.id);
  const imports: ImportOf[] = [];
  const orgIds = importers.map((one) => one.org_id);
  for (const [own, among] of await bucketsOf(tx, orgIds))
    imports.push(...(await importsOf(own, ids, among)));
  return imports;
}

/**
 * Removes imports from organizations of a locked group, with every grant that depends on them, and sends the events.
 * @param actor the organization that sent the request
 * @param imports the result of `importsAmong` under the lock
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
    return (await removeImports(await bucketOf(tx, orgId), orgId, sources)).events;
  });
  await sendEvents(tx, actor, [...changed, ...events]);
}
