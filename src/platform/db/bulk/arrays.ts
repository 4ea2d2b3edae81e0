import { sql, type RawBuilder } from 'kysely';

/** A value of an array. */
export type Element = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

function element(value: Element): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  if (typeof value !== 'string')
    return value instanceof Date ? `"${value.toISOString()}"` : String(value);
  // Most values need no escape, and testing for one is cheaper than a replacement.
  return value.includes('"') || value.includes('\\')
    ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : `"${value}"`;
}

/**
 * A one-dimensional array in PostgreSQL's text format (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO),
 * for statements with hundreds of rows. The driver's own conversion takes several times as long.
 */
export function arrayText(values: readonly Element[]): string {
  return `{${values.map(element).join(',')}}`;
}

/** Returns any of these texts, for the right side of `=`. The statement has one parameter for any number of texts. */
export function anyOf(texts: readonly string[] | ReadonlySet<string>): RawBuilder<string> {
  return sql`ANY (${arrayText([...texts])}::text[])`;
}

/**
 * Works like `anyOf`, for the array parameter of a frequent statement. The planner cannot see the number of texts, so
 * one plan serves all calls; `anyOf` costs a new plan for each call.
 */
export function anyIn(array: RawBuilder<string>): RawBuilder<string> {
  return sql`ANY ((SELECT ${array}::text[])::text[])`;
}

/**
 * Returns an array parameter of texts whose length the planner cannot see. If PostgreSQL sees the length, it prefers a
 * new plan for each call to a generic one. It then spends more on planning a long statement than on running it.
 */
export function textArray(values: readonly (string | null)[]): RawBuilder<string[]> {
  return sql`(SELECT ${arrayText(values)}::text[])`;
}
