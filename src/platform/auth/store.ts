import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sharedOf } from '../db/places.ts';

/**
 * Makes transactions of one organization take turns: those that take rights away from a person, and those that use the rights of
 * their caller to let others in. A transaction takes it before it reads those rights, and holds it to its end.
 * @param orgId the organization of the caller; `platform` for operators
 */
export async function lockRights(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('rights ' || ${orgId}, 0))`.execute(
    sharedOf(tx),
  );
}
