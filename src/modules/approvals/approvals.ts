import type { Actor } from '../../platform/audit/action.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { clock } from '../../platform/clock.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import {
  reasonFacts,
  type ReasonFacts,
  type SealedReason,
} from '../../platform/crypto/sealed-reason.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest, notFound, found } from '../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { ApprovalServices, Bound } from './access.ts';
import type {
  Approval,
  ApprovalQuery,
  ApprovalRequest,
  GuardedAction,
  PlatformApproval,
} from './schemas.ts';
import { APPROVAL_PREFIX, withReasons, type PreparedRequest } from './reasons/reasons.ts';
import { isThere, tell, wanted, type Guarded } from './second-person.ts';
import { assertSentence } from './reason-codes/rules.ts';
import { DEFAULT_HOURS, getSettings, settingsRevision } from './settings.ts';
import { eraseReasons } from './reasons/store.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
/** Attempts to insert a request: another caller may answer the existing request between two statements. */
const MAX_ATTEMPTS = 3;

function statusOf(row: store.ApprovalRow): Approval['status'] {
  const { outcome, revision, expires_at: expires, answered_at: at } = row;
  if (outcome === 'approved' || outcome === 'rejected') return outcome;
  if (expires.getTime() <= (at?.getTime() ?? clock.nowMs())) return 'expired';
  return outcome === 'void' || revision === null ? 'void' : 'pending';
}

/** Returns the request as its organization, or operators, see it. */
export function toApproval<Shown extends Approval | PlatformApproval = Approval>(
  row: store.ApprovalRow,
): Shown {
  return {
    id: row.id,
    action: row.action,
    objectId: row.object_id,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    status: statusOf(row),
    askedBy: { kind: row.asked_kind as Actor['kind'], id: row.asked_by },
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    answeredBy:
      row.answered_by === null
        ? null
        : { kind: row.answered_kind as Actor['kind'], id: row.answered_by },
    answeredAt: row.answered_at?.toISOString() ?? null,
    reasonCode: row.reason_code,
  } as Shown;
}

type Objects = Pick<ApprovalServices, 'identicalTo' | 'newMember' | 'revisionOf' | 'scoreOf'>;

/**
 * Returns the object of a request, its revision, and the detail of the request. The detail lists each identical hit, so
 * the request covers no others. For a person who is not a member yet, it has an id.
 */
async function bound(
  tx: Tx,
  orgId: string,
  { action, objectId, detail = {} }: ApprovalRequest,
  { identicalTo, newMember, revisionOf }: Objects,
): Promise<Bound> {
  if (canonicalJson(detail).length > 2000)
    throw badRequest([{ path: 'detail', message: 'is too long' }]);
  if (action === 'member.change_roles' && objectId === orgId) {
    const named = await newMember(tx, orgId, detail);
    if (named) return named;
  }
  const revision = await revisionNow(tx, orgId, action, objectId, revisionOf);
  const isTogether = action === 'hit.false_positive' && detail['alsoIdentical'] === true;
  return {
    objectId,
    revision,
    detail: isTogether ? await identicalTo(tx, orgId, objectId) : detail,
  };
}

/**
 * Stores a request, which is void after `expiresHours`, or when its object changes. Returns the same request if it is
 * open already.
 * @throws ApiError CONFLICT if other callers answer the same request each time
 */
export async function leaveRequest(
  tx: Tx,
  guarded: Guarded,
  actor: Actor,
  { id, reason, reasonCode = null }: PreparedRequest,
  hours = DEFAULT_HOURS,
): Promise<store.ApprovalRow> {
  const askedAt = clock.now();
  const same = wanted(guarded);
  const { orgId, action, objectId, detail, revision } = same;
  const row = {
    org_id: orgId,
    id,
    action,
    object_id: objectId,
    detail,
    revision,
    envelope: reason?.envelope ?? null,
    reason_code: reasonCode,
    asked_kind: actor.kind,
    asked_by: actor.id,
    asked_person: actor.personId ?? null,
    asked_through: [...(actor.through ?? [])],
    asked_at: askedAt,
    expires_at: new Date(askedAt.getTime() + hours * HOUR_MS),
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await store.voidStale(tx, same);
    const inserted = await store.insertApproval(tx, row);
    if (inserted) {
      await tell(tx, orgId, inserted.id);
      return inserted;
    }
    const open = await store.selectSame(tx, same);
    if (open && (await isThere(tx, open))) return open;
    if (open)
      await store.voidAskedBy(tx, orgId, {
        kind: 'person',
        id: open.asked_by,
        personId: open.asked_person,
      });
  }
  throw new ApiError('CONFLICT', 'another caller is answering the request: ask again');
}

/** Voids the requests of a person or key that leaves. @param tx in the bucket of the organization */
export async function voidRequestsBy(tx: Tx, orgId: string, asker: store.Asker): Promise<void> {
  await store.voidAskedBy(tx, orgId, asker);
}

/** Erases the reasons of requests about erased objects. @param tx in the bucket of the organization */
export async function eraseRequestReasons(
  tx: Tx,
  orgId: string,
  objectIds: readonly string[],
): Promise<void> {
  await eraseReasons(tx, orgId, objectIds);
}

/** Voids the requests for an action on an object that has changed. @param tx in the bucket of the organization */
export async function voidRequestsAbout(
  tx: Tx,
  orgId: string,
  action: GuardedAction,
  objectId: string,
): Promise<void> {
  await store.voidAbout(tx, orgId, objectId, { action });
}

/**
 * Requests a second person, even if none is currently required.
 * @throws ApiError NOT_FOUND for an unknown object; CONFLICT for too many identical hits; BAD_REQUEST if the score
 * needs a longer reason
 */
export async function requestApproval(
  tx: Tx,
  orgId: string,
  request: ApprovalRequest,
  actor: Actor,
  objects: Objects,
  prepared: PreparedRequest,
): Promise<Approval & ReasonFacts> {
  const guarded = { orgId, action: request.action, ...(await bound(tx, orgId, request, objects)) };
  const { reason, reasonCode, textFrom = null } = prepared;
  if (textFrom !== null)
    assertSentence(textFrom, await objects.scoreOf(tx, orgId, request.objectId));
  const settings = await store.selectSettings(tx, orgId);
  const row = await leaveRequest(tx, guarded, actor, prepared, settings?.expires_hours);
  // If the same request is open, its reason counts, and this reason is dropped.
  const facts = row.id === prepared.id ? reasonFacts(reason, reasonCode) : { reasonHash: null };
  return { ...toApproval(row), ...facts };
}

/** @throws ApiError NOT_FOUND */
function find(db: Queryable, orgId: string, id: string): Promise<store.ApprovalRow> {
  return found('approval', isId(APPROVAL_PREFIX, id) && store.selectApproval(db, orgId, id));
}

/** Withdraws or rejects a request. @throws ApiError NOT_FOUND; CONFLICT if it is answered or void */
export async function reject<Shown extends Approval | PlatformApproval = Approval>(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
  reason: SealedReason | null,
): Promise<Shown & ReasonFacts> {
  const row = await find(tx, orgId, id);
  const answered =
    statusOf(row) === 'pending'
      ? await store.answer(tx, row, 'rejected', actor, reason?.envelope)
      : undefined;
  if (!answered) throw new ApiError('CONFLICT', 'the request is answered, or void');
  await tell(tx, orgId, id);
  return { ...toApproval<Shown>(answered), ...reasonFacts(reason) };
}

/**
 * Stores the reason of the second person, after they have done the requested action.
 * @throws ApiError NOT_FOUND, also for a deleted subject; CONFLICT for other callers, for a second reason, and for a
 * hit, whose decision has the reason
 */
export async function explain<Shown extends Approval | PlatformApproval = Approval>(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
  reason: SealedReason,
  revisionOf: ApprovalServices['revisionOf'],
): Promise<Shown & ReasonFacts> {
  const row = await find(tx, orgId, id);
  const { action, object_id: objectId } = row;
  if (action === 'hit.false_positive')
    throw new ApiError('CONFLICT', 'the decision on the hit contains the reason');
  // No text about an erased subject may be stored.
  if (action.startsWith('subject.')) await revisionOf(tx, orgId, action as GuardedAction, objectId);
  const explained = await store.explain(tx, row, actor, reason.envelope);
  if (!explained)
    throw new ApiError(
      'CONFLICT',
      'only the second person can give a reason for the answer, and only once',
    );
  await tell(tx, orgId, id);
  return { ...toApproval<Shown>(explained), ...reasonFacts(reason) };
}

/** @throws ApiError NOT_FOUND */
export async function getApproval<Shown extends Approval | PlatformApproval = Approval>(
  db: Queryable,
  orgId: string,
  id: string,
  envelopes: Envelopes,
): Promise<Shown> {
  const row = await find(db, orgId, id);
  return (await withReasons(envelopes, [row], toApproval<Shown>))[0]!;
}

export async function listApprovals<Shown extends Approval | PlatformApproval = Approval>(
  db: Queryable,
  orgId: string,
  query: ApprovalQuery,
  envelopes: Envelopes | null,
) {
  const page = appliedPage(query);
  const { rows, ...part } = await store.selectApprovals(db, orgId, query, page);
  const shown = envelopes
    ? await withReasons(envelopes, rows, toApproval<Shown>)
    : rows.map((row) => toApproval<Shown>(row));
  return toPage(shown, part, page);
}

/** @throws ApiError NOT_FOUND */
async function revisionNow(
  db: Queryable,
  orgId: string,
  action: GuardedAction,
  objectId: string,
  revisionOf: ApprovalServices['revisionOf'],
): Promise<string> {
  if (action !== 'approval_settings.lower') return revisionOf(db, orgId, action, objectId);
  if (objectId !== orgId) throw notFound('organization');
  return settingsRevision(await getSettings(db, orgId));
}
