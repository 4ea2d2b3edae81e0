/** Empties the hits of a subject and the decisions on them, in parts. The rows stay: they prove that matches were reviewed. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';

export async function emptyDecisions(
  tx: Tx,
  { orgId, subjectId, limit }: Erasing,
): Promise<Erased> {
  const { rows } = await sql`
    UPDATE screening_decisions AS d SET reason = NULL FROM (
      SELECT t.id FROM screening_hits h JOIN screening_decisions t ON t.org_id = h.org_id AND t.hit_id = h.id
      WHERE h.org_id = ${orgId} AND ${hasExternalId({ column: 'h.subject_id', orgId, id: subjectId })}
        AND (t.reason IS NOT NULL OR t.envelope IS NOT NULL OR t.findings IS NOT NULL) LIMIT ${limit}
    ) AS due WHERE d.org_id = ${orgId} AND d.id = due.id RETURNING 1`.execute(tx);
  return { count: rows.length };
}

/** @returns the ids of the hits */
export async function emptyHits(tx: Tx, { orgId, subjectId, limit }: Erasing): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE screening_hits AS h SET status = 'closed', closed_because = coalesce(closed_because, 'subject_deleted'),
      match = NULL, subject_hash = NULL, entry_hash = NULL, decision = NULL, decided_subject_hash = NULL,
      decided_entry_hash = NULL, decided_measures = NULL, revision = revision + 1, updated_at = statement_timestamp()
    FROM (
      SELECT id FROM screening_hits WHERE org_id = ${orgId} AND ${hasExternalId({ column: 'subject_id', orgId, id: subjectId })}
        AND (status <> 'closed' OR num_nonnulls(match, subject_hash, entry_hash, decision, decided_subject_hash, decided_entry_hash,
          decided_measures) > 0)
      ORDER BY id LIMIT ${limit} FOR UPDATE
    ) AS due WHERE h.org_id = ${orgId} AND h.id = due.id RETURNING h.id`.execute(tx);
  return rows.map(({ id }) => id);
}
