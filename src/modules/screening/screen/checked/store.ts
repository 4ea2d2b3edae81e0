import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import type { CheckedList } from './schemas.ts';

/** Stores the lists of a version, unless they are stored. */
export async function insertListVersion(
  tx: Tx,
  orgId: string,
  listVersion: string,
  lists: readonly CheckedList[],
): Promise<void> {
  await tx
    .insertInto('screening_list_versions')
    .values({ org_id: orgId, list_version: listVersion, lists: JSON.stringify(lists) })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Returns the lists of a version; undefined if they were not stored. */
export async function selectListVersion(
  db: Queryable,
  orgId: string,
  listVersion: string,
): Promise<CheckedList[] | undefined> {
  const row = await db
    .selectFrom('screening_list_versions')
    .select('lists')
    .where('org_id', '=', orgId)
    .where('list_version', '=', listVersion)
    .executeTakeFirst();
  return row?.lists as CheckedList[] | undefined;
}
