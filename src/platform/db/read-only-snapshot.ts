import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Makes the transaction read-only, with one snapshot for all statements. Must be its first statement. */
export async function readOnlySnapshot(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
}
