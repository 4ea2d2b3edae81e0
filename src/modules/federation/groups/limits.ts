import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import * as store from './store.ts';

/**
 * Most groups in which one organization is active, its own included. Bounds the work of a screening and of a removal.
 */
const MAX_GROUPS = 100;
/** Most open invitations of one owner, over all its groups. Bounds how many organizations it can bother. */
const MAX_PENDING = 500;

/** Checks that the organization can be active in one more group. @throws ApiError CONFLICT */
export async function assertRoomForGroup(tx: Tx, orgId: string): Promise<void> {
  await store.lockMemberships(tx, orgId);
  if ((await store.countActive(tx, orgId)) >= MAX_GROUPS)
    throw new ApiError(
      'CONFLICT',
      `an organization is active in at most ${MAX_GROUPS} federation groups`,
    );
}

/** Checks that the owner can invite one more. @throws ApiError CONFLICT */
export async function assertRoomForInvitation(tx: Tx, ownerOrgId: string): Promise<void> {
  await store.lockMemberships(tx, ownerOrgId);
  if ((await store.countPending(tx, ownerOrgId)) >= MAX_PENDING)
    throw new ApiError('CONFLICT', `an organization has at most ${MAX_PENDING} open invitations`);
}

/** The number of times that one organization may invite another; undefined while limits are off. */
export type InvitationLimit = { points: number; windowSeconds: number } | undefined;

/**
 * Counts an invitation when the transaction commits. Each pair of organizations has a count of its own, so that nobody
 * can use up the invitations of others.
 * @throws ApiError RATE_LIMITED
 */
export async function countInvitation(
  tx: Tx,
  ownerOrgId: string,
  targetOrgId: string,
  limit: InvitationLimit,
): Promise<void> {
  if (!limit || (await store.countInvitation(tx, ownerOrgId, targetOrgId, limit))) return;
  throw new ApiError('RATE_LIMITED', 'the organization was invited too often', {
    retryAfterSeconds: await store.secondsToNextInvitation(tx, ownerOrgId, targetOrgId, limit),
  });
}
