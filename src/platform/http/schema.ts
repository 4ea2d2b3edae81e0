import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import type { Page } from '../db/lists/keyset.ts';
import { definePattern } from './validate.ts';

/** JSON Schema 2020-12 parts for the schemas of all modules. */

/**
 * Returns the schema of a string with a fixed set of values.
 * @param title name of the set in the published document, which is the same in every use
 */
export function StringEnum<const T extends string>(
  title: string,
  values: readonly T[],
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<T>({ title, type: 'string', enum: [...values], ...options });
}

/** A string with one value, which states the object's type. */
export function Only<const T extends string>(value: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [value], ...options });
}

/**
 * The schema of a caller's own id in a body, query or path. Ids that Unicode treats as equal are one id, so the text
 * becomes NFC before validation.
 */
export function ExternalId(options: object) {
  return Type.String({ ...options, 'x-external-id': true });
}

/** `schema` or null, as a type array: cheap to serialize, and the form that OpenAPI 3.1 expects. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  const { type, enum: values, ...rest } = schema as T & { type: string; enum?: unknown[] };
  const allowed = values ? { enum: [...values, null] } : {};
  return Type.Unsafe<Static<T> | null>({ ...rest, ...allowed, type: [type, 'null'], ...options });
}

/** An object whose keys the caller chooses. */
export function MapOf<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: schema,
    ...options,
  });
}

/** Any JSON object, stored unchanged. */
export function AnyObject(options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...options,
  });
}

/** A request body or nested input object: unknown members are rejected. */
export function Strict<P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function Timestamp(description: string) {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description });
}

/** A time from a caller, as `parseTimestamp` reads it. */
export function Instant(description: string) {
  return Type.String({ format: 'iso-8601', maxLength: 40, description });
}

/** Query fields of a time range. */
export function rangeQuery(what: string) {
  return {
    from: Type.Optional(Instant(`ISO 8601; ${what} at or after it.`)),
    to: Type.Optional(Instant(`ISO 8601; ${what} before it.`)),
  };
}

/** Query fields of daily counts. */
export const DaysQuery = Type.Object({
  from: Type.Optional(
    Instant(
      'ISO 8601; the range begins with this day. At most 366 days before `to`. Default: a range of 30 days.',
    ),
  ),
  to: Type.Optional(Instant('ISO 8601; the range ends with this day. Default: now.')),
});

/** Daily counts in UTC, for every day of the range. @param counts the schema of each count, by name */
export function DaysOf<Counts extends TProperties>(title: string, counts: Counts) {
  return Type.Object(
    {
      from: Timestamp('Start of the first day.'),
      to: Timestamp('End of the last day.'),
      complete: Type.Boolean({
        description:
          'False when there are more than 1,000,000 rows; then only the newest are counted.',
      }),
      days: Type.Array(
        Type.Object(
          { day: Type.String({ description: 'YYYY-MM-DD, in UTC.' }), ...counts },
          { title: `${title}Day` },
        ),
      ),
    },
    { title },
  );
}

/** A query field with words of names. It is not a URL parameter, because names of persons do not belong in URLs. */
export function wordsQuery(what: string) {
  return Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Returns only items whose ${what} has words that begin with each of these words.`,
    }),
  );
}

/** A path parameter with an id; `resource` links it to the route that creates such a resource. */
export function idParam(resource: string, prefix: string) {
  return Type.String({
    description: `Id of the ${resource.replaceAll('-', ' ')}.`,
    'x-resource': resource,
    'x-id-prefix': prefix,
  });
}

export const DEFAULT_LIMIT = 20;
const MAX_PAGE = 1_000_000;
/** The maximum length of a cursor in characters. Sort keys are ids, times and short texts. */
const MAX_CURSOR = 4096;

/** The start of a page: its number, counted from the first, and the position after which its rows follow. */
export type Cursor = { page: number; after: readonly string[] };

/** The query field of a cursor. It is sealed for callers (`ListCursors`); handlers see the position. */
export function cursorQuery(description: string) {
  return Type.Optional(Type.Unsafe<Cursor>({ type: 'string', maxLength: MAX_CURSOR, description }));
}

/** Query fields of a paginated list. A `limit` above the cap is reduced to the cap. */
export function pageQuery(cap: number) {
  return {
    cursor: cursorQuery(
      'The `nextCursor` of the page before, with the same filters; replaces `page`.',
    ),
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE,
        default: 1,
        description: 'Page number, from 1.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: DEFAULT_LIMIT,
        description: `Items per page. A value above ${cap} is reduced to ${cap}.`,
      }),
    ),
  };
}

export const PAGE_CAP = 100;

export type PageInput = { cursor?: Cursor; page?: number; limit?: number };

/** The page and limit that were applied. */
export function appliedPage({ cursor, ...query }: PageInput, cap = PAGE_CAP): Page {
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, cap);
  if (cursor) return { ...cursor, limit, offset: 0 };
  const page = query.page ?? 1;
  return { page, limit, offset: (page - 1) * limit };
}

/** Query of a list that has only page fields. */
export const PageQuery = Type.Object(pageQuery(PAGE_CAP));

type Found = { total: number; totalIsExact: boolean; next: readonly string[] | null };

/** A page's response data, with the page and limit that were applied. */
export function toPage<T>(items: T[], { total, totalIsExact, next }: Found, { page, limit }: Page) {
  const nextCursor: Cursor | null = next && { page: page + 1, after: next };
  return { items, total, totalIsExact, page, limit, nextCursor };
}

/** Returns the page that a query requests. @param select reads its rows */
export async function paged<Row, Item>(
  query: PageInput,
  select: (page: Page) => Promise<Found & { rows: readonly Row[] }>,
  toItem: (row: Row) => Item,
  cap = PAGE_CAP,
) {
  const page = appliedPage(query, cap);
  const { rows, ...part } = await select(page);
  const items = rows.map((row) => toItem(row));
  return toPage(items, part, page);
}

export const totalFields = {
  total: Type.Integer({
    description: 'Number of items on all pages. If `totalIsExact` is false, there are more.',
  }),
  totalIsExact: Type.Boolean({
    description: 'True when `total` is exact. Totals are exact up to 10,000.',
  }),
};

export const NextCursor = Type.Unsafe<Cursor | null>({
  type: ['string', 'null'],
  description: 'The `cursor` of the next page; null on the last one.',
});

/** Fields that describe which part of a list the answer contains. */
const pageFields = {
  ...totalFields,
  page: Type.Integer({
    description:
      'The page that was applied; with a cursor, the number of that page counted from the first.',
  }),
  limit: Type.Integer({ description: 'The limit that was applied.' }),
  nextCursor: NextCursor,
};

/** The cursor of a page with a next page, for examples. */
export const EXAMPLE_CURSOR =
  'pOQ6m2nXr1b0yJk4c9hVtA3uZsWfLxE8gQdKiP5oN7RMCBqTzvYlHjSwFe2DGa6Uu1xIcXo9';

/** The only page of a list with one item, for examples. */
export const EXAMPLE_PART = {
  total: 1,
  totalIsExact: true,
  page: 1,
  limit: DEFAULT_LIMIT,
  nextCursor: null,
};

export function examplePage<T>(item: T) {
  return { items: [item], ...EXAMPLE_PART };
}

/** True if the caller requests a page of a list that is otherwise returned whole. */
export function isInPages({ cursor, page, limit }: PageInput): boolean {
  return cursor !== undefined || page !== undefined || limit !== undefined;
}

/** Fields of a list that is returned whole unless the caller requests a page. */
export const partFields = Type.Partial(Type.Object(pageFields)).properties;

/** Response data of a paginated list. */
export function PageOf<T extends TSchema>(item: T) {
  const { title } = item as T & { title?: string };
  return Type.Object(
    { items: Type.Array(item), ...pageFields },
    title === undefined ? {} : { title: `${title}Page` },
  );
}

export const Deleted = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { title: 'DeletedResource' },
);

/** Rejects some invalid base64, in every engine and in one pass, because the files are large. */
export const BASE64_PATTERN = '^[A-Za-z0-9+/]*={0,2}$';

/** Control characters, invisible characters and characters that change the text direction (Unicode, UAX 9). */
const DECEIVING =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';
/** Invisible characters that have a meaning between other characters. */
const BLANK = '\\s\\u034f\\u115f\\u1160\\u200c\\u200d\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0';

/** A name that other people see. It cannot look empty or imitate another name. */
export const DisplayName = Type.String({
  maxLength: 200,
  pattern: definePattern(
    `^(?=[\\s\\S]*[^${BLANK}])[^${DECEIVING}]*$`,
    'must have a visible character, and no control or invisible characters',
  ),
  'x-pattern': String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0][^\x00-\x1f\x7f-\x9f]*$`,
});

/** The pattern of caller-chosen ids in paths. Other path segments cannot be in a URL. */
export const PATH_SEGMENT = definePattern(
  String.raw`^(?:[^.]|\.[^.]|\.\.[\s\S]|$)`,
  'must not be . or ..',
);
