import { Batcher } from '../../concurrency/batcher.ts';
import { deadlineNow, earliest, underDeadline, type Deadline } from '../../concurrency/deadline.ts';
import { type Database, type LastStatement, type Tx } from '../database.ts';
import { isUnavailable, violatedConstraint } from '../failures.ts';
import { confirmCommits } from '../session/confirm.ts';
import { inTraceScope, traceScope, type TraceScope } from '../../observability/tracing.ts';
import { retryingTransaction, isLockTimeout } from '../retry.ts';

/** The maximum number of items of one transaction. It limits the size, and the first item's wait for the last. */
const MAX_ITEMS = 200;
/** The longest wait for a lock in a shared transaction, because the other items may belong to other organizations. */
const LOCK_TIMEOUT_MS = 100;

/** Defers items to a later transaction, which contains only items with the same key. */
export type Leaving<T> = {
  leave: (item: T, key: string) => void;
  /**
   * True if all items have the same key. The transaction then waits for locks, and may leave all items but the first.
   */
  waits: boolean;
};

/**
 * Writes all items except those that it leaves, or throws and writes none. Without `last`, the writer may not add a
 * last statement. Without `leaving`, it may not leave an item.
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
  deadline: Deadline | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
};

/**
 * Writes of concurrent requests in one transaction: one BEGIN, one statement per table and one flush of the log,
 * instead of one each (group commit: DeWitt et al., "Implementation techniques for main memory database systems",
 * 1984). Items that arrive during a transaction form the next one. Items are independent. If one fails or waits for a
 * lock, all items of its transaction are written again, each alone, so it delays no other item. If a writer knows which
 * items would wait, it returns them with a key. Later transactions write these, one at a time for each key.
 */
export class GroupCommit<T> {
  readonly #db: Database;
  readonly #forMs: number;
  readonly #writeAll: WriteAll<T>;
  readonly #waiting = new Batcher<Waiting<T>>(MAX_ITEMS, (batch) =>
    inTraceScope(batch[0]!.scope, batch.length === 1, () => this.#commitInTime(batch)),
  );
  /** Leftover items, by key. */
  readonly #left = new Map<string, Batcher<Waiting<T>>>();

  /**
   * @param forMs how long to retry while the database is unavailable; 0 tries once, as a writer that leaves items
   * requires
   * @param writeAll inserts rows with ids that are new for each item. Only then does an existing id prove that an
   * earlier attempt has committed.
   */
  constructor(db: Database, forMs: number, writeAll: WriteAll<T>) {
    this.#db = db;
    this.#forMs = forMs;
    this.#writeAll = writeAll;
  }

  /** Resolves once the item is committed. @throws the error of writing the item alone */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add({ item, scope: traceScope(), deadline: deadlineNow(), resolve, reject });
    });
  }

  /** Adds an item to the batches of its key, which are written one after the other. */
  #addLeft(key: string, item: Waiting<T>): void {
    let left = this.#left.get(key);
    if (!left) {
      left = new Batcher<Waiting<T>>(
        MAX_ITEMS,
        (batch) =>
          inTraceScope(batch[0]!.scope, batch.length === 1, () => this.#commitInTime(batch, true)),
        () => this.#left.delete(key),
      );
      this.#left.set(key, left);
    }
    left.add(item);
  }

  /** A batch has the time that is left to each of its requests. */
  #commitInTime(batch: Waiting<T>[], waits = false): Promise<void> {
    const first = earliest(batch.map(({ deadline }) => deadline));
    return underDeadline(first, () => this.#commit(batch, waits));
  }

  async #commit(batch: Waiting<T>[], waits: boolean): Promise<void> {
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
      // The next items do not wait for the leftover ones.
      else
        for (const { item, scope, deadline, resolve, reject } of batch)
          void underDeadline(deadline, () =>
            inTraceScope(scope, true, () =>
              // The last attempt with all items has not committed, but an earlier one may have.
              this.#write([item], { count: tries.count - 1 }),
            ),
          ).then(resolve, reject);
    }
  }

  /** @param tries earlier attempts for these items; this call adds to them */
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
      // All items have failed in this way, because they were one transaction: an earlier attempt has committed, but its
      // answer was lost.
      if (!isThere) throw error;
      await confirmCommits(this.#db.read);
    }
  }
}
