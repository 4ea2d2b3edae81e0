import type { Queryable } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { HIT_PREFIX } from './record.ts';
import type { DecidedHit, MadeDecision, SubjectHit } from './schemas.ts';
import * as store from './store.ts';

const SHOWN_DECISIONS = 100;

function toHit(row: store.ShownHit): SubjectHit {
  return {
    id: row.id,
    subjectId: row.subject_id,
    listKind: row.list_kind as SubjectHit['listKind'],
    listId: row.list_id,
    entryId: row.entry_id,
    status: row.status as SubjectHit['status'],
    score: row.score,
    reopenedBecause: row.reopened_because as SubjectHit['reopenedBecause'],
    closedBecause: row.closed_because as SubjectHit['closedBecause'],
    match: row.match as SubjectHit['match'],
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function toDecision(row: store.DecisionRow): MadeDecision {
  return {
    id: row.id,
    decision: row.decision as MadeDecision['decision'],
    reason: row.reason,
    decidedBy: row.decided_by,
    apiKeyId: row.api_key_id,
    decidedAt: row.decided_at.toISOString(),
  };
}

/** Newest first. */
export async function listHits(
  db: Queryable,
  orgId: string,
  query: { subjectId?: string; status?: string; listId?: string; page?: number; limit?: number },
) {
  const page = appliedPage(query);
  const { rows, total } = await store.selectHits(db, orgId, query, page);
  return toPage(rows.map(toHit), total, page);
}

/** @throws ApiError NOT_FOUND */
export async function getHit(db: Queryable, orgId: string, id: string): Promise<DecidedHit> {
  const row = isId(HIT_PREFIX, id) ? await store.selectHit(db, orgId, id) : undefined;
  if (!row) throw notFound('hit');
  const decisions = await store.selectDecisions(db, orgId, id, SHOWN_DECISIONS);
  return { ...toHit(row), decisions: decisions.map(toDecision) };
}
