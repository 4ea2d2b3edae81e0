import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import * as store from './store.ts';

/**
 * The maximum number of groups in which an organization is active, including its own. It limits the work of a
 * screening and of a removal.
 */
const MAX_GROUPS = 100;
/**
 * The maximum number of open invitations of one owner, over all its groups. It limits the number of organizations
 * that it can disturb.
 */
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

/** Checks that the owner can send one more invitation. @throws ApiError CONFLICT */
export async function assertRoomForInvitation(tx: Tx, ownerOrgId: string): Promise<void> {
  await store.lockMemberships(tx, ownerOrgId);
  if ((await store.countPending(tx, ownerOrgId)) >= MAX_PENDING)
    throw new ApiError('CONFLICT', `an organization has at most ${MAX_PENDING} open invitations`);
}

/** The limit for invitations of one organization by another; undefined while limits are off. */
export type InvitationLimit = { points: number; windowSeconds: number } | undefined;

/**
 * Counts an invitation when the transaction commits. Each pair of organizations has its own count, so that no owner
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
