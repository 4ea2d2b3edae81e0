import { AsyncLocalStorage } from 'node:async_hooks';
import { underDeadline } from '../concurrency/deadline.ts';
import type { Parts } from './buckets/two-phase.ts';
import type { Database, Queryable } from './database.ts';

/** Work to run after a transaction has committed; must not throw. */
type AfterCommit = {
  run: (db: Queryable) => void | Promise<void>;
  /**
   * True to run once for each server that took part, with a reader there. Otherwise the work runs once, with a reader
   * of the first server.
   */
  isEach: boolean;
};

/** The state that all code inside a transaction shares. `open` is true until the outcome is decided. */
export type Scope = {
  open: boolean;
  /** Sends BEGIN before the first statement. */
  begin: () => void;
  /** The database in which it began. */
  home: Database;
  /** Its parts in other schemas and on other servers. */
  parts: Parts;
  afterCommit: AfterCommit[];
  /** The last failure of a statement that was not a consequence of an earlier one. */
  failure?: Error | undefined;
};
export const insideTransaction = new AsyncLocalStorage<Scope>();

/** Returns true for "current transaction is aborted": an earlier statement has failed. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02';
}

export function noteFailure(scope: Scope, error: Error): void {
  if (!isConsequence(error)) scope.failure = error;
}

/**
 * Returns the failure that has ended the transaction. When statements are sent together, the caller may first get the
 * error of a statement that failed as a consequence. That error would hide that the database is unavailable, or which
 * constraint was violated.
 */
export function realFailure(scope: Scope, error: unknown): unknown {
  return isConsequence(error) ? (scope.failure ?? error) : error;
}

/**
 * Throws inside an open transaction of this request. There, a second connection, an outbound call or a KMS call can
 * deadlock the pool, and holds row locks while a peer is slow.
 */
export function assertOutsideTransaction(what: string): void {
  if (insideTransaction.getStore()) throw new Error(`${what} inside a transaction`);
}

/**
 * Runs `work` after the open transaction has committed, and never if it rolls back or the process dies first. For
 * notifications and caches, not for effects. `Database.transaction` awaits it.
 */
export function afterCommit(run: AfterCommit['run']): void {
  add({ run, isEach: false });
}

/**
 * Runs `work` in the same way, but once for each server that took part, with a reader there. It is for notifications,
 * which stay on a server.
 */
export function afterCommitOnEachServer(run: AfterCommit['run']): void {
  add({ run, isEach: true });
}

/** Runs the work of `afterCommit`. No deadline applies: the transaction has committed, even if its request is late. */
export function runAfterCommit({ afterCommit: works, home, parts }: Scope): Promise<void> {
  return underDeadline(undefined, async () => {
    for (const { run, isEach } of works)
      for (const { read } of isEach ? parts.places : [home]) await run(read);
  });
}

function add(work: AfterCommit): void {
  const scope = insideTransaction.getStore();
  if (!scope) throw new Error('afterCommit outside a transaction');
  scope.afterCommit.push(work);
}
