import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import * as store from './store.ts';

/** In which one organization is active, its own among them: bounds what a screening, or a removal, looks at. */
const MAX_GROUPS = 100;
/** Open invitations to all groups of one owner: bounds whom it can trouble. */
const MAX_PENDING = 500;

/** That the organization can be active in one more group. @throws ApiError CONFLICT */
export async function assertRoomForGroup(tx: Tx, orgId: string): Promise<void> {
  await store.lockMemberships(tx, orgId);
  if ((await store.countActive(tx, orgId)) >= MAX_GROUPS)
    throw new ApiError(
      'CONFLICT',
      `an organization is active in at most ${MAX_GROUPS} federation groups`,
    );
}

/** That the owner can invite one more. @throws ApiError CONFLICT */
export async function assertRoomForInvitation(tx: Tx, ownerOrgId: string): Promise<void> {
  await store.lockMemberships(tx, ownerOrgId);
  if ((await store.countPending(tx, ownerOrgId)) >= MAX_PENDING)
    throw new ApiError('CONFLICT', `an organization has at most ${MAX_PENDING} open invitations`);
}

/** How often one organization may invite another; undefined while limits are off. */
export type InvitationLimit = { points: number; windowSeconds: number } | undefined;

/**
 * Counts an invitation, which counts only if the transaction commits. Each pair of organizations has a count of its own:
 * whoever invites somebody without end keeps nobody else from inviting them.
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
