import { sql } from 'kysely';
import { isExported, sealable } from '../../../platform/db/lists/exported.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { JOB_PREFIX } from '../jobs/schemas.ts';

/** The best hit of a screening. */
const BEST = sql.raw('s.hits->0');

/** Results of jobs: the job, followed by the columns of a bulk screening. */
export const screeningJobsExport: ExportSource = {
  description:
    'One row for each finished row of the screening jobs’ files. The range applies to the creation of the job; `service` selects a job by its id.',
  columns: exportColumns({
    jobId: ['code', 'Id of the job.'],
    line: ['integer', 'Line of the file at which the row begins.'],
    ref: ['text', 'The id of the person or thing, as in the file.'],
    outcome: ['code', '`clear`, `review`, `block` or `invalid`.'],
    hitCount: ['integer', 'Number of hits in `hits`.'],
    listKind: ['code', 'Kind of the list of the best hit.'],
    source: ['text', 'Source of its list.'],
    entryId: ['text', 'Id of its entry.'],
    score: ['decimal', 'Its score.'],
    matchedName: ['text', 'The name of the entry that matched best.'],
    hits: ['text', 'All hits as JSON, as in the API.', 'content'],
    screeningId: ['code', 'Id of the screening; null if `invalid`.'],
    reason: ['text', 'The reason if it is `invalid`; otherwise the unused parts of the row.'],
  }),
  order: ['jobId', 'line'],
  query: (filter) => {
    const { orgId } = filter;
    const job = { id: 'r.job_id', at: 'j.created_at', prefix: JOB_PREFIX, state: 'r.job_id' };
    const hits = sealable(filter, {
      clear: sql`s.hits::text`,
      id: sql`s.id`,
      envelope: sql`s.content_envelope`,
    });
    return sql`SELECT r.job_id AS "jobId", r.line, coalesce(s.subject_id, r.ref) AS ref,
        coalesce(s.outcome, 'invalid') AS outcome, json_array_length(s.hits) AS "hitCount",
        ${BEST}->>'listKind' AS "listKind", ${BEST}->>'source' AS source, ${BEST}->>'entryId' AS "entryId",
        (${BEST}->>'score')::numeric AS score, ${BEST}->>'matchedName' AS "matchedName", ${hits} AS hits,
        r.screening_id AS "screeningId", r.reason
      FROM screening_job_rows r
      JOIN screening_jobs j ON j.org_id = ${orgId} AND j.id = r.job_id
      LEFT JOIN screenings s ON s.org_id = ${orgId} AND s.id = r.screening_id
      WHERE ${isExported(filter, { org: 'r.org_id', ...job })}`;
  },
};
