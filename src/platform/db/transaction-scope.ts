import { AsyncLocalStorage } from 'node:async_hooks';
import type { Parts } from './buckets/two-phase.ts';
import type { Database, Queryable } from './database.ts';

/** Work for once a transaction has committed; must not throw. */
type AfterCommit = {
  run: (db: Queryable) => void | Promise<void>;
  /** Runs once for each server that took part, with a reader there; otherwise once, with a reader of the first. */
  isEach: boolean;
};

/** The state that everything inside a transaction carries; `open` until its outcome is being decided. */
export type Scope = {
  open: boolean;
  /** The database in which it began. */
  home: Database;
  /** Its parts in other schemas, and on other servers. */
  parts: Parts;
  afterCommit: AfterCommit[];
  /** The answer as it would have been before the change, for the log of what was done. */
  before?: object;
  /** The last failure of a statement that was not just the consequence of one before it. */
  failure?: Error | undefined;
};
export const insideTransaction = new AsyncLocalStorage<Scope>();

/** "current transaction is aborted": a statement before this one has failed. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02';
}

export function noteFailure(scope: Scope, error: Error): void {
  if (!isConsequence(error)) scope.failure = error;
}

/**
 * The failure that has ended the transaction. Of statements that travel together, one that was only refused because of
 * it can reach the caller first, and would hide that the database is unavailable, or which constraint was violated.
 */
export function realFailure(scope: Scope, error: unknown): unknown {
  return isConsequence(error) ? (scope.failure ?? error) : error;
}

/**
 * Throws when called while this request's transaction is open. A second connection, an outbound call or a
 * KMS call inside a transaction can deadlock the pool and holds row locks for as long as a peer is slow.
 */
export function assertOutsideTransaction(what: string): void {
  if (insideTransaction.getStore()) throw new Error(`${what} inside a transaction`);
}

/**
 * Runs `work` after the transaction that is open here has committed, and never if it rolls back or the
 * process dies first: for wake-ups and caches, not for effects. `Database.transaction` waits for it.
 */
export function afterCommit(run: AfterCommit['run']): void {
  add({ run, isEach: false });
}

/** The same, once for each server that took part, with a reader there: for notifications, which stay on a server. */
export function afterCommitOnEachServer(run: AfterCommit['run']): void {
  add({ run, isEach: true });
}

function add(work: AfterCommit): void {
  const scope = insideTransaction.getStore();
  if (!scope) throw new Error('afterCommit outside a transaction');
  scope.afterCommit.push(work);
}
