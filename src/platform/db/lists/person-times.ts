import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/**
 * Returns a function that reads when a person has done something, for limits per day: the times since one, at most `limit`, the
 * newest first.
 * @param table has the columns `org_id` and `person_id`
 * @param column the column with the time
 */
export function personTimes(table: string, column: string) {
  const at = sql.ref(column);
  return async (
    db: Queryable,
    orgId: string,
    personId: string,
    { since, limit }: { since: Date; limit: number },
  ): Promise<Date[]> => {
    const { rows } = await sql<{ at: Date }>`
      SELECT ${at} AS at FROM ${sql.table(table)}
      WHERE org_id = ${orgId} AND person_id = ${personId} AND ${at} > ${since}
      ORDER BY ${at} DESC LIMIT ${limit}`.execute(db);
    return rows.map((row) => row.at);
  };
}
