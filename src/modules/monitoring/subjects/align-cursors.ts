/** Aligns the places of rescreening runs with the lists that an enrolment has screened. */
import type { Tx } from '../../../platform/db/database.ts';
import type { ListRevision } from '../../lists/index.ts';
import { insertCursors, insertMonitoring, redoFrom, selectCursors } from '../rescreening/store.ts';

/**
 * Ensures that neither this screening nor rescreening runs miss a change. The caller's lock prevents runs from starting
 * until the subjects are committed. If a run has begun with a later revision than the screening saw, the list is
 * screened again. A list deleted in the meantime also gets a cursor, so that its hits are closed.
 */
export async function alignCursors(
  tx: Tx,
  orgId: string,
  listRevisions: ListRevision[],
): Promise<void> {
  const isFirst = await insertMonitoring(tx, orgId);
  const cursors = new Map((await selectCursors(tx, orgId)).map((row) => [row.list_id, row]));
  // All enrolments use the same order, so that two of them do not wait for each other.
  const inOrder = <T extends { listId: string }>(lists: T[]): T[] =>
    lists.toSorted((a, b) => (a.listId < b.listId ? -1 : 1));
  const seen = inOrder(
    listRevisions.map(({ id, revision, stamp, global }) => {
      return { listId: id, revision, stamp: global ? stamp : null };
    }),
  );
  await insertCursors(
    tx,
    orgId,
    // If other subjects are enrolled, a list without a cursor is new to them.
    seen
      .filter(({ listId }) => !cursors.has(listId))
      .map((one) => (isFirst ? one : { ...one, revision: -1, stamp: null })),
  );
  const overtaken = seen.filter(({ listId, revision }) => {
    const cursor = cursors.get(listId);
    return cursor !== undefined && (cursor.target ?? cursor.revision) > revision;
  });
  const known = new Set(seen.map(({ listId }) => listId));
  // Lists that were created after the screening. They were screened before it is stored, perhaps with the subject's
  // former fields.
  const unseen = [...cursors.keys()]
    .filter((listId) => !known.has(listId))
    .map((listId) => ({ listId, revision: -1 }));
  await redoFrom(tx, orgId, inOrder([...overtaken, ...unseen]));
}
