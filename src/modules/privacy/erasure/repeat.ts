/** At a start, repeats listed erasures that the database lacks, because it may be a restored backup. */
import type { Database } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { organizationIds } from '../../tenants/index.ts';
import { continueNow } from '../continuing.ts';
import { continueErasure, type EraseTools } from './erase.ts';
import type { ListedErasure } from './list.ts';
import * as store from './store.ts';

function rowOf(listed: ListedErasure) {
  return {
    org_id: listed.organizationId,
    id: listed.id,
    subject_id: listed.subjectId,
    person_id: listed.requestedBy,
    approval_id: listed.approvalId,
    reason_code: listed.reasonCode,
    envelope: null,
    requested_at: new Date(listed.requestedAt),
    repeated: true,
  };
}

/**
 * Returns the erasure in the database that must run for a listed one. The worker runs one that has never been complete.
 * @param wasDone true if the erasure was complete once, so the database is an older backup
 */
async function toRun(
  db: Database,
  listed: ListedErasure,
  wasDone: boolean,
): Promise<store.ErasureRow | undefined> {
  const { organizationId: orgId, id, subjectId } = listed;
  const known = await store.selectErasure(db.read, orgId, id);
  if (known) return known.repeated || wasDone ? known : undefined;
  await db.transaction((tx) => store.insertErasure(tx, rowOf(listed)));
  // The unique index allows one erasure in progress for each subject.
  return store.selectRunning(db.read, orgId, subjectId);
}

/**
 * @param db any database of the installation
 * @returns the number of erasures that were not done
 * @throws if one cannot be repeated now; the process must then not serve
 */
export async function repeatErasures(
  db: Database,
  tools: Omit<EraseTools, 'db'>,
  signal?: AbortSignal,
): Promise<number> {
  // A restored store of keys, or a copy, may have them.
  await tools.subjectKeys?.destroyAgain(await tools.list.readKeys());
  const listed = await tools.list.read();
  if (listed.length === 0) return 0;
  const known = new Set(await organizationIds(db.read));
  const { done: marked } = await tools.list.ids();
  let repeated = 0;
  for (const [orgId, erasures] of Map.groupBy(listed, (one) => one.organizationId)) {
    if (!known.has(orgId)) continue;
    const own = await databaseOf(db, orgId);
    const ids = erasures.map(({ id }) => id);
    const done = new Set(await store.selectDone(own.read, orgId, ids));
    // Versions before the marks have listed some.
    for (const id of done) if (!marked.has(id)) await tools.list.markDone(id);
    for (const one of erasures.filter(({ id }) => !done.has(id))) {
      signal?.throwIfAborted();
      const row = await toRun(own, one, marked.has(one.id));
      if (!row) continue;
      await continueNow(
        () => continueErasure({ ...tools, db: own }, orgId, row.id, signal),
        () => store.delay(own.read, row),
        signal,
      );
      repeated += 1;
    }
  }
  return repeated;
}
