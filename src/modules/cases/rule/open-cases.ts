import { newAction, writeActions } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Followers, OpenedHit } from '../../monitoring/index.ts';
import { takeFromLeavers } from '../../people/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import { assertHitsUnclaimed, record, toSummary } from '../cases.ts';
import { caseCreated, caseUpdated } from '../events.ts';
import { insertItems } from '../items/store.ts';
import { basePriority } from '../priority.ts';
import { CASE_PREFIX } from '../schemas.ts';
import { assigneesOf } from './assignment.ts';
import type { CaseRow } from '../store.ts';
import * as store from './store.ts';

const RULE: Actor = { kind: 'service', id: 'cases', via: null, requestId: null, address: null };

/** Returns the hits that a rule selects, by subject. */
function ruledHits(
  rule: store.SettingsRow | undefined,
  hits: readonly OpenedHit[],
): Map<string, OpenedHit[]> {
  const ruled = hits.filter(
    ({ listKind, score }) => rule?.list_kinds.includes(listKind) && score >= rule.min_score,
  );
  return Map.groupBy(ruled, ({ subjectId }) => subjectId);
}

function eventOf(row: CaseRow, isNew: boolean) {
  const { id: caseId, subjectId, status, revision } = toSummary(row);
  return isNew
    ? caseCreated({ caseId, subjectId, origin: 'rule' })
    : caseUpdated({ caseId, status, revision });
}

/** Records changes to cases by the rule, which no caller has requested. */
async function recordUpdates(
  tx: Tx,
  orgId: string,
  rows: readonly CaseRow[],
  changed: 'assignee' | 'snoozedUntil',
): Promise<void> {
  if (rows.length === 0) return;
  await record(
    tx,
    orgId,
    RULE,
    rows.map(({ id }) => ({ caseId: id, change: 'updated', detail: { [changed]: null } })),
  );
  const actions = rows.map((row) => {
    const { status, priority, revision } = toSummary(row);
    const after = { status, priority, revision, [changed]: null };
    return newAction({ orgId, actor: RULE, action: 'case.update', object: row.id, after });
  });
  await writeActions(tx, actions);
  await outboxAll(
    tx,
    rows.map((row) => ({ orgId, event: eventOf(row, false) })),
  );
}

/** Takes the open cases of a bucket from people who are no longer members. @returns the number of cases */
export async function unassignLeavers(db: Database, signal?: AbortSignal): Promise<number> {
  const take = async (tx: Tx, orgId: string, userId: string, limit: number): Promise<number> => {
    const rows = await store.unassign(tx, orgId, userId, limit);
    await recordUpdates(tx, orgId, rows, 'assignee');
    return rows.length;
  };
  return takeFromLeavers(db, await store.selectAssignees(db.read), take, signal);
}

/**
 * Ends the snooze of the cases of newly opened hits, and adds the hits that the organization's rule selects to cases.
 * Each subject has one case of the rule: the open one, or a new one, which gets an assignee. Runs a fixed number of
 * statements for any number of hits.
 */
async function openCases(tx: Tx, orgId: string, hits: readonly OpenedHit[]): Promise<void> {
  const rule = await store.selectSettings(tx, orgId);
  const bySubject = ruledHits(rule, hits);
  const hitIds = hits.map(({ id }) => id);
  const concerned = await store.lockConcerned(tx, orgId, [...bySubject.keys()], hitIds);
  const isRuled = (row: (typeof concerned)[number]) =>
    row.origin === 'rule' && bySubject.has(row.subject_id);
  const asleep = concerned.filter((row) => !isRuled(row)).map(({ id }) => id);
  const awake = await store.endSnoozes(tx, orgId, asleep);
  await recordUpdates(tx, orgId, awake, 'snoozedUntil');
  if (bySubject.size === 0) return;
  const people = await assigneesOf(tx, orgId, rule!);
  // Hits that join an existing case do not count as a turn of an assignee.
  const joining = new Set(concerned.filter(isRuled).map((row) => row.subject_id));
  let turn = 0;
  const wanted = [...bySubject].map(([subjectId, own]) => ({
    id: newId(CASE_PREFIX),
    subjectId,
    basePriority: basePriority(own),
    assignee: people[(joining.has(subjectId) ? turn : turn++) % people.length] ?? null,
  }));
  const made = new Set(wanted.map(({ id }) => id));
  const rows = await store.upsertCases(tx, orgId, RULE, wanted);
  const items = rows.flatMap((row) =>
    bySubject.get(row.subject_id)!.map(({ id }) => ({ caseId: row.id, id, kind: 'hit' })),
  );
  await insertItems(tx, orgId, RULE, items);
  await record(
    tx,
    orgId,
    RULE,
    rows.map((row) => ({
      caseId: row.id,
      change: made.has(row.id) ? 'created' : 'items_added',
      detail: {
        itemIds: bySubject.get(row.subject_id)!.map(({ id }) => id),
        ...(made.has(row.id) && row.assignee !== null && { assignee: row.assignee }),
      },
    })),
  );
  const actions = rows.map((row) => {
    const { status, priority, revision } = toSummary(row);
    const action = made.has(row.id) ? 'case.create' : 'case.add_items';
    return newAction({
      orgId,
      actor: RULE,
      action,
      object: row.id,
      after: { status, priority, revision },
    });
  });
  await writeActions(tx, actions);
  await outboxAll(
    tx,
    rows.map((row) => ({ orgId, event: eventOf(row, made.has(row.id)) })),
  );
}

/** Erases the notes and files in the cases of a deleted subject. @returns false if there were none */
async function eraseCases(tx: Tx, orgId: string, subjectId: string): Promise<boolean> {
  const ids = await store.eraseCases(tx, orgId, subjectId);
  await record(
    tx,
    orgId,
    RULE,
    ids.map((caseId) => ({ caseId, change: 'erased' })),
  );
  return ids.length > 0;
}

/** Updates cases when hits open or are decided, and when subjects are deleted. */
export const followers: Followers = {
  opened: openCases,
  deciding: assertHitsUnclaimed,
  erased: eraseCases,
};
