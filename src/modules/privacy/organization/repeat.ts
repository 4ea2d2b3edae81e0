/** Repeats at a start the erasures of organizations that a restored backup has brought back. */
import type { Database } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { organizationIds } from '../../tenants/index.ts';
import { continueNow } from '../continuing.ts';
import { continueLeaving, type LeaveTools } from './erase.ts';
import * as store from './store.ts';

/**
 * @param db any database of the installation
 * @returns the number of erasures that were not done
 * @throws if one cannot be repeated now: the process must not serve
 */
export async function repeatLeaving(
  db: Database,
  tools: Omit<LeaveTools, 'db'>,
  signal?: AbortSignal,
): Promise<number> {
  const listed = await tools.list.readOrganizations();
  if (listed.length === 0) return 0;
  const known = new Set(await organizationIds(db.read));
  const { done: marked } = await tools.list.ids();
  let repeated = 0;
  for (const { id, organizationId: orgId, requestedBy, requestedAt } of listed) {
    if (!known.has(orgId)) continue;
    const own = await databaseOf(db, orgId);
    const row = {
      org_id: orgId,
      id,
      requested_by: requestedBy,
      requested_at: new Date(requestedAt),
      repeated: true,
    };
    const isNew = await own.transaction((tx) => store.insertLeaving(tx, row));
    const leaving = (await store.selectLeaving(own.read, orgId))!;
    // An erasure that was never done runs in the worker.
    if (!isNew && !leaving.repeated && !marked.has(id)) continue;
    await continueNow(
      () => continueLeaving({ ...tools, db: own }, orgId, signal),
      () => store.delay(own.read, leaving),
      signal,
    );
    repeated += 1;
  }
  return repeated;
}
