import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** From here on the transaction sees one moment, and changes nothing. Must be its first statement. */
export async function readOnlySnapshot(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
}
