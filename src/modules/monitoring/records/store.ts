import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { DecisionRow } from '../hits/decisions/store.ts';
import { SHOWN, type ShownHit } from '../hits/shown/store.ts';
import type { SubjectRow } from '../subjects/store.ts';

/** Selects hits by their ids, in the order of ids. */
export async function selectHits(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<ShownHit[]> {
  return db
    .selectFrom('screening_hits')
    .select(SHOWN)
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
}

/** Selects the newest decisions on each of these hits, at most `most`, oldest first. */
export async function selectDecisions(
  db: Queryable,
  orgId: string,
  hitIds: readonly string[],
  most: number,
): Promise<(DecisionRow & { hit_id: string })[]> {
  const { rows } = await sql<DecisionRow & { hit_id: string }>`
    SELECT d.* FROM unnest(${arrayText([...hitIds])}::text[]) AS h (id) CROSS JOIN LATERAL (
      SELECT hit_id, id, decision, reason, envelope, reason_id, reason_code, approval_id, hit_revision, entry_revision,
        findings, on_behalf_of, actor_id, api_key_id, decided_at
      FROM screening_decisions WHERE org_id = ${orgId} AND hit_id = h.id ORDER BY id DESC LIMIT ${most}) AS d
    ORDER BY d.hit_id, d.id`.execute(db);
  return rows;
}

/** Selects enrolled subjects by their ids. */
export async function selectSubjects(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<SubjectRow[]> {
  return db
    .selectFrom('screening_subjects')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject_id', '=', anyOf(ids))
    .orderBy('subject_id')
    .execute();
}
