import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assertOpen, assertUnclaimed, lockedCase, record, toSummary } from './cases.ts';
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
