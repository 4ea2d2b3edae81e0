import type { Database, Tx } from '../../../platform/db/database.ts';
import { noteChange } from '../../live/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import { beginChange, changeEvents } from '../changes/change.ts';
import { recordChanges } from '../changes/store.ts';
import { deleteEnded, selectOrgsWithEnded } from './store.ts';

/** The maximum number of organizations of a run, and of objects of each kind that one change removes. */
const MAX_ORGS = 100;
const MAX_REMOVED = 500;

/** Removes everything that has ended, as one change. @returns the number of removed things */
async function removeOf(tx: Tx, orgId: string): Promise<number> {
  const change = await beginChange(tx, orgId);
  const assignments = await deleteEnded(tx, orgId, 'permission_assignments', MAX_REMOVED);
  const relationships = await deleteEnded(tx, orgId, 'permission_relationships', MAX_REMOVED);
  const ids = [...assignments, ...relationships];
  if (ids.length === 0) return 0;
  const removed = [
    ...assignments.map((id) => ({ kind: 'assignment' as const, id })),
    ...relationships.map((id) => ({ kind: 'relationship' as const, id })),
  ];
  const counts = { assignments: -assignments.length, relationships: -relationships.length };
  await recordChanges(tx, change, removed, counts, false);
  await noteChange(tx, orgId, 'permission', ids);
  await outboxAll(tx, [
    ...changeEvents(change, 'assignment', assignments, 'deleted'),
    ...changeEvents(change, 'relationship', relationships, 'deleted'),
  ]);
  return ids.length;
}

/** Removes ended assignments and relationships, with their events. They have had no effect since their end. */
export async function removeEnded(db: Database, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const orgId of await selectOrgsWithEnded(db.read, MAX_ORGS))
    for (let some = MAX_REMOVED; some >= MAX_REMOVED && !signal.aborted; removed += some)
      some = await db.transaction((tx) => removeOf(tx, orgId));
  return removed;
}
