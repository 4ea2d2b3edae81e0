import type { Updateable } from 'kysely';
import { Changed } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/audit/action.ts';
import { clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Cases } from '../../platform/db/types.ts';
import { violatedConstraint } from '../../platform/db/failures.ts';
import { ApiError, badRequest, type ErrorDetail } from '../../platform/errors/index.ts';
import { parseTimestamp } from '../../platform/calendar/iso-time.ts';
import { outbox } from '../webhooks/index.ts';
import {
  assertRevision,
  assertUnclaimed,
  lockedCase,
  record,
  tellUpdated,
  toSummary,
} from './cases.ts';
import { caseClosed } from './events.ts';
import { openHitsOf } from './items/items.ts';
import { levelOf } from './priority.ts';
import type { CaseSummary, UpdateCase } from './schemas.ts';
import * as store from './store.ts';
import type { CaseOutcome } from './words.ts';

/**
 * Returns the problem of a change that its schema accepts: an outcome is required to close a case, and allowed only
 * then.
 */
export function outcomeProblems({ status, outcome }: UpdateCase): ErrorDetail[] {
  if (status === 'CLOSED' && outcome === undefined)
    return [{ path: 'outcome', message: 'is required with the status CLOSED' }];
  if (status !== 'CLOSED' && outcome !== undefined)
    return [{ path: 'outcome', message: 'must be given with the status CLOSED only' }];
  return [];
}

/** The longest snooze. */
const MAX_SNOOZE_MS = 366 * 86_400_000;

/** Returns the problem of a snooze that does not end in the future, or ends too late. */
export function snoozeProblems({ snoozedUntil }: UpdateCase): ErrorDetail[] {
  if (typeof snoozedUntil !== 'string') return [];
  const ms = parseTimestamp(snoozedUntil)!.getTime() - clock.nowMs();
  if (ms > 0 && ms <= MAX_SNOOZE_MS) return [];
  return [{ path: 'snoozedUntil', message: 'must be in the future, at most 366 days ahead' }];
}

/** Closes a case that the caller has locked. @throws ApiError CONFLICT while hits of the case are open */
export async function close(
  tx: Tx,
  orgId: string,
  id: string,
  outcome: CaseOutcome,
  change: Updateable<Cases> = {},
): Promise<store.CaseRow> {
  const open = await openHitsOf(tx, orgId, id);
  if (open > 0)
    throw new ApiError(
      'CONFLICT',
      open === 1
        ? 'the case has 1 open hit: decide it, or remove it from the case'
        : `the case has ${open} open hits: decide them, or remove them from the case`,
    );
  const row = await store.updateCase(tx, orgId, id, {
    ...change,
    status: 'CLOSED',
    outcome,
    closed_at: clock.now(),
    claimed_kind: null,
    claimed_by: null,
    claimed_until: null,
    snoozed_until: null,
  });
  await outbox(tx, orgId, caseClosed({ caseId: id, outcome, revision: row.revision }));
  return row;
}

/** Returns the name of the change in the history. */
function wordFor(before: store.CaseRow, status: string): string {
  if (before.status === status) return 'updated';
  if (status === 'CLOSED') return 'closed';
  return before.status === 'CLOSED' ? 'reopened' : 'updated';
}

/**
 * Changes the fields in the input. Another status opens a closed case again.
 * @throws ApiError NOT_FOUND; CONFLICT if the case has changed, another actor has claimed it, it would be closed while
 * hits are open, or it would be opened again after the rule has created another case for the subject
 */
export async function changeCase(
  tx: Tx,
  orgId: string,
  id: string,
  input: UpdateCase,
  actor: Actor,
): Promise<Changed<CaseSummary>> {
  const before = await lockedCase(tx, orgId, id);
  assertRevision(before, input.expectedRevision);
  assertUnclaimed(before, actor);
  const { status = before.status, outcome, assignee, dueAt, priority, tags, snoozedUntil } = input;
  if (input.status === undefined && before.status === 'CLOSED')
    throw badRequest([{ path: 'status', message: 'is required to change a closed case' }]);
  const change: Updateable<Cases> = {
    ...(assignee !== undefined && { assignee }),
    ...(dueAt !== undefined && { due_at: dueAt === null ? null : parseTimestamp(dueAt)! }),
    ...(priority !== undefined && { priority: priority === null ? null : levelOf(priority) }),
    ...(input.type !== undefined && { type: input.type }),
    ...(tags !== undefined && { tags }),
    ...(snoozedUntil !== undefined && {
      snoozed_until: snoozedUntil === null ? null : parseTimestamp(snoozedUntil)!,
    }),
  };
  if (tags !== undefined) await store.replaceTags(tx, orgId, id, tags);
  const row =
    status === 'CLOSED'
      ? await close(tx, orgId, id, outcome!, change)
      : await reopenable(
          store.updateCase(tx, orgId, id, { ...change, status, outcome: null, closed_at: null }),
        );
  const after = toSummary(row);
  const detail = {
    status,
    outcome: row.outcome,
    assignee: after.assignee,
    dueAt: after.dueAt,
    priority: after.priority,
    ...(input.type !== undefined && { type: after.type }),
    ...(tags !== undefined && { tags: after.tags }),
    ...(snoozedUntil !== undefined && { snoozedUntil: after.snoozedUntil }),
  };
  await record(tx, orgId, actor, [{ caseId: id, change: wordFor(before, status), detail }]);
  if (status !== 'CLOSED') await tellUpdated(tx, orgId, row);
  return new Changed(toSummary(before), after);
}

async function reopenable(changed: Promise<store.CaseRow>): Promise<store.CaseRow> {
  try {
    return await changed;
  } catch (error) {
    if (violatedConstraint(error) !== 'cases_by_rule') throw error;
    throw new ApiError(
      'CONFLICT',
      'the rule has made another case of this subject in the meantime',
    );
  }
}
