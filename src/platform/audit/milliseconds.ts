import { sql, type RawBuilder } from 'kysely';

/**
 * Milliseconds since 1970. A time that is finer, infinite or before Christ becomes a text that no time written by Oriki
 * has.
 */
export function milliseconds(column: string): RawBuilder<string> {
  return sql<string>`trim_scale(extract(epoch FROM ${sql.ref(column)}) * 1000)::text`;
}
