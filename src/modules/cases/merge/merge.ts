import type { Actor } from '../../../platform/audit/action.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import { record } from '../cases.ts';
import * as store from './store.ts';

/**
 * Gives the cases of an organization the ids of their subjects in NFC. All stay: where the rule has made several open ones of
 * what is one subject now, the oldest remains the one that the rule adds hits to.
 * @param hits those that have taken up others: cases that have one of the others get them
 */
export async function mergeCases(
  tx: Tx,
  orgId: string,
  hits: readonly store.MergedHit[],
  actor: Actor,
): Promise<Merged> {
  const added = await store.addMergedHits(tx, orgId, hits);
  const others = await store.giveUpRule(tx, orgId);
  const renamed = await store.renameSubjects(tx, orgId);
  await record(tx, orgId, actor, [
    ...added.map(({ caseId, hitId }) => ({
      caseId,
      change: 'items_added',
      detail: { itemIds: [hitId] },
    })),
    ...others.map((caseId) => ({ caseId, change: 'updated', detail: { origin: 'hand' } })),
  ]);
  return { cases: { renamed, merged: others.length } };
}
