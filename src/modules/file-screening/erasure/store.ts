import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';

/** Empties the texts of a subject's rows in files. The rows themselves stay, because jobs count them. */
export async function eraseJobRows(tx: Tx, { orgId, subjectId, limit }: Erasing): Promise<Erased> {
  const is = (column: string) => hasExternalId({ column, orgId, id: subjectId });
  const { rows } = await sql`
    UPDATE screening_job_rows AS r SET ref = NULL, reason = CASE WHEN r.screening_id IS NULL THEN '' END
    FROM (
      SELECT t.job_id, t.line FROM screenings s
      JOIN screening_job_rows t ON t.org_id = s.org_id AND t.screening_id = s.id AND t.reason IS NOT NULL
      WHERE s.org_id = ${orgId} AND ${is('s.subject_id')}
      UNION ALL
      SELECT job_id, line FROM screening_job_rows WHERE org_id = ${orgId} AND ref IS NOT NULL AND ${is('ref')}
      LIMIT ${limit}
    ) AS due WHERE r.org_id = ${orgId} AND r.job_id = due.job_id AND r.line = due.line
    RETURNING 1`.execute(tx);
  return { count: rows.length };
}
