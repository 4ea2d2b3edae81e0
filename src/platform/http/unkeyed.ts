/** Commits writes of requests without an idempotency key. */
import type { Action } from '../audit/action.ts';
import { writeActions } from '../audit/audit.ts';
import type { Database, DatabaseScope, TransactionWork } from '../db/database.ts';
import { violatedConstraint } from '../db/failures.ts';
import { confirmCommits } from '../db/session/confirm.ts';
import { GroupCommit, type WriteAll } from '../db/batches/group-commit.ts';
import { PAID_RETRY_MS, retryingTransaction } from '../db/retry.ts';
import type { RecordedAnswer } from '../idempotency/idempotency.ts';
import type { AnyRoute } from './route.ts';

/**
 * The time in which a failed write is retried. An answer from an outside party must reach the database, because Oriki does not
 * request it again by itself.
 */
function retryForMs(route: AnyRoute): number {
  return route.method !== 'GET' && !('handleQuery' in route) && route.prepareTimeoutMs
    ? PAID_RETRY_MS
    : 0;
}

/** Runs one request's transaction, without an idempotency key. */
export function runAlone(
  db: DatabaseScope,
  route: AnyRoute,
  effect: TransactionWork<RecordedAnswer>,
): Promise<RecordedAnswer> {
  let said: RecordedAnswer | undefined;
  const work: TransactionWork<RecordedAnswer> = async (tx, last) => (said = await effect(tx, last));
  return retryingTransaction(db, retryForMs(route), work).catch(async (error: unknown) => {
    // An earlier attempt has committed, and the connection was lost before it could report the commit.
    if (!said || !violatedConstraint(error)?.endsWith('_pkey')) throw error;
    await confirmCommits(db.read);
    return said;
  });
}

export type GroupedRoute = Extract<AnyRoute, { writeAll: unknown }>;

/** The rows of one request of a group. */
type Item = {
  prepared: object;
  /** Returns its audit row once it is written. */
  line: () => Action | undefined;
};

/** One group commit per bucket and writing function, for any number of routes. */
export type Groups = WeakMap<Database, Map<WriteAll<unknown>, GroupCommit<Item>>>;

/** Returns the same function for items with audit rows, which it also writes. */
function withLines(writeAll: WriteAll<unknown>): WriteAll<Item> {
  return async (tx, items, last, leaving) => {
    const itemOf = new Map<unknown, Item>(items.map((item) => [item.prepared, item]));
    const leave = (prepared: unknown, key: string): void => {
      leaving!.leave(itemOf.get(prepared)!, key);
      itemOf.delete(prepared);
    };
    await writeAll(
      tx,
      items.map(({ prepared }) => prepared),
      last,
      leaving && { ...leaving, leave },
    );
    const lines = [...itemOf.values()].flatMap(({ line }) => line() ?? []);
    await writeActions(tx, lines, last);
  };
}

/** The group commit of the route's writes; undefined when each write has its own transaction. */
export function groupOf(
  route: AnyRoute,
  db: Database,
  groups: Groups,
): GroupCommit<Item> | undefined {
  if (!('writeAll' in route)) return undefined;
  let own = groups.get(db);
  if (!own) groups.set(db, (own = new Map()));
  let group = own.get(route.writeAll);
  if (!group) {
    group = new GroupCommit(db, retryForMs(route), withLines(route.writeAll));
    own.set(route.writeAll, group);
  }
  return group;
}
