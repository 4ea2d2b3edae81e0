import { sql, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { FinalStatement, Queryable } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import { NEWEST_ID, selectPage, isWithin, type Range } from '../../../platform/db/lists/keyset.ts';
import type { Screenings } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';
import { SCREENING_PREFIX } from './schemas.ts';

export type ScreeningRow = Selectable<Screenings>;

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

export async function selectScreening(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ScreeningRow | undefined> {
  return db
    .selectFrom('screenings')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectOutcomes(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('screenings')
    .select(['id', 'outcome as state'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`ANY (${arrayText(ids)}::text[])`)
    .execute();
}

const MADE = { id: 'id', at: 'screened_at', prefix: SCREENING_PREFIX };

/** Newest first, without the hits themselves. */
export async function selectScreenings(
  db: Queryable,
  orgId: string,
  filter: { subjectId?: string; outcome?: string } & Range,
  page: Page,
) {
  let query = db.selectFrom('screenings').where('org_id', '=', orgId);
  if (filter.subjectId !== undefined)
    query = query
      .where('subject_id', 'is not', null)
      .where(hasExternalId('subject_id', filter.subjectId));
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  query = query.where(isWithin(MADE, filter));
  const shown = query
    .select([
      'id',
      'subject_id',
      'query',
      'outcome',
      'list_version',
      'screened_at',
      'title_envelope',
    ])
    .select(sql<number>`json_array_length(hits)`.as('hit_count'));
  return selectPage(db, { shown, counted: query }, NEWEST_ID, page);
}
