import { sql, type Insertable, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { HitViews } from '../../../platform/db/types.ts';

export type ViewRow = Selectable<HitViews>;

/** The owner of the views of an organization. */
export const SHARED = '';

/** Lets one transaction at a time save a view of an organization. */
export async function lockViews(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('hit views ' || ${orgId}, 0))`.execute(
    tx,
  );
}

/** Selects the shared views and those of a person or key, by name. */
export async function selectViews(db: Queryable, orgId: string, owner: string): Promise<ViewRow[]> {
  return db
    .selectFrom('hit_views')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('owner', 'in', [SHARED, owner])
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function insertView(tx: Tx, row: Insertable<HitViews>): Promise<void> {
  await tx.insertInto('hit_views').values(row).execute();
}

/** Deletes a view that is shared or belongs to this owner. */
export async function deleteView(
  tx: Tx,
  orgId: string,
  id: string,
  owner: string,
): Promise<{ id: string } | undefined> {
  return tx
    .deleteFrom('hit_views')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('owner', 'in', [SHARED, owner])
    .returning('id')
    .executeTakeFirst();
}
