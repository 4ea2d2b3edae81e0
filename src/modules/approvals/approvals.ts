import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import { newAction, noteBefore, writeActions } from '../../platform/audit/audit.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest, notFound } from '../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../platform/http/schema.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { ApprovalServices } from './access.ts';
import type {
  Approval,
  ApprovalQuery,
  ApprovalSettings,
  ApprovalRequest,
  GuardedAction,
  PlatformApproval,
  UpdateSettings,
} from './schemas.ts';
import * as store from './store.ts';

export const APPROVAL_PREFIX = 'approval';
const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

/** The action that is about to be done, and its object. */
export type Guarded = {
  orgId: string;
  action: GuardedAction;
  objectId: string;
  /** How, where it can be done in several ways. */
  detail?: Record<string, unknown>;
};

function statusOf({ outcome, expires_at: expires }: store.ApprovalRow): Approval['status'] {
  if (outcome !== null) return outcome as Approval['status'];
  return expires.getTime() <= clock.nowMs() ? 'expired' : 'pending';
}

/** The request as its organization, or as operators see it. */
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
  } as Shown;
}

function wanted({ orgId, action, objectId, detail = {} }: Guarded): store.Wanted {
  return { orgId, action, objectId, detail: canonicalJson(detail) };
}

/** Tells whether the organization, or the platform, lets only two people do it. */
async function isGuarded(db: Queryable, { orgId, action }: Guarded): Promise<boolean> {
  if (orgId === PLATFORM) return true;
  const settings = await store.selectSettings(db, orgId);
  if (!settings) return false;
  // Whoever could switch it off alone would need nobody.
  return action === 'approval_settings.lower'
    ? settings.actions.length > 0
    : settings.actions.includes(action);
}

function required({ orgId, action }: Guarded): ApiError {
  const call = orgId === PLATFORM ? 'POST /admin/approvals' : 'POST /approvals';
  return new ApiError(
    'APPROVAL_REQUIRED',
    `${action} needs two people: one asks for it with ${call}, and another person does it`,
  );
}

/** The request of somebody else that the actor may answer by doing it; null answers none. @throws ApiError APPROVAL_REQUIRED */
async function openRequest(
  db: Queryable,
  guarded: Guarded,
  actor: Actor | null,
): Promise<store.ApprovalRow | undefined> {
  if (!(await isGuarded(db, guarded))) return undefined;
  // A key is no person: it may ask, and never answer.
  const row =
    actor && actor.kind !== 'key' ? await store.selectOpen(db, wanted(guarded), actor) : undefined;
  if (!row) throw required(guarded);
  return row;
}

/** Checks that the actor could do it now, before anything is begun. @throws ApiError APPROVAL_REQUIRED */
export async function assertApprovable(
  db: Queryable,
  guarded: Guarded,
  actor: Actor,
): Promise<void> {
  await openRequest(db, guarded, actor);
}

/**
 * Lets the actor do it if the organization asks for one person alone, or if another has asked for it: the request is then
 * answered, in the transaction of the effect, and the log says so.
 * @param tx in the bucket of the organization
 * @param actor null for whoever cannot be the second person of it
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertSecondPerson(
  tx: Tx,
  guarded: Guarded,
  actor: Actor | null,
): Promise<void> {
  const row = await openRequest(tx, guarded, actor);
  if (!row || !actor) return;
  if (!(await store.answer(tx, row, 'approved', actor))) throw required(guarded);
  const { orgId, action, objectId } = guarded;
  const line = { orgId, actor, action: 'approval.approve', object: row.id };
  await writeActions(tx, [newAction({ ...line, after: { action, objectId } })]);
}

/** The detail that a request carries: hits that are identical are named one by one, so that it is about no others. */
async function carried(
  tx: Tx,
  orgId: string,
  { action, objectId, detail = {} }: ApprovalRequest,
  identicalTo: ApprovalServices['identicalTo'],
): Promise<Record<string, unknown>> {
  if (canonicalJson(detail).length > 2000)
    throw badRequest([{ path: 'detail', message: 'is too long' }]);
  return action === 'hit.false_positive' && detail['alsoIdentical'] === true
    ? identicalTo(tx, orgId, objectId)
    : detail;
}

/** Leaves a request, which is void after so many hours. */
export async function leaveRequest(
  tx: Tx,
  guarded: Guarded,
  actor: Actor,
  hours = DEFAULT_HOURS,
): Promise<store.ApprovalRow> {
  const askedAt = clock.now();
  const { orgId, action, objectId, detail } = wanted(guarded);
  return store.insertApproval(tx, {
    org_id: orgId,
    id: newId(APPROVAL_PREFIX),
    action,
    object_id: objectId,
    detail,
    asked_kind: actor.kind,
    asked_by: actor.id,
    asked_person: actor.personId ?? null,
    asked_at: askedAt,
    expires_at: new Date(askedAt.getTime() + hours * HOUR_MS),
  });
}

/** Asks for a second person, whether one is needed yet or not. @throws ApiError CONFLICT for too many identical hits */
export async function requestApproval(
  tx: Tx,
  orgId: string,
  request: ApprovalRequest,
  actor: Actor,
  identicalTo: ApprovalServices['identicalTo'],
): Promise<Approval> {
  const { action, objectId } = request;
  const settings = await store.selectSettings(tx, orgId);
  const detail = await carried(tx, orgId, request, identicalTo);
  const guarded = { orgId, action, objectId, detail };
  return toApproval(await leaveRequest(tx, guarded, actor, settings?.expires_hours));
}

/** Takes a request back, or refuses it. @throws ApiError NOT_FOUND; CONFLICT when it is answered or void */
export async function reject<Shown extends Approval | PlatformApproval = Approval>(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
): Promise<Shown> {
  const row = isId(APPROVAL_PREFIX, id) ? await store.selectApproval(tx, orgId, id) : undefined;
  if (!row) throw notFound('approval');
  const answered =
    statusOf(row) === 'pending' ? await store.answer(tx, row, 'rejected', actor) : undefined;
  if (!answered) throw new ApiError('CONFLICT', 'the request is answered, or void');
  return toApproval(answered);
}

/** @throws ApiError NOT_FOUND */
export async function getApproval<Shown extends Approval | PlatformApproval = Approval>(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<Shown> {
  const row = isId(APPROVAL_PREFIX, id) ? await store.selectApproval(db, orgId, id) : undefined;
  if (!row) throw notFound('approval');
  return toApproval(row);
}

export async function listApprovals<Shown extends Approval | PlatformApproval = Approval>(
  db: Queryable,
  orgId: string,
  query: ApprovalQuery,
) {
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectApprovals(db, orgId, query.status, page);
  return toPage(
    rows.map((row) => toApproval<Shown>(row)),
    found,
    page,
  );
}

export async function getSettings(db: Queryable, orgId: string): Promise<ApprovalSettings> {
  const row = await store.selectSettings(db, orgId);
  return {
    organizationId: orgId,
    actions: (row?.actions ?? []) as ApprovalSettings['actions'],
    expiresHours: row?.expires_hours ?? DEFAULT_HOURS,
  };
}

/** Changes what needs two people; to ask for less, two are needed. @throws ApiError APPROVAL_REQUIRED */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateSettings,
  actor: Actor,
): Promise<ApprovalSettings> {
  const before = await getSettings(tx, orgId);
  noteBefore(before);
  const after = { ...before, ...input };
  if (before.actions.some((action) => !after.actions.includes(action))) {
    const detail = { actions: after.actions.toSorted() };
    await assertSecondPerson(
      tx,
      { orgId, action: 'approval_settings.lower', objectId: orgId, detail },
      actor,
    );
  }
  await store.upsertSettings(tx, {
    org_id: orgId,
    actions: after.actions,
    expires_hours: after.expiresHours,
  });
  return after;
}
