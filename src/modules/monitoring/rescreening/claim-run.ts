import { LEASE_MS } from '../../../platform/background/lease.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { isSame } from '../../../platform/db/buckets/history.ts';
import { newId } from '../../../platform/ids.ts';
import { type ListRevision, selectImportedAt, selectListRevisions } from '../../lists/index.ts';
import { openedKinds } from '../../../matching/index.ts';
import * as store from './store.ts';

/**
 * A rescreening run: the changes of one list after `from` and up to `to`, screened against all subjects of an
 * organization.
 */
export type Claim = {
  orgId: string;
  listId: string;
  holder: string;
  /** Undefined if the list was deleted. */
  list: ListRevision | undefined;
  from: number;
  to: number;
  /** Stamp of `to`, if the list is global. */
  toStamp: string | null;
  afterSubject: string;
};

/**
 * Returns true if a list has had the version of a cursor. A global list is on another server, which may have lost this
 * version and have reused its revision.
 */
async function wasAt(
  tx: Tx,
  list: ListRevision,
  revision: number,
  stamp: string | null,
): Promise<boolean> {
  if (!list.global || revision <= 0 || stamp === null) return true;
  if (isSame(list, { revision, stamp })) return true;
  return (
    revision < list.revision &&
    (await selectImportedAt(tx, list.id, { revision, stamp })) !== undefined
  );
}

/**
 * Starts a rescreening run, or continues one that another process has left.
 * @returns undefined if there is no work, or another process has the run
 */
export async function claim(
  db: Database,
  { orgId, listId }: store.Due,
): Promise<Claim | undefined> {
  return db.transaction(async (tx) => {
    // Enrolments that began before this run are committed now, so the run sees their subjects.
    await store.lockEnrolments(tx, orgId, 'exclusive');
    const lists = await selectListRevisions(tx, orgId, openedKinds(undefined));
    const list = lists.find((listRevision) => listRevision.id === listId);
    if (list) await store.insertCursors(tx, orgId, [{ listId, revision: -1, stamp: null }]);
    const cursor = await store.lockFreeCursor(tx, orgId, listId);
    if (!cursor) return undefined;
    const holder = newId('rescreening');
    const lease = { holder, ms: LEASE_MS };
    const claimed = { orgId, listId, holder };
    if (!list) {
      await store.leaseCursor(tx, orgId, listId, lease, {});
      return { ...claimed, list, from: 0, to: 0, toStamp: null, afterSubject: '' };
    }
    const { target, target_stamp: targetStamp } = cursor;
    if (target !== null && (await wasAt(tx, list, target, targetStamp))) {
      await store.leaseCursor(tx, orgId, listId, lease, {});
      const { revision: from, after_subject: afterSubject } = cursor;
      return { ...claimed, list, from, to: target, toStamp: targetStamp, afterSubject };
    }
    const isKnown = target === null && (await wasAt(tx, list, cursor.revision, cursor.stamp));
    const from = isKnown ? Math.min(cursor.revision, cursor.redo_from ?? cursor.revision) : -1;
    const to = list.revision;
    if (from >= to) return undefined;
    const toStamp = list.global ? list.stamp : null;
    const begun = { revision: from, stamp: from === cursor.revision ? cursor.stamp : null };
    const aim = { target: to, target_stamp: toStamp, after_subject: '', redo_from: null };
    await store.leaseCursor(tx, orgId, listId, lease, { ...begun, ...aim });
    return { ...claimed, list, from, to, toStamp, afterSubject: '' };
  });
}
