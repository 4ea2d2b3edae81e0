import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import type { ExportSource } from '../../../platform/export-source.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

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
    WHERE ${isExported(filter, { prefix: SCREENING_PREFIX, at: 'screened_at', state: 'outcome' })}`,
};
