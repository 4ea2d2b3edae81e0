/** JSON objects, one a line, of formats that have them. */

import { isObject, type JsonObject } from '../../../../matching/index.ts';

/** Bytes. An entity merged from many sources has hundreds of names and thousands of references. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

/** Entities in entities; a real one has fewer than ten. What is deeper ends the stack of whoever reads it. */
const MAX_DEPTH = 64;

/** PostgreSQL's text can hold neither NUL nor half of a surrogate pair; JSON can escape both. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The reason that a value cannot be stored, if it cannot. */
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

/** The object of a line, or why it has none that can be stored. */
export function parseObject(text: string): JsonObject | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the line is not JSON';
  }
  return isObject(value) ? (problemOf(value) ?? value) : 'the line is not a JSON object';
}
