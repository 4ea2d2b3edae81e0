import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import { deadlineNow } from '../concurrency/deadline.ts';
import type { DatabaseScope, TransactionOptions, TransactionWork, Tx } from './database.ts';
import { isUnavailable, UnconfirmedCommit } from './failures.ts';
import { backOffMs, type BackOff } from '../concurrency/back-off.ts';
import { CompiledQuery, sql } from 'kysely';

/** The time for retries of work that costs money. It is enough for a restart of the database. */
export const PAID_RETRY_MS = 15_000;
const BETWEEN_TRIES: BackOff = { firstMs: 250, mostMs: 1000 };

/**
 * Retries while the database is unavailable, for up to `forMs` and until the request's deadline, so `work` may run more
 * than once.
 * @param passes returns true for an error after which to retry
 * @throws the error of `work`, immediately or after the last attempt
 */
export async function retryWhileUnavailable<T>(
  forMs: number,
  work: () => Promise<T>,
  passes: (error: unknown) => boolean = isUnavailable,
): Promise<T> {
  const endsMs = clock.monotonicMs() + forMs;
  for (let failures = 0; ; failures += 1)
    try {
      return await work();
    } catch (error) {
      const pauseMs = backOffMs(failures, BETWEEN_TRIES);
      const triesAt = clock.monotonicMs() + pauseMs;
      if (error instanceof UnconfirmedCommit || !passes(error)) throw error;
      if (triesAt > Math.min(endsMs, deadlineNow()?.endsMs ?? Infinity)) throw error;
      await sleep(pauseMs);
    }
}

/**
 * Runs a transaction for work that costs money, and retries it while the database is unavailable, for up to `forMs`.
 * `work` may run more than once, even after a commit with an unknown outcome. Then it finds its own rows and fails by a
 * constraint, which the caller must handle.
 */
export function retryingTransaction<T>(
  db: DatabaseScope,
  forMs: number,
  work: TransactionWork<T>,
  options?: TransactionOptions,
): Promise<T> {
  return retryWhileUnavailable(forMs, () => db.transaction(work, options));
}

/** Checks repeatedly until the condition is true. @returns false if it takes too long */
export async function until(
  isSo: () => Promise<boolean>,
  { withinMs, everyMs }: { withinMs: number; everyMs: number },
): Promise<boolean> {
  const endMs = clock.monotonicMs() + withinMs;
  while (!(await isSo())) {
    if (clock.monotonicMs() > endMs) return false;
    await sleep(everyMs);
  }
  return true;
}

/**
 * Limits each later wait of the transaction for a lock. After the limit, the wait fails with an error for which
 * `isLockTimeout` is true. To set the limit from the start, use `TransactionOptions`.
 */
export async function limitLockWaits(tx: Tx, ms: number): Promise<void> {
  await tx.executeQuery(lockTimeout(ms));
}

/** True if a statement has waited for a lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03';
}

/** The statement that limits the waits for locks of its transaction. */
export function lockTimeout(ms: number): CompiledQuery {
  return CompiledQuery.raw("SELECT set_config('lock_timeout', $1, true)", [String(ms)]);
}

/** Makes the transaction read-only, with one snapshot for all statements. Must be its first statement. */
export async function readOnlySnapshot(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
}
