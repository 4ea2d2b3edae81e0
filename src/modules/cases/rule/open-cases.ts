import { newAction, writeActions } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Followers, OpenedHit } from '../../monitoring/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import { assertHitsUnclaimed, record, toSummary } from '../cases.ts';
import { caseCreated, caseUpdated } from '../events.ts';
import { insertItems } from '../items/store.ts';
import { basePriority } from '../priority.ts';
import { CASE_PREFIX } from '../schemas.ts';
import type { CaseRow } from '../store.ts';
import * as store from './store.ts';

const RULE: Actor = { kind: 'service', id: 'cases', via: null, requestId: null, address: null };

/** Returns the hits that the organization's rule selects, by subject. */
async function ruledHits(
  tx: Tx,
  orgId: string,
  hits: readonly OpenedHit[],
): Promise<Map<string, OpenedHit[]>> {
  const settings = await store.selectSettings(tx, orgId);
  const ruled = hits.filter(
    ({ listKind, score }) => settings?.list_kinds.includes(listKind) && score >= settings.min_score,
  );
  return Map.groupBy(ruled, ({ subjectId }) => subjectId);
}

function eventOf(row: CaseRow, isNew: boolean) {
  const { id: caseId, subjectId, status, revision } = toSummary(row);
  return isNew
    ? caseCreated({ caseId, subjectId, origin: 'rule' })
    : caseUpdated({ caseId, status, revision });
}

/**
 * Adds newly opened hits to cases, for organizations with a rule that selects them. Each subject has one case: the
 * open case that the rule made, or a new one. Runs a fixed number of statements for any number of hits.
 */
async function openCases(tx: Tx, orgId: string, hits: readonly OpenedHit[]): Promise<void> {
  const bySubject = await ruledHits(tx, orgId, hits);
  if (bySubject.size === 0) return;
  const wanted = [...bySubject].map(([subjectId, own]) => ({
    id: newId(CASE_PREFIX),
    subjectId,
    basePriority: basePriority(own),
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
      detail: { itemIds: bySubject.get(row.subject_id)!.map(({ id }) => id) },
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
