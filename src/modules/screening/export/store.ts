import { sql } from 'kysely';
import { isWithin } from '../../../platform/db/lists/keyset.ts';
import type { ExportFilter, ExportSource } from '../../../platform/export-source.ts';
import { DECISION_PREFIX, HIT_PREFIX } from '../../monitoring/hits/schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';
import { JOB_PREFIX } from '../../file-screening/jobs/schemas.ts';

/** Rows of the organization and range; `state` is the column that `service` selects by. */
function selected(
  { orgId, from, to, service }: ExportFilter,
  {
    org = 'org_id',
    id = 'id',
    prefix,
    at,
    state,
  }: { org?: string; id?: string; prefix: string; at: string; state: string },
) {
  const range = { ...(from && { from }), ...(to && { to }) };
  const found = [sql`${sql.ref(org)} = ${orgId}`, isWithin({ id, at, prefix }, range)];
  if (service !== undefined) found.push(sql`${sql.ref(state)} = ${service}`);
  return sql.join(found, sql` AND `);
}

export const screeningsExport: ExportSource = {
  description:
    'One row for each screening, as it was returned. The range applies to its time; `service` selects an outcome.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the screening.' },
    { name: 'screenedAt', type: 'timestamp', description: 'When it was stored.' },
    { name: 'subjectId', type: 'text', description: 'Your id of the person or merchant.' },
    { name: 'name', type: 'text', description: 'The name in the query.' },
    { name: 'aliases', type: 'text', description: 'Further names, as JSON.' },
    { name: 'dob', type: 'text', description: 'The date of birth in the query.' },
    { name: 'country', type: 'text', description: 'The country in the query.' },
    { name: 'kinds', type: 'text', description: 'Kinds of lists, as JSON.' },
    { name: 'threshold', type: 'decimal', description: 'Lowest score of a hit.' },
    { name: 'outcome', type: 'code', description: '`clear`, `review` or `block`.' },
    { name: 'hitCount', type: 'integer', description: 'Number of hits in `hits`.' },
    { name: 'hits', type: 'text', description: 'All hits as JSON, as in the API.' },
    { name: 'listVersion', type: 'text', description: 'The state of the lists.' },
  ],
  order: ['id'],
  query: (filter) => sql`SELECT id, screened_at AS "screenedAt", subject_id AS "subjectId",
      query->>'name' AS name, query->>'aliases' AS aliases, query->>'dob' AS dob, query->>'country' AS country,
      query->>'kinds' AS kinds, (query->>'threshold')::numeric AS threshold, outcome,
      json_array_length(hits) AS "hitCount", hits::text AS hits, list_version AS "listVersion"
    FROM screenings
    WHERE ${selected(filter, { prefix: SCREENING_PREFIX, at: 'screened_at', state: 'outcome' })}`,
};

export const hitsExport: ExportSource = {
  description:
    'One row for each hit of a subject, in its current state. The range applies to the time when it was first found; `service` selects a status.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the hit.' },
    { name: 'subjectId', type: 'text', description: 'Your id of the person or merchant.' },
    { name: 'listKind', type: 'code', description: 'Kind of the list.' },
    { name: 'listId', type: 'text', description: 'Id of the list.' },
    { name: 'entryId', type: 'text', description: 'Id of the entry.' },
    {
      name: 'listRevision',
      type: 'integer',
      description: 'Revision of the list with the compared entry.',
    },
    {
      name: 'status',
      type: 'code',
      description: '`open`, `true_match`, `false_positive` or `closed`.',
    },
    { name: 'score', type: 'decimal', description: '0 to 100, at the last comparison.' },
    { name: 'reopenedBecause', type: 'code', description: 'The cause of its return, if any.' },
    {
      name: 'closedBecause',
      type: 'code',
      description: 'The cause of its end; null unless `closed`.',
    },
    {
      name: 'match',
      type: 'text',
      description: 'The match as JSON, as in the API; null once the subject is deleted.',
    },
    { name: 'revision', type: 'integer', description: 'Grows with each change of the hit.' },
    { name: 'createdAt', type: 'timestamp', description: 'When it was first found.' },
    { name: 'updatedAt', type: 'timestamp', description: 'When it last changed.' },
  ],
  order: ['id'],
  query: (
    filter,
  ) => sql`SELECT id, subject_id AS "subjectId", list_kind AS "listKind", list_id AS "listId",
      entry_id AS "entryId", entry_revision AS "listRevision", status, score::numeric AS score,
      reopened_because AS "reopenedBecause", closed_because AS "closedBecause", (match::jsonb - 'listRevision')::text AS match, revision,
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM screening_hits
    WHERE ${selected(filter, { prefix: HIT_PREFIX, at: 'created_at', state: 'status' })}`,
};

/** The rows of decisions; their sealed cells are opened elsewhere. */
export const decisionRows: Omit<ExportSource, 'open'> = {
  description:
    'One row for each decision on a hit, including those that no longer apply. The range applies to its time; `service` selects a decision.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the decision.' },
    { name: 'hitId', type: 'code', description: 'Id of the hit.' },
    { name: 'decision', type: 'code', description: '`true_match` or `false_positive`.' },
    {
      name: 'reason',
      type: 'text',
      sealed: true,
      description: 'The reason; null if none was given, and once the subject is deleted.',
    },
    { name: 'decidedBy', type: 'text', description: 'Id of the person or key that decided.' },
    { name: 'onBehalfOf', type: 'text', description: 'The person that the caller named.' },
    { name: 'apiKeyId', type: 'text', description: 'The API key; null for a person.' },
    { name: 'decidedAt', type: 'timestamp', description: 'When it was decided.' },
    {
      name: 'findings',
      type: 'text',
      description: 'The match as JSON when it was decided; null once the subject is deleted.',
    },
    {
      name: 'askedBy',
      type: 'text',
      description:
        'Id of the person or key that asked for a second person; null where one person decided.',
    },
    {
      name: 'askedReason',
      type: 'text',
      sealed: true,
      description: 'The asker’s reason; null if none was given, and once the subject is deleted.',
    },
  ],
  order: ['id'],
  query(filter) {
    const named = { id: 'd.id', prefix: DECISION_PREFIX, at: 'd.decided_at', state: 'd.decision' };
    // The id that an envelope is bound to, or nothing before a text in the clear.
    return sql`SELECT d.id, d.hit_id AS "hitId", d.decision,
        CASE WHEN d.envelope IS NULL THEN ':' || nullif(d.reason, '')
          ELSE coalesce(d.reason_id, d.id) || ':' || d.envelope END AS reason,
        coalesce(d.actor_id, d.api_key_id) AS "decidedBy", d.on_behalf_of AS "onBehalfOf", d.api_key_id AS "apiKeyId",
        d.decided_at AS "decidedAt", (d.findings::jsonb - 'listRevision')::text AS findings, a.asked_by AS "askedBy",
        a.id || ':' || a.envelope AS "askedReason"
      FROM screening_decisions d LEFT JOIN approvals a ON a.org_id = ${filter.orgId} AND a.id = d.approval_id
      WHERE ${selected(filter, { org: 'd.org_id', ...named })}`;
  },
};

/** The best hit of a screening. */
const BEST = sql.raw('s.hits->0');

/** The results of jobs: the columns of a bulk screening's, behind the job. */
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
      WHERE ${selected(filter, { org: 'r.org_id', ...job })}`;
  },
};
