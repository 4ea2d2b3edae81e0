/** Empties the hits of a subject and the decisions on them, in parts. The rows stay: they prove that matches were reviewed. */
import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
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

/** Also replaces the subject's id by that of the hit. @returns the ids of the hits */
export async function emptyHits(tx: Tx, { orgId, subjectId, limit }: Erasing): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE screening_hits AS h SET status = 'closed', closed_because = coalesce(closed_because, 'subject_deleted'),
      subject_id = h.id, match = NULL, subject_hash = NULL, entry_hash = NULL, decision = NULL, decided_subject_hash = NULL,
      decided_entry_hash = NULL, decided_measures = NULL, revision = revision + 1, updated_at = statement_timestamp()
    FROM (
      SELECT id FROM screening_hits WHERE org_id = ${orgId} AND ${hasExternalId({ column: 'subject_id', orgId, id: subjectId })}
      ORDER BY id LIMIT ${limit} FOR UPDATE
    ) AS due WHERE h.org_id = ${orgId} AND h.id = due.id RETURNING h.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  // Decisions that were committed while this waited for the hits.
  await sql`UPDATE screening_decisions SET reason = NULL
    WHERE org_id = ${orgId} AND hit_id = ${anyOf(ids)}
      AND (reason IS NOT NULL OR envelope IS NOT NULL OR findings IS NOT NULL)`.execute(tx);
  return ids;
}
