import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clock } from '../../platform/clock.ts';
import { ApiError, found } from '../../platform/errors/index.ts';
import { Changed } from '../../platform/audit/audit.ts';
import {
  assertOpen,
  assertUnclaimed,
  isClaimedByOther,
  lockedCase,
  record,
  tellUpdated,
  toSummary,
} from './cases.ts';
import type { Change } from './history/store.ts';
import { storeNote, type SealedNote } from './notes/notes.ts';
import type { CaseSummary } from './schemas.ts';
import * as store from './store.ts';

/** A claim ends after this time unless its holder claims the case again. */
const LEASE_MS = 15 * 60_000;

/**
 * Claims the case for the actor for 15 minutes from now, or renews the actor's claim. Of two concurrent callers, one
 * gets it.
 * @throws ApiError NOT_FOUND; CONFLICT if the case is closed or another actor has claimed it
 */
export async function claimCase(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
): Promise<CaseSummary> {
  const before = await lockedCase(tx, orgId, id);
  assertOpen(before);
  assertUnclaimed(before, actor);
  const isNew = toSummary(before).claim === null;
  const row = await store.setClaim(tx, orgId, id, actor, LEASE_MS);
  if (isNew) await record(tx, orgId, actor, [{ caseId: id, change: 'claimed' }]);
  return toSummary(row);
}

/**
 * Claims the open case with the highest priority that has no assignee, claim or snooze; of several, the oldest. Assigns
 * it to a person; a key only claims it. Concurrent callers get different cases.
 * @throws ApiError NOT_FOUND if no case waits for an assignee
 */
export async function claimNextCase(
  tx: Tx,
  orgId: string,
  actor: Actor,
): Promise<Changed<CaseSummary>> {
  const before = await found('unassigned case', store.lockNextUnassigned(tx, orgId, clock.now()));
  const { id } = before;
  let row = await store.setClaim(tx, orgId, id, actor, LEASE_MS);
  const changes: Change[] = [{ caseId: id, change: 'claimed' }];
  if (actor.kind === 'person') {
    row = await store.updateCase(tx, orgId, id, { assignee: actor.id });
    changes.push({ caseId: id, change: 'updated', detail: { assignee: actor.id } });
    await tellUpdated(tx, orgId, row);
  }
  await record(tx, orgId, actor, changes);
  return new Changed(toSummary(before), toSummary(row));
}

/**
 * Transfers another actor's claim to the actor, for 15 minutes. Stores the reason as a note of the case; the history
 * shows the note.
 * @param note the reason
 * @throws ApiError NOT_FOUND; CONFLICT if the case is closed, no other actor has claimed it, or it has too many notes
 */
export async function takeOverCase(
  tx: Tx,
  orgId: string,
  id: string,
  note: SealedNote,
  actor: Actor,
): Promise<Changed<CaseSummary>> {
  const before = await lockedCase(tx, orgId, id);
  const { claim } = toSummary(before);
  assertOpen(before);
  if (!claim || !isClaimedByOther(before, actor))
    throw new ApiError('CONFLICT', 'no other person or key has claimed the case: claim it');
  await storeNote(tx, orgId, id, note, actor);
  await store.setClaim(tx, orgId, id, actor, LEASE_MS);
  const row = await store.updateCase(tx, orgId, id, {});
  const detail = { from: claim.by, noteId: note.id };
  await record(tx, orgId, actor, [{ caseId: id, change: 'taken_over', detail }]);
  await tellUpdated(tx, orgId, row);
  return new Changed({ claim }, toSummary(row));
}

/**
 * Releases the actor's claim; does nothing if there is none.
 * @throws ApiError NOT_FOUND; CONFLICT if another actor has claimed the case
 */
export async function releaseCase(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
): Promise<CaseSummary> {
  const before = await lockedCase(tx, orgId, id);
  assertUnclaimed(before, actor);
  if (before.claimed_by === null) return toSummary(before);
  const row = await store.clearClaim(tx, orgId, id);
  await record(tx, orgId, actor, [{ caseId: id, change: 'released' }]);
  return toSummary(row);
}
