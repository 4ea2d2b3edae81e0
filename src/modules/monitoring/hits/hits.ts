import type { Static } from 'typebox';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import { daysAnswer, daysWithin } from '../../../platform/db/lists/by-day.ts';
import { totalOf, type Range } from '../../../platform/db/lists/keyset.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { appliedPage, toPage, type DaysQuery } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { askedFor, waitingHits } from '../../approvals/index.ts';
import { lastWithdrawal, withdrawalFrom } from '../../identity/index.ts';
import { openTexts } from './reasons.ts';
import { entitiesOf } from './hit-entities.ts';
import {
  HIT_PREFIX,
  type DecidedHit,
  type LastDecision,
  type MadeDecision,
  type OpenHits,
  type SubjectHit,
} from './schemas.ts';
import type { HitQuery } from './queue/schemas.ts';
import * as decisionStore from './decisions/store.ts';
import * as shownStore from './shown/store.ts';
import * as store from './store.ts';

/** Maximum number of hits decided together, which bounds the transaction. */
const MAX_IDENTICAL = 200;
const DAY_MS = 86_400_000;

function withdrawalIn(orgId: string) {
  return lastWithdrawal(orgId, 'screening_hits.subject_id');
}

export function toHit(row: shownStore.ShownHit): SubjectHit {
  return {
    id: row.id,
    subjectId: row.subject_id,
    listKind: row.list_kind as SubjectHit['listKind'],
    listId: row.list_id,
    entryId: row.entry_id,
    listRevision: row.entry_revision,
    status: row.status as SubjectHit['status'],
    score: row.score,
    reopenedBecause: row.reopened_because as SubjectHit['reopenedBecause'],
    closedBecause: row.closed_because as SubjectHit['closedBecause'],
    match: row.match as SubjectHit['match'],
    revision: row.revision,
    assignee: row.assignee,
    dueAt: row.due_at?.toISOString() ?? null,
    ...withdrawalFrom(row.consent_withdrawn_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function toDecision(row: Omit<decisionStore.LastDecisionRow, 'hit_id'>, reason: string | null) {
  return {
    id: row.id,
    decision: row.decision as MadeDecision['decision'],
    reason,
    // Decisions without a recorded actor belong to their keys.
    decidedBy: (row.actor_id ?? row.api_key_id)!,
    onBehalfOf: row.on_behalf_of,
    reasonCode: row.reason_code,
    apiKeyId: row.api_key_id,
    decidedAt: row.decided_at.toISOString(),
  };
}

function approvalIds(rows: readonly Pick<decisionStore.DecisionRow, 'approval_id'>[]): string[] {
  return rows.flatMap(({ approval_id: id }) => id ?? []);
}

/** By default newest first. */
export async function listHits(db: Queryable, orgId: string, query: HitQuery) {
  const page = appliedPage(query);
  const { isOverdue, isWaiting, ...rest } = withRange(query);
  const filter = {
    ...rest,
    withdrawal: withdrawalIn(orgId),
    ...(isOverdue !== undefined && { overdue: { is: isOverdue, now: clock.now() } }),
    ...(isWaiting !== undefined && { waiting: { is: isWaiting, hits: waitingHits(orgId) } }),
  };
  const { rows, ...part } = await shownStore.selectHits(db, orgId, filter, page);
  const hits: SubjectHit[] = rows.map((row) => ({
    ...toHit(row),
    ...(row.subject !== undefined && { subject: row.subject }),
  }));
  const entities = await entitiesOf(db, orgId, hits);
  const withEntity = hits.map((hit) => {
    const entity = entities.get(hit.id);
    return entity ? { ...hit, entity } : hit;
  });
  return toPage(withEntity, part, page);
}

/** Returns open hits by age. Each age counts the hits that the list of hits shows for its time. */
export async function openHitsByAge(db: Queryable, orgId: string): Promise<OpenHits> {
  const nowMs = clock.nowMs();
  const [day, week, month] = [1, 7, 30].map((days) => new Date(nowMs - days * DAY_MS));
  const count = async (range: Range): Promise<OpenHits['ages']['day']> => ({
    from: range.from?.toISOString() ?? null,
    to: range.to?.toISOString() ?? null,
    ...(await shownStore.countOpenWithin(db, orgId, range)),
  });
  // One after the other, on one connection.
  const ages = {
    day: await count({ from: day! }),
    week: await count({ from: week!, to: day! }),
    month: await count({ from: month!, to: week! }),
    older: await count({ to: month! }),
  };
  const all = Object.values(ages);
  const { total, totalIsExact } = totalOf(all.reduce((sum, one) => sum + one.total, 0));
  return { total, totalIsExact: totalIsExact && all.every((one) => one.totalIsExact), ages };
}

/** Returns hits by the day when they were found, and their current state. */
export async function hitsByDay(db: Queryable, orgId: string, query: Static<typeof DaysQuery>) {
  const range = daysWithin(withRange(query));
  return daysAnswer(range, await shownStore.countHits(db, orgId, range), {
    open: 'open',
    trueMatch: 'true_match',
    falsePositive: 'false_positive',
    closed: 'closed',
  });
}

async function readHit(db: Queryable, orgId: string, id: string) {
  const row = await found(
    'hit',
    isId(HIT_PREFIX, id) && shownStore.selectHit(db, orgId, id, withdrawalIn(orgId)),
  );
  return { hit: toHit(row), decisions: await decisionStore.selectDecisions(db, orgId, id) };
}

/**
 * Returns a hit with the reasons of its decisions, and of those who requested a second person. @throws ApiError
 * NOT_FOUND
 */
export async function getHit(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
): Promise<DecidedHit> {
  const { hit, decisions } = await readHit(db, orgId, id);
  const [texts, asked] = await Promise.all([
    openTexts(envelopes, orgId, decisions),
    askedFor(db, envelopes, orgId, approvalIds(decisions)),
  ]);
  return {
    ...hit,
    decisions: decisions.map((row) => ({
      ...toDecision(row, texts.get(row.id) ?? null),
      findings: row.findings,
      approval: (row.approval_id && asked.get(row.approval_id)) || null,
    })),
  };
}

/** The same inside a transaction, with reasons that were decrypted before. @param texts by the ids of decisions */
export async function getHitWith(
  tx: Tx,
  orgId: string,
  id: string,
  texts: ReadonlyMap<string, string | null>,
): Promise<DecidedHit> {
  const { hit, decisions } = await readHit(tx, orgId, id);
  const shown = decisions.map((row) => ({
    ...toDecision(row, texts.get(row.id) ?? null),
    findings: row.findings,
    ...(row.approval_id === null && { approval: null }),
  }));
  return { ...hit, decisions: shown };
}

/** Returns the newest decisions by the ids of their hits, without findings. @throws the key provider's error */
export async function lastDecisions(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  hitIds: readonly string[],
): Promise<Map<string, LastDecision>> {
  if (hitIds.length === 0) return new Map();
  const rows = await decisionStore.selectLastDecisions(db, orgId, hitIds);
  const [texts, asked] = await Promise.all([
    openTexts(envelopes, orgId, rows),
    askedFor(db, envelopes, orgId, approvalIds(rows)),
  ]);
  return new Map(
    rows.map((row) => {
      const approval = (row.approval_id && asked.get(row.approval_id)) || null;
      return [row.hit_id, { ...toDecision(row, texts.get(row.id) ?? null), approval }];
    }),
  );
}

/** Locks hits until the transaction ends, in the order of their ids; unknown ids are ignored. */
export async function lockHits(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await store.lockHits(
    tx,
    orgId,
    ids.filter((id) => isId(HIT_PREFIX, id)),
  );
}

/** Returns the existing hits with these ids, for records that refer to them; without details of subjects. */
export async function hitFacts(db: Queryable, orgId: string, ids: readonly string[]) {
  const rows = await shownStore.selectHitsById(
    db,
    orgId,
    ids.filter((id) => isId(HIT_PREFIX, id)),
  );
  return rows.map((row) => ({
    id: row.id,
    subjectId: row.subject_id,
    listKind: row.list_kind,
    listId: row.list_id,
    entryId: row.entry_id,
    listedName: row.listed_name,
    status: row.status,
    score: row.score,
    revision: row.revision,
  }));
}

/**
 * Returns, for each of these hits, the open hits of the subject with the same name, date and country on the same
 * entry. Each hit is in only one of these groups.
 * @throws ApiError CONFLICT if there are too many to be decided at once
 */
async function identicalHits(db: Queryable, orgId: string, ids: readonly string[]) {
  const read = await shownStore.selectIdentical(db, orgId, ids, MAX_IDENTICAL + ids.length + 1);
  if (read.filter(({ id }) => !ids.includes(id)).length > MAX_IDENTICAL)
    throw new ApiError(
      'CONFLICT',
      `more than ${MAX_IDENTICAL} identical hits: decide fewer hits at a time`,
    );
  return read;
}

/** Hits that one request for a second person concerns, each with the requested revision. */
export type Together = { hits: Record<string, number> };

/**
 * Returns, for each of these hits, that hit and its identical hits. A request for a second person contains them, and
 * they must be unchanged when the second person decides.
 */
export async function decidedTogether(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, Together>> {
  const own = new Map((await hitFacts(db, orgId, ids)).map((hit) => [hit.id, hit.revision]));
  const together = new Map([...own].map(([id, revision]) => [id, { hits: { [id]: revision } }]));
  for (const { id, revision, like } of await identicalHits(db, orgId, ids))
    for (const one of like) together.get(one)!.hits[id] = revision;
  return together;
}
