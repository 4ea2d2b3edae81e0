import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { bucketOf } from '../../platform/db/places.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import {
  reasonFacts,
  type ReasonFacts,
  type SealedReason,
} from '../../platform/crypto/sealed-reason.ts';
import { newId } from '../../platform/ids.ts';
import { APPROVAL_PREFIX, type PreparedRequest } from './reasons/reasons.ts';
import type { ApprovalServices } from './access.ts';
import {
  explain,
  getApproval,
  leaveRequest,
  listApprovals,
  reject,
  toApproval,
} from './approvals.ts';
import { voidAbout } from './store.ts';
import type { ApprovalQuery, PlatformApproval, PlatformApprovalRequest } from './schemas.ts';

/** Requests that another operator accepts the rejected file of a global list. @throws ApiError NOT_FOUND, CONFLICT */
export async function request(
  tx: Tx,
  { action, objectId }: PlatformApprovalRequest,
  actor: Actor,
  refusedFile: ApprovalServices['refusedFile'],
  prepared: PreparedRequest = { id: newId(APPROVAL_PREFIX), reason: null },
): Promise<PlatformApproval & ReasonFacts> {
  const detail = await refusedFile(tx, objectId);
  const guarded = { orgId: PLATFORM, action, objectId, revision: '', detail };
  const own = await bucketOf(tx, PLATFORM);
  const row = await leaveRequest(own, guarded, actor, prepared);
  // Void requests about a file that a newer one has replaced.
  await voidAbout(own, PLATFORM, objectId, { action, but: row.id });
  const reason = row.id === prepared.id ? prepared.reason : null;
  return { ...toApproval<PlatformApproval>(row), ...reasonFacts(reason) };
}

/** Withdraws or rejects a request of an operator. @throws ApiError NOT_FOUND; CONFLICT if it is answered or void */
export async function refuse(
  tx: Tx,
  id: string,
  actor: Actor,
  reason: SealedReason | null = null,
): Promise<PlatformApproval & ReasonFacts> {
  return reject(await bucketOf(tx, PLATFORM), PLATFORM, id, actor, reason);
}

/** Stores the reason of the second operator. @throws ApiError NOT_FOUND, CONFLICT as for organizations */
export async function explainAnswer(
  tx: Tx,
  id: string,
  actor: Actor,
  reason: SealedReason,
  revisionOf: ApprovalServices['revisionOf'],
): Promise<PlatformApproval & ReasonFacts> {
  return explain(await bucketOf(tx, PLATFORM), PLATFORM, id, actor, reason, revisionOf);
}

/** @throws ApiError NOT_FOUND */
export async function get(
  db: Queryable,
  id: string,
  envelopes: Envelopes,
): Promise<PlatformApproval> {
  return getApproval(await bucketOf(db, PLATFORM), PLATFORM, id, envelopes);
}

export async function list(db: Queryable, query: ApprovalQuery, envelopes: Envelopes) {
  return listApprovals<PlatformApproval>(await bucketOf(db, PLATFORM), PLATFORM, query, envelopes);
}

/** Lists requests without the reasons, which must not be opened inside a transaction. */
export async function listWithoutReasons(tx: Tx, query: ApprovalQuery) {
  return listApprovals<PlatformApproval>(await bucketOf(tx, PLATFORM), PLATFORM, query, null);
}
