/** The way that a write is committed whose request has no idempotency key. */
import { type Database, type DatabaseScope, type Tx } from '../db/database.ts';
import { violatedConstraint } from '../db/failures.ts';
import { GroupCommit, type WriteAll } from '../db/group-commit.ts';
import { PAID_RETRY_MS, retryingTransaction } from '../background/retry.ts';
import type { RecordedAnswer } from '../idempotency/idempotency.ts';
import type { AnyRoute } from './route.ts';

/**
 * The time in which a write is tried again; an answer of others, who are not asked again by itself, has to get into the
 * database.
 */
function retryForMs(route: AnyRoute): number {
  return route.method !== 'GET' && !('handleQuery' in route) && route.prepareTimeoutMs
    ? PAID_RETRY_MS
    : 0;
}

/** One request's transaction, without an idempotency key. */
export function runAlone(
  db: DatabaseScope,
  route: AnyRoute,
  effect: (tx: Tx) => Promise<RecordedAnswer>,
): Promise<RecordedAnswer> {
  let said: RecordedAnswer | undefined;
  const work = async (tx: Tx) => (said = await effect(tx));
  return retryingTransaction(db, retryForMs(route), work).catch((error: unknown) => {
    // An earlier try has committed, and the connection was lost before it could say so.
    if (said && violatedConstraint(error)?.endsWith('_pkey')) return said;
    throw error;
  });
}

export type GroupedRoute = Extract<AnyRoute, { writeAll: unknown }>;

/** For each bucket one of each function that writes, whatever the number of its routes. */
export type Groups = WeakMap<Database, Map<WriteAll<unknown>, GroupCommit<unknown>>>;

/** The group commit of the route's writes; undefined when each has a transaction of its own. */
export function groupOf(
  route: AnyRoute,
  db: Database,
  groups: Groups,
): GroupCommit<unknown> | undefined {
  if (!('writeAll' in route)) return undefined;
  let own = groups.get(db);
  if (!own) groups.set(db, (own = new Map()));
  let group = own.get(route.writeAll);
  if (!group) {
    group = new GroupCommit(db, retryForMs(route), route.writeAll);
    own.set(route.writeAll, group);
  }
  return group;
}
