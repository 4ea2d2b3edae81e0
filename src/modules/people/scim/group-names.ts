import type { Queryable } from '../../../platform/db/database.ts';
import { isKnown, selectGroupsOf } from './store.ts';

/** Returns the names of a person's groups in SCIM. */
export async function groupNames(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<{ isKnown: boolean; names: string[] }> {
  if (!(await isKnown(db, orgId, userId))) return { isKnown: false, names: [] };
  const groups = await selectGroupsOf(db, orgId, [userId]);
  return { isKnown: true, names: groups.map(({ display_name }) => display_name) };
}
