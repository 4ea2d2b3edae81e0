/** Hits with their subjects and all decisions on them, for records that are read without Oriki. */
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { toHit } from '../hits/hits.ts';
import { openWhole } from '../hits/reasons.ts';
import type { DecisionRow } from '../hits/decisions/store.ts';
import type { Subject } from '../subjects/schemas.ts';
import { toSubjects } from '../subjects/subjects.ts';
import type { DecisionRecord, HitRecord } from './schemas.ts';
import * as store from './store.ts';

const MOST_DECISIONS = 100;

async function toRecord(
  envelopes: Envelopes,
  orgId: string,
  row: DecisionRow,
): Promise<DecisionRecord> {
  return {
    id: row.id,
    decision: row.decision as DecisionRecord['decision'],
    reason: await openWhole(envelopes, orgId, row),
    reasonCode: row.reason_code,
    findings: row.findings,
    // Decisions without a recorded actor belong to their keys.
    decidedBy: (row.actor_id ?? row.api_key_id)!,
    onBehalfOf: row.on_behalf_of,
    apiKeyId: row.api_key_id,
    decidedAt: row.decided_at.toISOString(),
    listRevision: row.entry_revision,
    hitRevision: row.hit_revision,
    approvalId: row.approval_id,
  };
}

/** Returns hits by their ids, with their decisions. @throws the key provider's error */
export async function hitRecords(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  ids: readonly string[],
): Promise<HitRecord[]> {
  if (ids.length === 0) return [];
  const [hits, decisions] = await Promise.all([
    store.selectHits(db, orgId, ids),
    store.selectDecisions(db, orgId, ids, MOST_DECISIONS),
  ]);
  const opened = await openAll(decisions, async (row) => ({
    hitId: row.hit_id,
    record: await toRecord(envelopes, orgId, row),
  }));
  const byHit = Map.groupBy(opened, ({ hitId }) => hitId);
  return hits.map((row) => ({
    ...toHit(row),
    decisions: byHit.get(row.id)?.map(({ record }) => record) ?? [],
  }));
}

/** Returns the enrolled subjects among these. */
export async function subjectsById(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<Subject[]> {
  return toSubjects(db, orgId, await store.selectSubjects(db, orgId, ids));
}
