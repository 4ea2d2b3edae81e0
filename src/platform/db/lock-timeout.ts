import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * From here on the transaction waits for a lock for so long at most, and fails then with what `isLockTimeout` tells;
 * from its beginning on: `TransactionOptions`.
 */
export async function limitLockWaits(tx: Tx, ms: number): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);
}

/** Tells whether a statement has waited for a lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03';
}
