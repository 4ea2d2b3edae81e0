import type { Queryable } from '../../../platform/db/database.ts';
import type { Hit, Outcome } from '../../screening/index.ts';

export type StoredResult = {
  id: string;
  outcome: Outcome;
  hits: Hit[];
  list_version: string;
  screened_at: Date;
  content_envelope: string | null;
};

/** Selects which of these screenings were stored. */
export async function selectStored(
  db: Queryable,
  orgId: string,
  ids: string[],
): Promise<StoredResult[]> {
  const rows = await db
    .selectFrom('screenings')
    .select(['id', 'outcome', 'hits', 'list_version', 'screened_at', 'content_envelope'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute();
  return rows as unknown as StoredResult[];
}
