import { CompiledQuery, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * From now on, the transaction waits at most this long for a lock, and then fails with an error for which
 * `isLockTimeout` is true. To set it from the start, use `TransactionOptions`.
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
