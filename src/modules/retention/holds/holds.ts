/** Legal holds, with the people who have stopped the removal of records and their reasons. */
import type { Actor } from '../../../platform/audit/action.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { clock } from '../../../platform/clock.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import {
  openReason,
  sealReason,
  type SealedReason,
} from '../../../platform/crypto/sealed-reason.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest, found, type ErrorDetail } from '../../../platform/errors/index.ts';
import { paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Held } from '../../../platform/db/lists/aged/record-class.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import type { HeldCases } from '../access.ts';
import { lockRetention } from '../store.ts';
import { HOLD_PREFIX, type HoldQuery, type LegalHold, type SetHold } from './schemas.ts';
import * as store from './store.ts';

/** The maximum number of holds in force of one organization, because each part of a removal reads them. */
const MAX_HOLDS = 10_000;

/** The context of a sealed reason. */
export function holdContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'legal-hold-reason' };
}

function actorOf(kind: string, id: string): LegalHold['setBy'] {
  return { kind: kind as Actor['kind'], id };
}

function toHold(row: store.HoldRow): LegalHold {
  return {
    id: row.id,
    kind: row.kind as LegalHold['kind'],
    objectId: row.object_id,
    setBy: actorOf(row.set_kind, row.set_by),
    setAt: row.set_at.toISOString(),
    liftedBy: row.lifted_by === null ? null : actorOf(row.lifted_kind!, row.lifted_by),
    liftedAt: row.lifted_at?.toISOString() ?? null,
    approvalId: row.approval_id,
  };
}

/** Returns the problem of a hold that its schema accepts. */
export function objectProblems({ kind, objectId }: SetHold): ErrorDetail[] {
  if (kind === 'organization')
    return objectId === undefined
      ? []
      : [{ path: 'objectId', message: 'must be omitted for the organization' }];
  return objectId === undefined ? [{ path: 'objectId', message: `is required for a ${kind}` }] : [];
}

export type PreparedHold = { id: string; reason: SealedReason };

/** Seals the reason. Call it outside of transactions. @throws the key provider's error */
export async function prepareHold(
  db: Queryable,
  envelopes: Envelopes,
  cases: HeldCases,
  orgId: string,
  input: SetHold,
): Promise<PreparedHold> {
  const id = newId(HOLD_PREFIX);
  const subject = async () => (await subjectsOf(db, cases, orgId, input))[0];
  const context = { ...holdContext(orgId, id), subject };
  return { id, reason: await sealReason(envelopes, context, input.reason) };
}

/** Returns the subject of a hold; none for the organization, or for an unknown case. */
async function subjectsOf(
  db: Queryable,
  cases: HeldCases,
  orgId: string,
  { kind, objectId }: SetHold,
): Promise<readonly string[]> {
  if (kind === 'organization') return [];
  if (kind === 'subject') return [objectId!];
  return (await cases.read(db, orgId, [objectId!])).subjects;
}

/** Returns the subject of a hold; null for the organization. @throws ApiError BAD_REQUEST for an unknown case */
async function subjectOf(
  tx: Tx,
  cases: HeldCases,
  orgId: string,
  input: SetHold,
): Promise<string | null> {
  const [subject] = await subjectsOf(tx, cases, orgId, input);
  if (subject === undefined && input.kind === 'case')
    throw badRequest([{ path: 'objectId', message: 'names no case' }]);
  return subject ?? null;
}

/**
 * Sets a hold. When it commits, no removal is in progress, and no later one removes records that it covers.
 * @throws ApiError BAD_REQUEST for an unknown case, CONFLICT with too many holds
 */
export async function setHold(
  tx: Tx,
  cases: HeldCases,
  orgId: string,
  input: SetHold,
  { id, reason }: PreparedHold,
  actor: Actor,
): Promise<LegalHold & { reasonHash: string }> {
  await lockRetention(tx, orgId);
  if ((await store.countActive(tx, orgId)) >= MAX_HOLDS)
    throw new ApiError('CONFLICT', `there are at most ${MAX_HOLDS} holds: lift one first`);
  const row: store.HoldRow = {
    org_id: orgId,
    id,
    kind: input.kind,
    object_id: input.objectId ?? orgId,
    subject_id: await subjectOf(tx, cases, orgId, input),
    set_kind: actor.kind,
    set_by: actor.id,
    set_at: clock.now(),
    envelope: reason.envelope,
    lifted_kind: null,
    lifted_by: null,
    lifted_at: null,
    approval_id: null,
  };
  await store.insertHold(tx, row);
  return { ...toHold(row), reasonHash: reason.hash };
}

/** Lists holds, newest first, without their reasons. `keepingSubjectId`: also those on the organization. */
export async function listHolds(
  db: Queryable,
  orgId: string,
  query: HoldQuery & { keepingSubjectId?: string },
) {
  return paged(query, (page) => store.selectHolds(db, orgId, query, page), toHold);
}

async function findHold(db: Queryable, orgId: string, id: string): Promise<store.HoldRow> {
  return found('hold', isId(HOLD_PREFIX, id) && store.selectHold(db, orgId, id));
}

/** Returns a hold with its reason. @throws ApiError NOT_FOUND; the key provider's error */
export async function getHold(db: Queryable, envelopes: Envelopes, orgId: string, id: string) {
  const row = await findHold(db, orgId, id);
  const opened = await openReason(envelopes, holdContext(orgId, id), row.envelope);
  return { ...toHold(row), reason: opened?.text ?? null };
}

/** The revision of a hold in force. */
const IN_FORCE = 'in force';

/** Returns the revision of a hold, to which an approval request is bound. @throws ApiError NOT_FOUND */
export async function holdRevision(db: Queryable, orgId: string, id: string): Promise<string> {
  const { lifted_at: liftedAt } = await findHold(db, orgId, id);
  return liftedAt === null ? IN_FORCE : liftedAt.toISOString();
}

/** Lifts a hold. @throws ApiError NOT_FOUND, APPROVAL_REQUIRED; CONFLICT if it is lifted already */
export async function liftHold(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
): Promise<Changed<LegalHold>> {
  const before = await found('hold', isId(HOLD_PREFIX, id) && store.lockHold(tx, orgId, id));
  if (before.lifted_at !== null) throw new ApiError('CONFLICT', 'the hold is lifted already');
  const guarded = { orgId, action: 'legal_hold.lift', objectId: id, revision: IN_FORCE } as const;
  const after = {
    ...before,
    lifted_kind: actor.kind,
    lifted_by: actor.id,
    lifted_at: clock.now(),
    approval_id: await assertSecondPerson(tx, guarded, actor),
  };
  await store.liftHold(tx, after);
  return new Changed(toHold(before), toHold(after));
}

/**
 * Checks that no hold keeps the records of a subject, or of one of several, and that none is set until the transaction
 * ends. Call it before row locks, because a new hold waits for it, and all later calls wait for the hold.
 * @throws ApiError CONFLICT
 */
export async function assertNotHeld(
  tx: Tx,
  orgId: string,
  subjectId: string | readonly string[],
): Promise<void> {
  await lockRetention(tx, orgId, true);
  if (await store.isHeld(tx, orgId, subjectId))
    throw new ApiError('CONFLICT', 'a legal hold keeps the records about this subject');
}

/** The records that holds keep. `all`: those of the whole organization; `any`: a hold is in force. */
export type HeldRecords = Held & { all: boolean; any: boolean };

/** Combines holds with the records of their cases. */
async function heldBy(
  rows: Awaited<ReturnType<typeof store.selectActive>>,
  casesOf: (ids: string[]) => Promise<Held | undefined>,
): Promise<HeldRecords | undefined> {
  const caseIds = rows.filter(({ kind }) => kind === 'case').map((row) => row.object_id);
  const ofCases =
    caseIds.length === 0 ? { subjects: [], ids: [] } : await casesOf([...new Set(caseIds)]);
  if (!ofCases) return undefined;
  return {
    all: rows.some(({ kind }) => kind === 'organization'),
    any: rows.length > 0,
    subjects: [...new Set([...rows.flatMap((row) => row.subject_id ?? []), ...ofCases.subjects])],
    ids: [...caseIds, ...ofCases.ids],
  };
}

/** Returns the records that holds keep now. */
export async function readHeld(
  db: Queryable,
  cases: HeldCases,
  orgId: string,
  since?: Date,
): Promise<HeldRecords> {
  const rows = await store.selectActive(db, orgId, since);
  return (await heldBy(rows, (ids) => cases.read(db, orgId, ids)))!;
}

/**
 * Returns the records that holds keep until the transaction ends, which has locked the retention of the organization.
 * @param since ignores holds that were set before this time
 * @returns undefined if another transaction changes a held case now
 */
export async function lockHeld(
  tx: Tx,
  cases: HeldCases,
  orgId: string,
  since?: Date,
): Promise<HeldRecords | undefined> {
  const rows = await store.selectActive(tx, orgId, since);
  return heldBy(rows, (ids) => cases.lock(tx, orgId, ids));
}

/** Works like `lockHeld`; in addition, no hold is set until the transaction ends. */
export async function keepHolds(
  tx: Tx,
  cases: HeldCases,
  orgId: string,
  since?: Date,
): Promise<HeldRecords | undefined> {
  await lockRetention(tx, orgId, true);
  return lockHeld(tx, cases, orgId, since);
}
