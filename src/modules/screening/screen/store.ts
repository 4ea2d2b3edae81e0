import { sql } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { FinalStatement } from '../../../platform/db/database.ts';

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
};

const COUNT_SCREENINGS = countingAtOnce({
  from: sql`inserted`,
  at: sql`screened_at`,
  service: sql.lit('screening'),
  metric: sql.lit('screenings'),
});

/** The statement that inserts screenings, of any organizations. */
export function insertionOf(screenings: NewScreening[]): FinalStatement {
  const { names, values } = rowsOf(screenings, {
    orgId: 'text',
    id: 'text',
    subjectId: 'text',
    outcome: 'text',
    listVersion: 'text',
    screenedAt: 'timestamptz',
  });
  // In an array of PostgreSQL every quote in them would have to be escaped.
  const jsons = (pick: (row: NewScreening) => string) => `[${screenings.map(pick).join(',')}]`;
  return (tx) =>
    sql`
    WITH inserted AS (
      INSERT INTO screenings (${names}, query, hits, counted)
      SELECT t.*, true FROM ROWS FROM (
        ${values},
        json_array_elements(${jsons((s) => s.query)}::json),
        json_array_elements(${jsons((s) => s.hits)}::json)) AS t
      RETURNING org_id, id, screened_at
    )
    ${COUNT_SCREENINGS}`.compile(tx);
}
