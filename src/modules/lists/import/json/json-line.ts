/** Reads formats with one JSON object per line. */

import { isObject, type JsonObject } from '../../../../matching/index.ts';

/** Maximum number of bytes: an entity merged from many sources has hundreds of names and thousands of references. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

/**
 * The maximum nesting of entities; real ones have fewer than ten levels. Deeper ones would overflow a reader's stack.
 */
const MAX_DEPTH = 64;

/** PostgreSQL's text cannot store NUL or half of a surrogate pair; JSON can escape both. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns the reason why a value cannot be stored; undefined if it can. */
function problemOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string')
    return isStorable(value)
      ? undefined
      : 'the line contains a NUL character or half of a character';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return 'the line is nested too deeply';
  for (const [key, item] of Object.entries(value)) {
    const problem = problemOf(key) ?? problemOf(item, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the object of a line, or the reason why it has none that can be stored. */
export function parseObject(text: string): JsonObject | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the line is not JSON';
  }
  return isObject(value) ? (problemOf(value) ?? value) : 'the line is not a JSON object';
}
