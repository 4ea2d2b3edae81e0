import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sharedOf } from '../db/places.ts';

/**
 * Serializes transactions of one organization: those that take rights from a person, and those that use their caller's
 * rights to admit others. A transaction takes the lock before it reads those rights, and holds it to its end.
 * @param orgId the organization of the caller; `platform` for operators
 */
export async function lockRights(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('rights ' || ${orgId}, 0))`.execute(
    sharedOf(tx),
  );
}
