import type { Actor } from '../../platform/audit/action.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { assertUnchanged } from '../../platform/concurrency/if-match.ts';
import { ApiError, found } from '../../platform/errors/index.ts';
import { paged } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { parseTimestamp, withRange } from '../../platform/calendar/iso-time.ts';
import { lastWithdrawal, withdrawalFrom } from '../identity/index.ts';
import { noteChange } from '../live/index.ts';
import { assertNotHeld } from '../retention/index.ts';
import { outbox } from '../webhooks/index.ts';
import { caseUpdated } from './events.ts';
import { insertHistory, type Change } from './history/store.ts';
import { levelOf, priorityAt } from './priority.ts';
import type { CaseQuery } from './places/schemas.ts';
import { CASE_PREFIX, type CaseSummary } from './schemas.ts';
import * as store from './store.ts';
import type { CaseStatus } from './words.ts';

/** Returns the last withdrawal of a consent of a case's subject. */
export function withdrawalIn(orgId: string) {
  return lastWithdrawal(orgId, 'cases.subject_id');
}

/** Returns the case as answers show it. */
export function toShown({ consent_withdrawn_at: at, ...row }: store.ShownRow): CaseSummary {
  return { ...toSummary(row), ...withdrawalFrom(at) };
}

export function toSummary(row: store.CaseRow): CaseSummary {
  const nowMs = clock.nowMs();
  const { claimed_by: claimedBy, claimed_until: until } = row;
  return {
    id: row.id,
    subjectId: row.subject_id,
    status: row.status as CaseStatus,
    outcome: row.outcome as CaseSummary['outcome'],
    priority: priorityAt(nowMs, row),
    isPrioritySet: row.priority !== null,
    assignee: row.assignee,
    dueAt: row.due_at?.toISOString() ?? null,
    type: row.type,
    tags: row.tags,
    snoozedUntil:
      row.snoozed_until && row.snoozed_until.getTime() > nowMs
        ? row.snoozed_until.toISOString()
        : null,
    claim:
      claimedBy !== null && until !== null && until.getTime() > nowMs
        ? {
            by: { kind: row.claimed_kind as Actor['kind'], id: claimedBy },
            until: until.toISOString(),
          }
        : null,
    origin: row.origin as CaseSummary['origin'],
    createdBy: { kind: row.created_kind as Actor['kind'], id: row.created_by },
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}

/** Returns the case, locked until the transaction ends. @throws ApiError NOT_FOUND */
export async function lockedCase(tx: Tx, orgId: string, id: string): Promise<store.CaseRow> {
  return found('case', isId(CASE_PREFIX, id) && store.lockCase(tx, orgId, id));
}

/** Locks a case whose part is to be deleted. @throws ApiError NOT_FOUND; CONFLICT if a legal hold keeps the case */
export async function lockedUnheldCase(tx: Tx, orgId: string, id: string): Promise<store.CaseRow> {
  const before = isId(CASE_PREFIX, id) && (await store.selectCase(tx, orgId, id));
  if (before) await assertNotHeld(tx, orgId, before.subject_id);
  return lockedCase(tx, orgId, id);
}

/** @throws ApiError CONFLICT, with the current revision, if `expectedRevision` is outdated */
export function assertRevision({ revision }: store.CaseRow, expectedRevision: number): void {
  assertUnchanged(revision, { expectedRevision }, 'the case');
}

/** Returns true while another actor has claimed the case. */
export function isClaimedByOther(row: store.CaseRow, actor: Actor): boolean {
  const { claim } = toSummary(row);
  return claim !== null && (claim.by.kind !== actor.kind || claim.by.id !== actor.id);
}

/** @throws ApiError CONFLICT while another actor has claimed the case */
export function assertUnclaimed(row: store.CaseRow, actor: Actor): void {
  if (isClaimedByOther(row, actor))
    throw new ApiError(
      'CONFLICT',
      `another person or key has claimed the case ${row.id} until ${row.claimed_until!.toISOString()}`,
    );
}

/**
 * Rejects decisions on hits of open cases that other actors have claimed. The caller has locked the hits. Locks these
 * cases, so that no other actor claims them before the transaction ends.
 * @throws ApiError CONFLICT
 */
export async function assertHitsUnclaimed(
  tx: Tx,
  orgId: string,
  hitIds: readonly string[],
  actor: Actor,
): Promise<void> {
  for (const row of await store.lockClaimed(tx, orgId, hitIds)) assertUnclaimed(row, actor);
}

/** @throws ApiError CONFLICT if the case is closed */
export function assertOpen({ status }: store.CaseRow): void {
  if (status === 'CLOSED') throw new ApiError('CONFLICT', 'the case is closed');
}

/** Writes changes of cases into their history, in the transaction that makes them, and notifies open streams. */
export async function record(
  tx: Tx,
  orgId: string,
  actor: Actor,
  changes: Change[],
): Promise<void> {
  await insertHistory(tx, orgId, actor, changes);
  await noteChange(
    tx,
    orgId,
    'case',
    changes.map(({ caseId }) => caseId),
  );
}

/** Adds the event of a changed case to the outbox, in the same transaction. */
export function tellUpdated(tx: Tx, orgId: string, row: store.CaseRow) {
  const { id: caseId, revision } = row;
  return outbox(tx, orgId, caseUpdated({ caseId, status: row.status as CaseStatus, revision }));
}

/** Lists cases, newest first. */
export async function listCases(db: Queryable, orgId: string, query: CaseQuery) {
  const { dueBefore, priority, claimed, isSnoozed, ...rest } = withRange(query);
  const filter = {
    ...rest,
    ...(dueBefore !== undefined && { dueBefore: parseTimestamp(dueBefore)! }),
    ...(priority !== undefined && {
      priority: { level: levelOf(priority), now: clock.now() },
    }),
    ...(claimed !== undefined && { claimed: { is: claimed, now: clock.now() } }),
    ...(isSnoozed !== undefined && { snoozed: { is: isSnoozed, now: clock.now() } }),
  };
  const withdrawal = withdrawalIn(orgId);
  return paged(query, (page) => store.selectCases(db, orgId, filter, page, withdrawal), toShown);
}
