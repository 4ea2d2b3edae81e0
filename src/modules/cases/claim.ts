import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { noteBefore } from '../../platform/audit/audit.ts';
import {
  assertOpen,
  assertUnclaimed,
  isClaimedByOther,
  lockedCase,
  record,
  tellUpdated,
  toSummary,
} from './cases.ts';
import { storeNote, type SealedNote } from './notes/notes.ts';
import type { CaseSummary } from './schemas.ts';
import * as store from './store.ts';

/** The time that a case is somebody's without being claimed again. */
const LEASE_MS = 15 * 60_000;

/**
 * Makes the case the actor's for a quarter of an hour from now, again if it is already. Of two at once one has it.
 * @throws ApiError NOT_FOUND; CONFLICT when it is closed or somebody else has it
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
 * Makes a case that somebody else has claimed the actor's for a quarter of an hour. The reason is kept as a note of the case,
 * which the history names.
 * @param note the reason
 * @throws ApiError NOT_FOUND; CONFLICT when the case is closed, nobody else has claimed it, or it has too many notes
 */
export async function takeOverCase(
  tx: Tx,
  orgId: string,
  id: string,
  note: SealedNote,
  actor: Actor,
): Promise<CaseSummary> {
  const before = await lockedCase(tx, orgId, id);
  const { claim } = toSummary(before);
  noteBefore({ claim });
  assertOpen(before);
  if (!claim || !isClaimedByOther(before, actor))
    throw new ApiError('CONFLICT', 'nobody else has claimed the case: claim it');
  await storeNote(tx, orgId, id, note, actor);
  await store.setClaim(tx, orgId, id, actor, LEASE_MS);
  const row = await store.updateCase(tx, orgId, id, {});
  const detail = { from: claim.by, noteId: note.id };
  await record(tx, orgId, actor, [{ caseId: id, change: 'taken_over', detail }]);
  await tellUpdated(tx, orgId, row);
  return toSummary(row);
}

/**
 * Gives the actor's claim back; nothing is done where there is none.
 * @throws ApiError NOT_FOUND; CONFLICT when somebody else has it
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
