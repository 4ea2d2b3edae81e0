import { sql, type RawBuilder, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { hasExternalId, sameAs } from '../../../platform/db/lists/external-ids.ts';
import {
  NEWEST_ID,
  selectPage,
  isWithin,
  type Range,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { Screenings } from '../../../platform/db/types.ts';
import { rowById } from '../../../platform/db/lists/row-by-id.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

export type ScreeningRow = Selectable<Screenings>;

/** Returns the column with the last withdrawal of a consent of the subject. */
function withdrawnBy(withdrawal: RawBuilder<Date | null>) {
  return withdrawal.as('consent_withdrawn_at');
}

/** @returns false if there is no such screening */
export async function updateTitle(
  tx: Tx,
  orgId: string,
  id: string,
  envelope: string | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('screenings')
    .set({ title_envelope: envelope })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the titles of a subject's screenings. @returns false if there were none */
export async function eraseTitles(tx: Tx, orgId: string, subjectId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screenings')
    .set({ title_envelope: null })
    .where('org_id', '=', orgId)
    .where(hasExternalId({ column: 'subject_id', orgId, id: subjectId }))
    .where('title_envelope', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Selects the subject of a screening. */
export async function selectSubject(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('screenings')
    .select('subject_id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.subject_id;
}

/** Selects the given screenings that have a title. */
export async function selectTitles(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('screenings')
    .select(['id', 'title_envelope'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .where('title_envelope', 'is not', null)
    .execute();
}

export async function selectScreening(
  db: Queryable,
  orgId: string,
  id: string,
  withdrawal: RawBuilder<Date | null>,
) {
  return rowById(db, 'screenings', orgId, id).select(withdrawnBy(withdrawal)).executeTakeFirst();
}

export async function selectOutcomes(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('screenings')
    .select(['id', 'outcome as state'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}

const MADE = { id: 'id', at: 'screened_at', prefix: SCREENING_PREFIX };

/** Newest first, without the hits. */
export async function selectScreenings(
  db: Queryable,
  orgId: string,
  filter: { subjectId?: string; outcome?: string } & Range,
  page: Page,
  withdrawal: RawBuilder<Date | null>,
) {
  let query = db.selectFrom('screenings').where('org_id', '=', orgId);
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
      'content_envelope',
    ])
    .select([sql<number>`json_array_length(hits)`.as('hit_count'), withdrawnBy(withdrawal)]);
  const same = sameAs('subject_id', orgId, filter.subjectId);
  return selectPage(db, { shown, counted: query, same }, NEWEST_ID, page);
}
