import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';

/** Selects the setting of an organization; null if it never sealed contents. */
export async function selectSealing(
  db: Queryable,
  orgId: string,
): Promise<boolean | null | undefined> {
  const { rows } = await sql<{ seals_content: boolean | null }>`
    SELECT seals_content FROM organizations WHERE id = ${orgId}`.execute(sharedOf(db));
  return rows[0]?.seals_content;
}

/** Selects the organizations that seal contents. */
export async function selectSealingIds(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM organizations WHERE seals_content ORDER BY id`.execute(sharedOf(db));
  return rows.map(({ id }) => id);
}
