/** The rules for erasing a subject, which are those of an export, and the record of the erasure. */
import type { Actor } from '../../../platform/audit/action.ts';
import { factsOf, newAction, writeAction } from '../../../platform/audit/audit.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { clock } from '../../../platform/clock.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { sealReason, type SealedReason } from '../../../platform/crypto/sealed-reason.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertWithinDay } from '../../../platform/rate-limit/within-day.ts';
import { assertApprovable, assertSecondPerson } from '../../approvals/index.ts';
import { hasCountingHitsOf } from '../../monitoring/index.ts';
import { assertNotHeld } from '../../retention/index.ts';
import { assertNoStepRuns } from '../../verification-sessions/index.ts';
import { requireSubject } from '../subjects.ts';
import type { SubjectTable } from '../store.ts';
import type { EraseTools } from './erase.ts';
import { isStopped } from './held.ts';
import {
  ERASURE_PREFIX,
  type EraseRequest,
  type RequestedErasure,
  type SubjectErasure,
} from './schemas.ts';
import { toErasure } from './shown.ts';
import * as store from './store.ts';

/** The maximum number of subjects that a person may erase in 24 hours. */
export const MAX_PER_DAY = 50;
/** The channel on which workers learn of requested erasures. */
export const ERASURES_CHANNEL = 'erasures_due';

export const ERASE_ACTION = 'subject.erase';
/** The members of the answer in the audit log. */
export const ERASE_FACTS = ['id', 'reasonCode', 'reasonHash'] as const;

/** The context of a sealed reason. */
export function erasureContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'subject-erasure-reason' };
}

/** The deletion of a subject with hits that count has the same rule. */
async function guarded(db: Queryable, orgId: string, objectId: string) {
  const counts = await hasCountingHitsOf(db, orgId, objectId);
  return {
    orgId,
    action: ERASE_ACTION,
    objectId,
    // An erasure also includes data that was stored after the request for a second person.
    revision: '',
    ...(counts && { also: ['hit.false_positive' as const] }),
  } as const;
}

/** An erasure of one subject by one person. */
export type EraseOf = { orgId: string; subjectId: string; actor: Actor };
export type PreparedErasure = { id: string; reason: SealedReason } | { running: store.ErasureRow };

function assertFewErasures(db: Queryable, orgId: string, personId: string): Promise<void> {
  return assertWithinDay(
    db,
    { orgId, personId, action: ERASE_ACTION },
    MAX_PER_DAY,
    'erase subjects',
  );
}

/**
 * Checks the erasure before its transaction, and seals the reason.
 * @throws ApiError NOT_FOUND, RATE_LIMITED, APPROVAL_REQUIRED; the key provider's error
 */
export async function prepareErasure(
  db: Queryable,
  envelopes: Envelopes,
  tables: readonly SubjectTable[],
  { orgId, subjectId, actor }: EraseOf,
  { reason }: EraseRequest,
): Promise<PreparedErasure> {
  await requireSubject(db, tables, orgId, subjectId);
  const running = await store.selectRunning(db, orgId, subjectId);
  if (running) return { running };
  await assertFewErasures(db, orgId, actor.id);
  await assertApprovable(db, await guarded(db, orgId, subjectId), actor);
  const id = newId(ERASURE_PREFIX);
  return { id, reason: await sealReason(envelopes, erasureContext(orgId, id), reason) };
}

/**
 * Records an erasure, which the worker then runs. Returns the erasure in progress if there is one.
 * @param tx holds the lock on rights of the organization, so erasures of one person run one after the other
 * @throws ApiError RATE_LIMITED, APPROVAL_REQUIRED; CONFLICT while a legal hold keeps the records about the subject, or
 * a step of its verification session runs
 */
export async function recordErasure(
  tx: Tx,
  { orgId, subjectId, actor }: EraseOf,
  { reasonCode = 'customer_request' }: EraseRequest,
  prepared: PreparedErasure,
): Promise<RequestedErasure> {
  await assertNotHeld(tx, orgId, subjectId);
  await assertNoStepRuns(tx, orgId, subjectId);
  const running = await store.selectRunning(tx, orgId, subjectId);
  if (running || 'running' in prepared)
    return {
      ...toErasure(running ?? (prepared as { running: store.ErasureRow }).running),
      reasonHash: null,
    };
  await assertFewErasures(tx, orgId, actor.id);
  const approvalId = await assertSecondPerson(tx, await guarded(tx, orgId, subjectId), actor);
  const isNew = await store.insertErasure(tx, {
    org_id: orgId,
    id: prepared.id,
    subject_id: subjectId,
    person_id: actor.id,
    approval_id: approvalId,
    reason_code: reasonCode,
    envelope: prepared.reason.envelope,
    requested_at: clock.now(),
  });
  // The list of erasures has brought an erasure back.
  if (!isNew) throw new ApiError('CONFLICT', 'an erasure of the subject is in progress');
  notifyAfterCommit(ERASURES_CHANNEL);
  const row = await store.selectErasure(tx, orgId, prepared.id);
  return { ...toErasure(row!), reasonHash: prepared.reason.hash };
}

/**
 * Requests an erasure with its row in the audit log, for a command. An erasure in progress gets no further row.
 * @param db the bucket of the organization
 * @throws the errors of `prepareErasure` and `recordErasure`
 */
export async function requestErasure(
  db: Database,
  envelopes: Envelopes,
  tables: readonly SubjectTable[],
  erasing: EraseOf,
  request: EraseRequest,
): Promise<RequestedErasure> {
  const { orgId, actor, subjectId } = erasing;
  const prepared = await prepareErasure(db.read, envelopes, tables, erasing, request);
  return db.transaction(async (tx) => {
    await lockRights(tx, orgId);
    const requested = await recordErasure(tx, erasing, request, prepared);
    if (requested.reasonHash === null) return requested;
    const after = factsOf(requested, ERASE_FACTS);
    await writeAction(
      tx,
      newAction({ orgId, actor, action: ERASE_ACTION, object: subjectId, after }),
    );
    return requested;
  });
}

/** @throws ApiError NOT_FOUND */
export async function getErasure(
  db: Queryable,
  tools: Pick<EraseTools, 'tables' | 'heldCases'>,
  { orgId, subjectId }: Pick<EraseOf, 'orgId' | 'subjectId'>,
  id: string,
): Promise<SubjectErasure> {
  const read = isId(ERASURE_PREFIX, id) && (await store.selectErasure(db, orgId, id));
  const row = await found('subject erasure', read && read.subject_id === subjectId && read);
  const waits = row.completed_at === null && (await isStopped(db, tools, row));
  return toErasure(row, waits ? 'held' : 'running');
}
