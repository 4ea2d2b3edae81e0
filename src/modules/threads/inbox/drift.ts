import type { Queryable } from '../../../platform/db/database.ts';
import * as store from './store.ts';

export type { Drift } from './store.ts';

/**
 * Recounts everything that is kept counted of an organization's threads, from its messages and marks. Takes some
 * seconds for a million messages: `db` must allow a statement that long.
 * @returns what is not as it should be, at most `limit`; anything is a defect
 */
export async function findDrift(db: Queryable, orgId: string, limit = 100): Promise<store.Drift[]> {
  return store.selectDrift(db, orgId, limit);
}
