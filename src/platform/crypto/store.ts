import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** Stores the value if none is stored yet and returns the one that is. */
export async function installationValue(
  db: Queryable,
  name: string,
  value: string,
): Promise<string> {
  await sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO NOTHING`.execute(db);
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
