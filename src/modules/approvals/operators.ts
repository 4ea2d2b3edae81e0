import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { bucketOf } from '../../platform/db/places.ts';
import type { ApprovalServices } from './access.ts';
import { getApproval, leaveRequest, listApprovals, reject, toApproval } from './approvals.ts';
import type { ApprovalQuery, PlatformApproval, PlatformApprovalRequest } from './schemas.ts';

/** Asks another operator to take the file of a global list that was refused. @throws ApiError NOT_FOUND, CONFLICT */
export async function request(
  tx: Tx,
  { action, objectId }: PlatformApprovalRequest,
  actor: Actor,
  refusedFile: ApprovalServices['refusedFile'],
): Promise<PlatformApproval> {
  const detail = await refusedFile(tx, objectId);
  const guarded = { orgId: PLATFORM, action, objectId, detail };
  return toApproval(await leaveRequest(await bucketOf(tx, PLATFORM), guarded, actor));
}

/** Takes a request of an operator back, or refuses it. @throws ApiError NOT_FOUND; CONFLICT when it is answered or void */
export async function refuse(tx: Tx, id: string, actor: Actor): Promise<PlatformApproval> {
  return reject(await bucketOf(tx, PLATFORM), PLATFORM, id, actor);
}

/** @throws ApiError NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<PlatformApproval> {
  return getApproval(await bucketOf(db, PLATFORM), PLATFORM, id);
}

export async function list(db: Queryable, query: ApprovalQuery) {
  return listApprovals<PlatformApproval>(await bucketOf(db, PLATFORM), PLATFORM, query);
}
