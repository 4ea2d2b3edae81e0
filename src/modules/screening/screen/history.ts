import type { Queryable } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import type { Hit, Outcome, ScreeningSummary, StoredQuery, StoredScreening } from './schemas.ts';
import { SCREENING_PREFIX } from './screening.ts';
import { selectScreening, selectScreenings, type ScreeningRow } from './store.ts';

type SummaryRow = Pick<
  ScreeningRow,
  'id' | 'screened_at' | 'list_version' | 'outcome' | 'subject_id' | 'query'
>;

function common(row: SummaryRow) {
  const { federated, ...query } = row.query as StoredQuery;
  return {
    screeningId: row.id,
    screenedAt: row.screened_at.toISOString(),
    listVersion: row.list_version,
    outcome: row.outcome as Outcome,
    subjectId: row.subject_id,
    query,
    ...(federated && { federated }),
  };
}

/** As it was answered, also when list and entries are gone. @throws ApiError NOT_FOUND */
export async function getScreening(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<StoredScreening> {
  const row = isId(SCREENING_PREFIX, id) ? await selectScreening(db, orgId, id) : undefined;
  if (!row) throw notFound('screening');
  return { ...common(row), hits: row.hits as unknown as Hit[] };
}

/** Newest first. */
export async function listScreenings(
  db: Queryable,
  orgId: string,
  query: { subjectId?: string; outcome?: string; page?: number; limit?: number },
) {
  const page = appliedPage(query);
  const { rows, total } = await selectScreenings(db, orgId, query, page);
  const items: ScreeningSummary[] = rows.map((row) => ({
    ...common(row),
    hitCount: row.hit_count,
  }));
  return toPage(items, total, page);
}
