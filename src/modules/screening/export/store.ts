import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

export const screeningsExport: ExportSource = {
  description:
    'One row for each screening, as it was returned. The range applies to its time; `service` selects an outcome.',
  columns: exportColumns({
    id: ['code', 'Id of the screening.'],
    screenedAt: ['timestamp', 'When it was stored.'],
    subjectId: ['text', 'Your id of the person or merchant.'],
    name: ['text', 'The name in the query.'],
    aliases: ['text', 'Further names, as JSON.'],
    dob: ['text', 'The date of birth in the query.'],
    country: ['text', 'The country in the query.'],
    kinds: ['text', 'Kinds of lists, as JSON.'],
    threshold: ['decimal', 'Lowest score of a hit.'],
    outcome: ['code', '`clear`, `review` or `block`.'],
    hitCount: ['integer', 'Number of hits in `hits`.'],
    hits: ['text', 'All hits as JSON, as in the API.'],
    listVersion: ['text', 'The state of the lists.'],
  }),
  order: ['id'],
  query: (filter) => sql`SELECT id, screened_at AS "screenedAt", subject_id AS "subjectId",
      query->>'name' AS name, query->>'aliases' AS aliases, query->>'dob' AS dob, query->>'country' AS country,
      query->>'kinds' AS kinds, (query->>'threshold')::numeric AS threshold, outcome,
      json_array_length(hits) AS "hitCount", hits::text AS hits, list_version AS "listVersion"
    FROM screenings
    WHERE ${isExported(filter, { prefix: SCREENING_PREFIX, at: 'screened_at', state: 'outcome' })}`,
};
