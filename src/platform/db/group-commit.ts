import { Batcher } from '../background/batcher.ts';
import { type Database, type LastStatement, type Tx } from './database.ts';
import { isUnavailable, violatedConstraint } from './failures.ts';
import { isLockTimeout } from './lock-timeout.ts';
import { inTraceScope, traceScope, type TraceScope } from '../observability/tracing.ts';
import { retryingTransaction } from '../background/retry.ts';

/** The most items of one transaction: bounds its size, and how long the first waits for the last. */
const MAX_ITEMS = 200;
/** Nobody waits longer for a lock in company: the others may be of other organizations. */
const LOCK_TIMEOUT_MS = 100;

/** The way that items are left to a later transaction, which they share only with others that have the same key. */
export type Leaving<T> = {
  leave: (item: T, key: string) => void;
  /** Tells whether all items have one key: they may be left all but the first, and what they need is waited for. */
  waits: boolean;
};

/**
 * Writes all of the items, but those that it leaves, or throws and writes none; without `last` nothing may be left for
 * it, and without `leaving` no item.
 */
export type WriteAll<T> = (
  tx: Tx,
  items: T[],
  last?: LastStatement,
  leaving?: Leaving<T>,
) => Promise<void>;

type Waiting<T> = {
  item: T;
  scope: TraceScope | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
};

/**
 * Writes of several requests at the same time, in one transaction: one BEGIN, one statement a table and one flush of
 * the log instead of one each (group commit: DeWitt et al., "Implementation techniques for main memory database
 * systems", 1984). What comes while one is under way is the next. Items need nothing of each other: where one fails, or
 * waits for a lock, all of its transaction are written again, each alone, so that it holds nobody else up. A writer
 * that knows which items would wait, and for what, leaves those: one transaction at a time waits for each key.
 */
export class GroupCommit<T> {
  readonly #db: Database;
  readonly #forMs: number;
  readonly #writeAll: WriteAll<T>;
  readonly #waiting = new Batcher<Waiting<T>>(MAX_ITEMS, (batch) =>
    inTraceScope(batch[0]!.scope, batch.length === 1, () => this.#commit(batch)),
  );
  /** Items that were left over, by key. */
  readonly #left = new Map<string, Batcher<Waiting<T>>>();

  /**
   * @param forMs how long it is tried while the database cannot be asked; 0: once, as a writer needs that leaves items
   * @param writeAll inserts rows with ids that are new with each item: only so is it certain that finding one there
   *   means that an earlier try has committed
   */
  constructor(db: Database, forMs: number, writeAll: WriteAll<T>) {
    this.#db = db;
    this.#forMs = forMs;
    this.#writeAll = writeAll;
  }

  /** Resolves once the item is committed. @throws what writing it alone throws */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add({ item, scope: traceScope(), resolve, reject });
    });
  }

  /** Adds an item to those that share a key, which are written one batch after the other, too. */
  #addLeft(key: string, item: Waiting<T>): void {
    let left = this.#left.get(key);
    if (!left) {
      left = new Batcher<Waiting<T>>(
        MAX_ITEMS,
        (batch) =>
          inTraceScope(batch[0]!.scope, batch.length === 1, () => this.#commit(batch, true)),
        () => this.#left.delete(key),
      );
      this.#left.set(key, left);
    }
    left.add(item);
  }

  async #commit(batch: Waiting<T>[], waits = false): Promise<void> {
    const tries = { count: 0 };
    const left = new Map<T, string>();
    const leaving = { waits, leave: (item: T, key: string) => void left.set(item, key) };
    try {
      await this.#write(
        batch.map(({ item }) => item),
        tries,
        waits ? undefined : LOCK_TIMEOUT_MS,
        leaving,
      );
      for (const waiting of batch) {
        const key = left.get(waiting.item);
        if (key === undefined) waiting.resolve();
        else this.#addLeft(key, waiting);
      }
    } catch (error) {
      const isFinal = isUnavailable(error) || (batch.length === 1 && !isLockTimeout(error));
      if (isFinal) for (const { reject } of batch) reject(error);
      // The next items do not wait for those.
      else
        for (const { item, scope, resolve, reject } of batch)
          void inTraceScope(scope, true, () =>
            // The last try of all has not committed, but one before it may have.
            this.#write([item], { count: tries.count - 1 }),
          ).then(resolve, reject);
    }
  }

  /** @param tries of these items, which it counts on */
  async #write(
    items: T[],
    tries: { count: number },
    lockTimeoutMs?: number,
    leaving?: Leaving<T>,
  ): Promise<void> {
    try {
      await retryingTransaction(
        this.#db,
        this.#forMs,
        (tx, last) => {
          tries.count += 1;
          return this.#writeAll(tx, items, last, leaving);
        },
        { lockTimeoutMs },
      );
    } catch (error) {
      const isThere = tries.count > 1 && violatedConstraint(error)?.endsWith('_pkey') === true;
      // All of them, because they were one transaction: an earlier try has committed and could not say so.
      if (!isThere) throw error;
    }
  }
}
