import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** Stores the value if none is stored yet and returns the one that is. */
export async function installationValue(
  db: Queryable,
  name: string,
  value: string,
): Promise<string> {
  const stored = db.selectFrom('installation').select('value').where('name', '=', name);
  // Nothing is written where it is known: the database may take no writes.
  const known = await stored.executeTakeFirst();
  if (known) return known.value;
  await sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO NOTHING`.execute(db);
  return (await stored.executeTakeFirstOrThrow()).value;
}
