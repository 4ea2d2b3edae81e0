import type { Actor } from '../../../platform/audit/action.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import { record } from '../cases.ts';
import * as store from './store.ts';

/**
 * Converts the ids of subjects in an organization's cases to NFC. All cases stay. If the rule has made several open
 * cases of what is now one subject, it adds later hits to the oldest.
 * @param hits merged hits with the hits they were merged into: cases that have one of the former get the latter
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
