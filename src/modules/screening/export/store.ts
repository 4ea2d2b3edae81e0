import { sql, type RawBuilder } from 'kysely';
import { isExported, sealable } from '../../../platform/db/lists/exported.ts';
import {
  exportColumns,
  type ExportFilter,
  type ExportSource,
} from '../../../platform/export-source.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

/** Selects a cell of a content. */
function content(filter: ExportFilter, clear: RawBuilder<unknown>): RawBuilder<unknown> {
  return sealable(filter, { clear, id: sql`id`, envelope: sql`content_envelope` });
}

export const screeningsExport: ExportSource = {
  description:
    'One row for each screening, as it was returned. The range applies to its time; `service` selects an outcome.',
  columns: exportColumns({
    id: ['code', 'Id of the screening.'],
    screenedAt: ['timestamp', 'When it was stored.'],
    subjectId: ['text', 'Your id of the person or merchant.'],
    name: ['text', 'The name in the query.', 'content'],
    aliases: ['text', 'Further names, as JSON.', 'content'],
    dob: ['text', 'The date of birth in the query.', 'content'],
    country: ['text', 'The country in the query.', 'content'],
    kinds: ['text', 'Kinds of lists, as JSON.'],
    threshold: ['decimal', 'Lowest score of a hit.'],
    outcome: ['code', '`clear`, `review` or `block`.'],
    hitCount: ['integer', 'Number of hits in `hits`.'],
    hits: ['text', 'All hits as JSON, as in the API.', 'content'],
    listVersion: ['text', 'The state of the lists.'],
  }),
  order: ['id'],
  query: (filter) => sql`SELECT id, screened_at AS "screenedAt", subject_id AS "subjectId",
      ${content(filter, sql`query->>'name'`)} AS name, ${content(filter, sql`query->>'aliases'`)} AS aliases,
      ${content(filter, sql`query->>'dob'`)} AS dob, ${content(filter, sql`query->>'country'`)} AS country,
      query->>'kinds' AS kinds, (query->>'threshold')::numeric AS threshold, outcome,
      json_array_length(hits) AS "hitCount", ${content(filter, sql`hits::text`)} AS hits, list_version AS "listVersion"
    FROM screenings
    WHERE ${isExported(filter, { prefix: SCREENING_PREFIX, at: 'screened_at', state: 'outcome' })}`,
};
