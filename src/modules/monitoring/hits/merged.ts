/** Hits on entries that the publisher has merged into others. */
import { voidedWith } from '../../approvals/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { noteChange } from '../../live/index.ts';
import { rowOf, stateOf } from './record.ts';
import { lockHitsOf, updateHits, type HitRow, type WrittenHit } from './store.ts';
import { withMerged } from './transitions.ts';

/**
 * Returns the subject's hit on the other entry, or the hit on the removed entry moved to the other one; undefined if
 * unchanged.
 */
function moved(gone: HitRow, own: HitRow | undefined, entryId: string): WrittenHit | undefined {
  if (!own) return { ...gone, entry_id: entryId, match: undefined };
  const before = stateOf(own);
  const state = withMerged(before, stateOf(gone));
  return state === before ? undefined : rowOf(state, own, own);
}

/**
 * Moves the hits of these subjects on merged entries to the entries that the publisher merged them into. If a subject
 * already has a hit on that entry, that hit takes over the decision, and the other remains until it is closed. The
 * caller has locked the subjects.
 * @param into id of the other entry, by that of the removed one
 */
export async function moveHits(
  tx: Tx,
  orgId: string,
  listId: string,
  subjectIds: string[],
  into: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await lockHitsOf(tx, orgId, subjectIds, listId);
  const keyOf = (subjectId: string, entryId: string): string => `${entryId} ${subjectId}`;
  const byPair = new Map(rows.map((row) => [keyOf(row.subject_id, row.entry_id), row]));
  const changed = new Map<string, WrittenHit>();
  for (const gone of rows) {
    const entryId = into.get(gone.entry_id);
    if (entryId === undefined || gone.status === 'closed') continue;
    const key = keyOf(gone.subject_id, entryId);
    const written = moved(gone, byPair.get(key), entryId);
    if (!written) continue;
    changed.set(written.id, written);
    byPair.set(key, written);
  }
  await updateHits(tx, orgId, [...changed.values()], voidedWith(orgId, 'hit.'));
  await noteChange(tx, orgId, 'hit', [...changed.keys()]);
}
