/** Counts the elements of a request's arrays and the members of its objects. */
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../errors/index.ts';
import { shownName, unknownField } from '../nearest.ts';

/** The maximum number of problems that an answer reports for one request. */
export const MAX_DETAILS = 20;

type Schema = {
  type?: string | string[];
  items?: Schema;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  maxProperties?: number;
};

function isOf({ type }: Schema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

/** True for a value that has elements or members. */
function hasParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * @throws at boot when a request schema does not limit a count, because validation could then take an unlimited time
 */
export function assertBounded(schema: TSchema, where: string): void {
  const { items, maxItems, properties, additionalProperties, maxProperties } = schema as Schema;
  if (isOf(schema as Schema, 'array') && maxItems === undefined)
    throw new Error(`${where}: an array requires maxItems`);
  if (typeof additionalProperties === 'object' && maxProperties === undefined)
    throw new Error(`${where}: a map requires maxProperties`);
  if (items) assertBounded(items as TSchema, `${where}[]`);
  for (const [name, property] of Object.entries(properties ?? {}))
    assertBounded(property as TSchema, `${where}.${name}`);
}

/**
 * Compares the counts of a value with its schema: elements, members of maps, and unknown members if there are many.
 * Checks nothing else, and skips the content of values that are too large. So later validation only sees values within
 * the schema's limits.
 * @param root the name of the whole value in messages
 * @returns at most `MAX_DETAILS` problems
 */
export function countProblems(root: string, schema: TSchema, value: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  visit(schema as Schema, value, '', problems);
  return problems.map(({ path, message }) => ({ path: path || root, message }));
}

function visit(schema: Schema, value: unknown, path: string, problems: ErrorDetail[]): void {
  if (problems.length >= MAX_DETAILS || !hasParts(value)) return;
  if (Array.isArray(value)) {
    if (!isOf(schema, 'array')) return;
    const { maxItems = Infinity, items } = schema;
    if (value.length > maxItems)
      problems.push({ path, message: `must have at most ${maxItems} items` });
    else if (items)
      for (let i = 0; i < value.length; i += 1)
        if (hasParts(value[i])) visit(items, value[i], `${path}[${i}]`, problems);
    return;
  }
  if (!isOf(schema, 'object')) return;
  const { properties = {}, additionalProperties, maxProperties = Infinity } = schema;
  const names = Object.keys(value);
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (names.length > maxProperties)
    problems.push({ path, message: `must have at most ${maxProperties} fields` });
  const known = Object.keys(properties);
  if (additionalProperties === false && names.length > known.length + MAX_DETAILS) {
    const unknown = names.filter((name) => !Object.hasOwn(properties, name));
    for (const name of unknown.slice(0, MAX_DETAILS - problems.length))
      problems.push({ path: below(shownName(name)), message: unknownField(name, known) });
    return;
  }
  for (const name of known) {
    const part = Object.hasOwn(value, name) && (value as Record<string, unknown>)[name];
    if (hasParts(part)) visit(properties[name]!, part, below(name), problems);
  }
}
