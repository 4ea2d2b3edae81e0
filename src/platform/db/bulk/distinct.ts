import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../database.ts';

/**
 * Selects the distinct values of a column in each organization, without null, with one index step for each value.
 * @param where the condition of the index, which begins with the organization and the column
 */
export async function distinctValues(
  db: Queryable,
  { table, column, where }: { table: string; column: string; where: RawBuilder<unknown> },
): Promise<{ orgId: string; value: string }[]> {
  const [from, value] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ orgId: string; value: string }>`
    WITH RECURSIVE org (id) AS (
      (SELECT org_id FROM ${from} WHERE ${where} ORDER BY org_id LIMIT 1)
      UNION ALL
      SELECT next.org_id FROM org CROSS JOIN LATERAL
        (SELECT org_id FROM ${from} WHERE ${where} AND org_id > org.id ORDER BY org_id LIMIT 1) AS next
    ), found (org_id, value) AS (
      SELECT org.id, first.value FROM org CROSS JOIN LATERAL
        (SELECT ${value} AS value FROM ${from} WHERE ${where} AND org_id = org.id AND ${value} IS NOT NULL
         ORDER BY ${value} LIMIT 1) AS first
      UNION ALL
      SELECT found.org_id, next.value FROM found CROSS JOIN LATERAL
        (SELECT ${value} AS value FROM ${from} WHERE ${where} AND org_id = found.org_id AND ${value} > found.value
         ORDER BY ${value} LIMIT 1) AS next
    )
    SELECT org_id AS "orgId", value FROM found`.execute(db);
  return rows;
}
