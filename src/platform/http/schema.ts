import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { definePattern } from './validate.ts';

/** JSON Schema 2020-12 pieces that every module's schemas are made of. */

/**
 * A string with a fixed set of values.
 * @param title name of the set in the published document, the same wherever it is used
 */
export function StringEnum<const T extends string>(
  title: string,
  values: readonly T[],
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<T>({ title, type: 'string', enum: [...values], ...options });
}

/** A string with one value, which tells what the object is. */
export function Only<const T extends string>(value: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [value], ...options });
}

/**
 * The schema of an id of the caller's own, in a body, a query or a path. Two ids that Unicode takes for the same text are one: what
 * is sent becomes NFC before it is validated.
 */
export function ExternalId(options: object) {
  return Type.String({ ...options, 'x-external-id': true });
}

/** `schema` or null, as a type array: cheap to serialise, and what OpenAPI 3.1 expects. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  const { type, enum: values, ...rest } = schema as T & { type: string; enum?: unknown[] };
  const allowed = values ? { enum: [...values, null] } : {};
  return Type.Unsafe<Static<T> | null>({ ...rest, ...allowed, type: [type, 'null'], ...options });
}

/** An object with caller-chosen keys. */
export function MapOf<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: schema,
    ...options,
  });
}

/** Any JSON object, kept as it is. */
export function AnyObject(options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...options,
  });
}

/** A request body or nested input object: unknown members are refused. */
export function Strict<P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function Timestamp(description: string) {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description });
}

/** A time that a caller names, as `parseTimestamp` reads it. */
export function Instant(description: string) {
  return Type.String({ format: 'iso-8601', maxLength: 40, description });
}

/** Query fields of a range of time. */
export function rangeQuery(what: string) {
  return {
    from: Type.Optional(Instant(`ISO 8601; ${what} at or after it.`)),
    to: Type.Optional(Instant(`ISO 8601; ${what} before it.`)),
  };
}

/** Query fields of counts by day. */
export const DaysQuery = Type.Object({
  from: Type.Optional(
    Instant('ISO 8601; from its day on. At most 366 days before `to`; without it, 30 days.'),
  ),
  to: Type.Optional(Instant('ISO 8601; up to its day. Without it, now.')),
});

/** Counts by day of UTC, every day of the range. @param counts what is counted, by name */
export function DaysOf<Counts extends TProperties>(title: string, counts: Counts) {
  return Type.Object(
    {
      from: Timestamp('When the first day begins.'),
      to: Timestamp('When the last day ends.'),
      complete: Type.Boolean({
        description: 'False when there are more than 1,000,000: the newest of them are counted.',
      }),
      days: Type.Array(
        Type.Object(
          { day: Type.String({ description: 'YYYY-MM-DD, of UTC.' }), ...counts },
          { title: `${title}Day` },
        ),
      ),
    },
    { title },
  );
}

/** A query field with words of names; names of persons do not belong into addresses. */
export function wordsQuery(what: string) {
  return Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only those whose ${what} has words that begin like all of these.`,
    }),
  );
}

/** A path parameter that holds an id; `resource` ties it to the route that creates such a thing. */
export function idParam(resource: string, prefix: string) {
  return Type.String({
    description: `Id of the ${resource.replaceAll('-', ' ')}.`,
    'x-resource': resource,
    'x-id-prefix': prefix,
  });
}

export const DEFAULT_LIMIT = 20;
const MAX_PAGE = 1_000_000;
/** Characters. Keys of orders are ids, times and short texts. */
const MAX_CURSOR = 4096;

/** Where a page of a list begins: its number, counted from the first, and the place after which its rows come. */
export type Cursor = { page: number; after: readonly string[] };

/** Sealed on its way to and from callers (`ListCursors`): handlers see the place. */
export function cursorQuery(description: string) {
  return Type.Optional(Type.Unsafe<Cursor>({ type: 'string', maxLength: MAX_CURSOR, description }));
}

/** Query fields of a paginated list. A `limit` above the cap is answered with the cap. */
export function pageQuery(cap: number) {
  return {
    cursor: cursorQuery(
      'The `nextCursor` of the page before, with the same filters; in place of `page`.',
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
        description: `Items per page; a value above ${cap} is answered with ${cap}.`,
      }),
    ),
  };
}

export const PAGE_CAP = 100;

export type Page = {
  page: number;
  limit: number;
  offset: number;
  /** The place after which the page begins. */
  after?: readonly string[];
};

export type PageInput = { cursor?: Cursor; page?: number; limit?: number };

/** The page and limit actually applied. */
export function appliedPage({ cursor, ...query }: PageInput, cap = PAGE_CAP): Page {
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, cap);
  if (cursor) return { ...cursor, limit, offset: 0 };
  const page = query.page ?? 1;
  return { page, limit, offset: (page - 1) * limit };
}

/** Query of a list that takes nothing but a page. */
export const PageQuery = Type.Object(pageQuery(PAGE_CAP));

type Found = { total: number; totalIsExact: boolean; next: readonly string[] | null };

/** A page's response data, with the page and limit that were applied. */
export function toPage<T>(items: T[], { total, totalIsExact, next }: Found, { page, limit }: Page) {
  const nextCursor: Cursor | null = next && { page: page + 1, after: next };
  return { items, total, totalIsExact, page, limit, nextCursor };
}

export const totalFields = {
  total: Type.Integer({
    description: 'Number of items on all pages; if it is not exact, there are more than so many.',
  }),
  totalIsExact: Type.Boolean({ description: 'True when `total` is exact, as it is up to 10,000.' }),
};

export const NextCursor = Type.Unsafe<Cursor | null>({
  type: ['string', 'null'],
  description: 'The `cursor` of the next page; null on the last one.',
});

/** Fields that say which part of a list the answer is. */
const pageFields = {
  ...totalFields,
  page: Type.Integer({
    description: 'The page that was applied; of a cursor, how many pages it is from the first.',
  }),
  limit: Type.Integer({ description: 'The limit that was applied.' }),
  nextCursor: NextCursor,
};

/** The cursor of a page that goes on, for examples. */
export const EXAMPLE_CURSOR =
  'pOQ6m2nXr1b0yJk4c9hVtA3uZsWfLxE8gQdKiP5oN7RMCBqTzvYlHjSwFe2DGa6Uu1xIcXo9';

/** The part that is all of a list of one, for examples. */
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

/** Tells whether a part of a list is asked for that is answered whole otherwise. */
export function isInPages({ cursor, page, limit }: PageInput): boolean {
  return cursor !== undefined || page !== undefined || limit !== undefined;
}

/** Fields of a list that is answered whole, unless a page of it is asked for. */
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

/** Refuses a part of what is no base64, in every engine and in one pass: the files are large. */
export const BASE64_PATTERN = '^[A-Za-z0-9+/]*={0,2}$';

/** Control characters, and those that are invisible or turn the direction of what is around them (Unicode, UAX 9). */
const DECEIVING =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';
/** Without ink, but with a meaning between other characters. */
const BLANK = '\\s\\u034f\\u115f\\u1160\\u200c\\u200d\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0';

/** A name that others are shown: nobody can make one that looks like nothing, or like another. */
export const DisplayName = Type.String({
  maxLength: 200,
  pattern: definePattern(
    `^(?=[\\s\\S]*[^${BLANK}])[^${DECEIVING}]*$`,
    'must have a visible character, and no control or invisible ones',
  ),
  'x-pattern': String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0][^\x00-\x1f\x7f-\x9f]*$`,
});

/** The pattern of ids of the caller's choice that stand in paths: no URL can have other segments. */
export const PATH_SEGMENT = definePattern(
  String.raw`^(?:[^.]|\.[^.]|\.\.[\s\S]|$)`,
  'must not be . or ..',
);
