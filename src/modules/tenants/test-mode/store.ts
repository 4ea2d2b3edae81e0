import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import { isActive } from '../store.ts';

/** Returns true while an organization has a test key that is neither revoked nor expired. */
export async function hasTestKey(db: Queryable, orgId: string): Promise<boolean> {
  const row = await sharedOf(db)
    .selectFrom('api_keys')
    .select('id')
    .where('org_id', '=', orgId)
    .where('mode', '=', 'test')
    .where(isActive())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Restarts the test mode of a twin: earlier sessions end. */
export async function restartTestMode(tx: Tx, testOrgId: string): Promise<void> {
  await sharedOf(tx)
    .updateTable('organizations')
    .set({ test_since: sql`now()` })
    .where('id', '=', testOrgId)
    .execute();
}
