import { sql, type RawBuilder } from 'kysely';

/** Milliseconds since 1970; whatever is finer, infinite or before Christ has a text that no date of ours has. */
export function milliseconds(column: string): RawBuilder<string> {
  return sql<string>`trim_scale(extract(epoch FROM ${sql.ref(column)}) * 1000)::text`;
}
