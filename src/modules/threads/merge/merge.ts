import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import { repairLocked } from '../reconcile/reconcile.ts';
import { lockThread } from '../lock.ts';
import * as store from './store.ts';

/**
 * Merges participants of an organization whose keys are equal in NFC into one: the oldest with a key in NFC, or else
 * the oldest. Then gives participants and threads their ids in NFC.
 */
export async function mergeParticipants(tx: Tx, orgId: string): Promise<Merged> {
  const spelt = await store.selectSpelt(tx, orgId);
  const pairs: store.Pair[] = [];
  const kept: store.SpeltParticipant[] = [];
  for (const same of Map.groupBy(
    spelt,
    ({ externalId, role }) => `${role}\0${externalId}`,
  ).values()) {
    const one = same.find(({ isPlain }) => isPlain) ?? same[0]!;
    const displayName = one.displayName ?? same.findLast((other) => other.displayName)?.displayName;
    kept.push({ ...one, displayName: displayName ?? null });
    for (const { id } of same) if (id !== one.id) pairs.push({ from: id, into: one.id });
  }
  if (pairs.length > 0) {
    const threadIds = await store.selectThreadsOf(
      tx,
      orgId,
      pairs.map(({ from }) => from),
    );
    const threads = [];
    for (const id of threadIds) threads.push(await lockThread(tx, orgId, id));
    await store.moveParticipants(tx, orgId, pairs, threadIds);
    for (const thread of threads) await repairLocked(tx, thread);
  }
  return {
    participants: {
      renamed: kept.length > 0 ? await store.renameParticipants(tx, orgId, kept) : 0,
      merged: pairs.length,
    },
    threads: { renamed: await store.renameEntities(tx, orgId), merged: 0 },
  };
}
