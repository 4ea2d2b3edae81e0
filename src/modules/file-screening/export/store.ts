import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import type { ExportSource } from '../../../platform/export-source.ts';
import { JOB_PREFIX } from '../jobs/schemas.ts';

/** The best hit of a screening. */
const BEST = sql.raw('s.hits->0');

/** Results of jobs: the job, followed by the columns of a bulk screening. */
export const screeningJobsExport: ExportSource = {
  description:
    'One row for each finished row of the screening jobs’ files. The range applies to the creation of the job; `service` selects a job by its id.',
  columns: [
    { name: 'jobId', type: 'code', description: 'Id of the job.' },
    { name: 'line', type: 'integer', description: 'Line of the file at which the row begins.' },
    { name: 'ref', type: 'text', description: 'The id of the person or thing, as in the file.' },
    { name: 'outcome', type: 'code', description: '`clear`, `review`, `block` or `invalid`.' },
    { name: 'hitCount', type: 'integer', description: 'Number of hits in `hits`.' },
    { name: 'listKind', type: 'code', description: 'Kind of the list of the best hit.' },
    { name: 'source', type: 'text', description: 'Source of its list.' },
    { name: 'entryId', type: 'text', description: 'Id of its entry.' },
    { name: 'score', type: 'decimal', description: 'Its score.' },
    { name: 'matchedName', type: 'text', description: 'The name of the entry that matched best.' },
    { name: 'hits', type: 'text', description: 'All hits as JSON, as in the API.' },
    { name: 'screeningId', type: 'code', description: 'Id of the screening; null if `invalid`.' },
    {
      name: 'reason',
      type: 'text',
      description: 'The reason if it is `invalid`; otherwise the unused parts of the row.',
    },
  ],
  order: ['jobId', 'line'],
  query: (filter) => {
    const { orgId } = filter;
    const job = { id: 'r.job_id', at: 'j.created_at', prefix: JOB_PREFIX, state: 'r.job_id' };
    return sql`SELECT r.job_id AS "jobId", r.line, coalesce(s.subject_id, r.ref) AS ref,
        coalesce(s.outcome, 'invalid') AS outcome, json_array_length(s.hits) AS "hitCount",
        ${BEST}->>'listKind' AS "listKind", ${BEST}->>'source' AS source, ${BEST}->>'entryId' AS "entryId",
        (${BEST}->>'score')::numeric AS score, ${BEST}->>'matchedName' AS "matchedName", s.hits::text AS hits,
        r.screening_id AS "screeningId", r.reason
      FROM screening_job_rows r
      JOIN screening_jobs j ON j.org_id = ${orgId} AND j.id = r.job_id
      LEFT JOIN screenings s ON s.org_id = ${orgId} AND s.id = r.screening_id
      WHERE ${isExported(filter, { org: 'r.org_id', ...job })}`;
  },
};
