import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { DataFilter, Operator } from './schemas.ts';

const MAX_VALUES = 50;
const MAX_TEXT = 256;

/** Returns the filter as stored JSON; undefined if it passes all events. */
export function storedFilter(filter: DataFilter | undefined): string | undefined {
  return filter?.all?.length ? JSON.stringify({ all: filter.all }) : undefined;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

const VALUE_RULES: Record<Operator, [fits: (value: unknown) => boolean, message: string]> = {
  eq: [isScalar, `must be a text of at most ${MAX_TEXT} characters, a number, true, false or null`],
  in: [
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= MAX_VALUES &&
      value.every(isScalar),
    `must be a list of 1 to ${MAX_VALUES} texts, numbers, true, false or null`,
  ],
  exists: [(value) => typeof value === 'boolean', 'must be true or false'],
  gt: [(value) => typeof value === 'number', 'must be a number'],
  gte: [(value) => typeof value === 'number', 'must be a number'],
  lt: [(value) => typeof value === 'number', 'must be a number'],
  lte: [(value) => typeof value === 'number', 'must be a number'],
};

/** Returns the problems of a filter that its schema accepts. */
export function filterProblems(filter: DataFilter | undefined): ErrorDetail[] {
  return (filter?.all ?? []).flatMap(({ op, value }, index) => {
    const [fits, message] = VALUE_RULES[op];
    return fits(value) ? [] : [{ path: `filter.all[${index}].value`, message }];
  });
}

/** Returns the member of the data at this path; undefined if there is none. */
function memberAt(data: object, path: string): unknown {
  let at: unknown = data;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    if (!Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

const TESTS: Record<Operator, (member: unknown, value: never) => boolean> = {
  eq: (member, value: unknown) => member === value,
  in: (member, values: unknown[]) => values.includes(member),
  exists: (member, value: boolean) => (member !== undefined) === value,
  gt: (member, value: number) => typeof member === 'number' && member > value,
  gte: (member, value: number) => typeof member === 'number' && member >= value,
  lt: (member, value: number) => typeof member === 'number' && member < value,
  lte: (member, value: number) => typeof member === 'number' && member <= value,
};

/** Returns true if the data of an event meet a stored filter; null passes all events. */
export function meets(data: object, filter: DataFilter | null): boolean {
  return (filter?.all ?? []).every(({ path, op, value }) =>
    TESTS[op](memberAt(data, path), value as never),
  );
}
