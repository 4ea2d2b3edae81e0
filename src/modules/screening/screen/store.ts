import { sql } from 'kysely';
import { compiled, type Given } from '../../../platform/db/bulk/compiled.ts';
import { givenRows } from '../../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';

export type NewScreening = {
  orgId: string;
  id: string;
  subjectId: string | null;
  /** JSON texts. */
  query: string;
  hits: string;
  outcome: string;
  listVersion: string;
  screenedAt: Date;
  /** The sealed content; null for one in the clear. */
  contentEnvelope: string | null;
};

const COUNT_SCREENINGS = countingAtOnce({
  from: sql`inserted`,
  at: sql`screened_at`,
  service: sql.lit('screening'),
  metric: sql.lit('screenings'),
});

const COLUMNS = {
  orgId: 'text',
  id: 'text',
  subjectId: 'text',
  outcome: 'text',
  listVersion: 'text',
  screenedAt: 'timestamptz',
} as const;

/** Builds the statement that inserts screenings. */
function inserting(
  given: Given<readonly NewScreening[]>,
  columns: Partial<Record<keyof NewScreening, 'text' | 'timestamptz'>>,
) {
  const { names, values } = givenRows(given, (screenings) => screenings, columns);
  // In a PostgreSQL array every quote in them would have to be escaped.
  const jsons = (pick: (row: NewScreening) => string) =>
    given((screenings) => `[${screenings.map(pick).join(',')}]`);
  return sql`
    WITH inserted AS (
      INSERT INTO screenings (${names}, query, hits, counted)
      SELECT t.*, true FROM ROWS FROM (
        ${values},
        json_array_elements(${jsons((s) => s.query)}::json),
        json_array_elements(${jsons((s) => s.hits)}::json)) AS t
      RETURNING org_id, id, screened_at
    )
    ${COUNT_SCREENINGS}`;
}
const insertingClear = compiled<readonly NewScreening[]>((given) => inserting(given, COLUMNS));
const insertingSealed = compiled<readonly NewScreening[]>((given) =>
  inserting(given, { ...COLUMNS, contentEnvelope: 'text' }),
);

/** Returns the statement that inserts screenings of any organizations. */
export function insertionOf(rows: readonly NewScreening[]) {
  const isSealed = rows.some(({ contentEnvelope }) => contentEnvelope !== null);
  return isSealed ? insertingSealed(rows) : insertingClear(rows);
}
