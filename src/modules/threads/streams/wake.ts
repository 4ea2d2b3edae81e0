import type { Queryable } from '../../../platform/db/database.ts';
import { afterCommit } from '../../../platform/db/transaction-scope.ts';
import { sendNotification } from './store.ts';

/** Least time between two notifications of one process: each takes a lock of the whole database at commit. */
const DEBOUNCE_MS = 50;

type Pending = { again: boolean };
const pendingOf = new WeakMap<Queryable, Pending>();

function notify(db: Queryable, pending: Pending): void {
  pending.again = false;
  // What is lost here is found when the log is read next.
  sendNotification(db).catch(() => {});
  setTimeout(() => {
    if (pending.again) notify(db, pending);
    else pendingOf.delete(db);
  }, DEBOUNCE_MS).unref();
}

/** Notifies the streams of all processes, once the open transaction has committed, that inboxes have changed. */
export function notifyInboxChanged(): void {
  afterCommit((db) => {
    const pending = pendingOf.get(db);
    if (pending) pending.again = true;
    else {
      const first = { again: false };
      pendingOf.set(db, first);
      notify(db, first);
    }
  });
}
