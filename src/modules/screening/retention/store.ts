import { sql } from 'kysely';
import { clock } from '../../../platform/clock.ts';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  agedPart,
  countAged,
  deletedRows,
  removedIn,
  seenAnd,
  type AgedRows,
} from '../../../platform/db/lists/aged/due-rows.ts';
import type {
  Due,
  Part,
  RecordClasses,
  Removed,
} from '../../../platform/db/lists/aged/record-class.ts';
import { LISTED, NO_EXPLANATION } from '../screen/content/schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

const SCREENINGS: AgedRows = {
  table: 'screenings',
  prefix: SCREENING_PREFIX,
  at: 't.screened_at',
  subject: 't.subject_id',
};
const NAMED: AgedRows = {
  ...SCREENINGS,
  // An earlier version that works next to this one removes only names in the clear.
  where: sql`(t.query->>'namesRemovedAt' IS NULL OR t.content_envelope IS NOT NULL)`,
};

/** Empties the questions of a part, the words of the name in its hits, and titles. */
async function emptyNames(tx: Tx, part: Part): Promise<Removed> {
  const now = clock.now().toISOString();
  const result = await sql`
    WITH ${agedPart(NAMED, part)}, emptied AS (
      UPDATE screenings AS s SET title_envelope = NULL, content_envelope = NULL,
        query = json_build_object('name', '', 'dob', NULL, 'country', NULL, 'kinds', query->'kinds',
          'threshold', query->'threshold', 'limit', query->'limit', 'namesRemovedAt', ${now}::text),
        hits = (
          SELECT coalesce(json_agg(listed.members || ${JSON.stringify(NO_EXPLANATION)}::jsonb ORDER BY hit.n), '[]')
          FROM json_array_elements(s.hits) WITH ORDINALITY AS hit (value, n)
          CROSS JOIN LATERAL (
            SELECT coalesce(jsonb_object_agg(key, value), '{}') AS members FROM jsonb_each(hit.value::jsonb)
            WHERE key = ${anyOf(LISTED)}
          ) AS listed)
      FROM due WHERE s.org_id = ${part.orgId} AND s.id = due.id RETURNING s.id
    )
    SELECT ${seenAnd(sql`SELECT id FROM emptied ORDER BY id`)}`.execute(tx);
  return removedIn(result, part);
}

export const retention: RecordClasses = {
  screenings: {
    title: 'Screenings',
    days: 1826,
    reason: 'Rules against money laundering ask for evidence of each check for five years.',
    remains: 'The audit row of the request, and the counts of usage.',
    ...deletedRows(SCREENINGS),
  },
  screening_names: {
    title: 'Names in screenings',
    days: 1826,
    reason: 'The name is a part of that evidence.',
    remains: 'The screening with its outcome, lists, scores and listed parties.',
    count: (db: Queryable, due: Due) => countAged(db, NAMED, due),
    remove: emptyNames,
  },
};
