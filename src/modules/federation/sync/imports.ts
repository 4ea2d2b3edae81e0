import type { Tx } from '../../../platform/db/database.ts';
import { outboxAll } from '../../webhooks/index.ts';
import type { Addressed } from '../events.ts';
import { removePrefixes } from './port.ts';
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
  const concerned = new Set([...orgIds, ...events.map((event) => event.orgId)]);
  for (const orgId of [...concerned].toSorted()) {
    await change(orgId);
    await outboxAll(
      tx,
      events.filter((event) => event.orgId === orgId),
    );
  }
}

/** Takes away what organizations have imported, with every grant that names it, and tells them why. */
async function drop(tx: Tx, imports: store.ImportKey[], events: Addressed[]): Promise<void> {
  const prefixesOf = Map.groupBy(imports, ({ orgId }) => orgId);
  await inOrder(tx, prefixesOf.keys(), events, async (orgId) => {
    const prefixes = prefixesOf.get(orgId)?.map(({ prefix }) => prefix);
    if (!prefixes) return;
    await removePrefixes(tx, orgId, prefixes);
    await store.deleteImports(tx, orgId, prefixes);
  });
}

/** What a member of a locked group has of the others, and they of it. */
export async function dropImportsOf(
  tx: Tx,
  groupId: string,
  orgId: string,
  events: Addressed[],
): Promise<void> {
  await drop(tx, await store.selectImportsOf(tx, groupId, orgId), events);
}

/** What all members of a locked group have of each other. */
export async function dropImportsIn(
  tx: Tx,
  ownerOrgId: string,
  groupId: string,
  events: Addressed[],
): Promise<void> {
  await drop(tx, await store.selectImportsIn(tx, ownerOrgId, groupId), events);
}
