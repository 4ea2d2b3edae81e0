/** Reads filters, pages and selected attributes of a query (RFC 7644 sections 3.4.2 and 3.9). */
import { isObject, type Value } from './attributes.ts';
import { invalid } from './errors.ts';

/** The maximum number of resources in a page. */
export const PAGE_SIZE = 100;
const MAX_START = 1_000_000;
const EQUALS = /^\s*(?:urn:[\w:.]+:)?([A-Za-z]\w*)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

export type Query = Record<string, unknown>;
export type Equals<Name extends string> = { name: Name; value: string };

function single(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid('invalidValue', `${name}: must occur exactly once`);
}

/**
 * Reads `attribute eq "text"`, the only supported filter.
 * @param names the attributes that can be filtered
 * @throws ScimError
 */
export function filterOf<const Name extends string>(
  query: Query,
  names: readonly Name[],
): Equals<Name> | undefined {
  const text = single(query, 'filter');
  if (text === undefined) return undefined;
  const found = EQUALS.exec(text);
  const name = names.find((one) => one.toLowerCase() === found?.[1]?.toLowerCase());
  let value: unknown;
  try {
    value = found && JSON.parse(found[2]!);
  } catch {
    value = undefined;
  }
  if (name === undefined || typeof value !== 'string')
    throw invalid(
      'invalidFilter',
      `only these filters are supported: ${names.join(', ')}, each with eq and a text`,
    );
  return { name, value: value.toWellFormed().replaceAll('\0', '') };
}

function wholeNumber(query: Query, name: string): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid('invalidValue', `${name}: must be a whole number`);
  return Number(text);
}

/** Returns the start and size of the page, limited to the allowed range. */
export function pageOf(query: Query): { startIndex: number; count: number } {
  const startIndex = Math.min(Math.max(wholeNumber(query, 'startIndex') ?? 1, 1), MAX_START);
  const count = Math.min(Math.max(wholeNumber(query, 'count') ?? PAGE_SIZE, 0), PAGE_SIZE);
  return { startIndex, count };
}

/** Returns attribute names in lower case, without the schema. */
function namesIn(query: Query, parameter: string): Set<string> | undefined {
  const text = single(query, parameter);
  if (text === undefined || text === '') return undefined;
  return new Set(
    text.split(',').map((name) =>
      name
        .trim()
        .replace(/^urn:.*:/i, '')
        .toLowerCase(),
    ),
  );
}

/** Returns the query of a search request (RFC 7644 section 3.4.3) as if it were in the address. @throws ScimError */
export function searchOf(body: unknown): Query {
  if (!isObject(body)) throw invalid('invalidSyntax', 'the body must be a JSON object');
  const query: Query = {};
  for (const name of ['filter', 'startIndex', 'count'])
    if (body[name] !== undefined && body[name] !== null) query[name] = String(body[name]);
  for (const name of ['attributes', 'excludedAttributes'])
    if (body[name] !== undefined && body[name] !== null)
      query[name] = [body[name]].flat().join(',');
  return query;
}

/** Returns the resource with the attributes that the caller selected. */
export function chosen(resource: Value, query: Query): Value {
  const wanted = namesIn(query, 'attributes');
  const left = namesIn(query, 'excludedAttributes');
  if (!wanted && !left) return resource;
  const isAsked = (path: string): boolean => {
    const name = path.toLowerCase();
    return wanted ? wanted.has(name) : !left!.has(name);
  };
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'id' || name === 'schemas') return [[name, value]];
    if (!wanted) return isAsked(name) ? [[name, value]] : [];
    if (isAsked(name)) return [[name, value]];
    if (!isObject(value)) return [];
    const parts = Object.entries(value).filter(([part]) => isAsked(`${name}.${part}`));
    return parts.length > 0 ? [[name, Object.fromEntries(parts)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns true if the answer needs the attribute; others need not be read. */
export function wants(query: Query, name: string): boolean {
  return chosen({ [name]: true }, query)[name] === true;
}
