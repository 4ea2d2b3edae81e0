import { Type, type Static, type TSchema } from 'typebox';
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

/** Query fields of a paginated list. A `limit` above the cap is answered with the cap. */
export function pageQuery(cap: number) {
  return {
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

export type Page = { page: number; limit: number; offset: number };

/** The page and limit actually applied. */
export function appliedPage(query: { page?: number; limit?: number }, cap = PAGE_CAP): Page {
  const page = query.page ?? 1;
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, cap);
  return { page, limit, offset: (page - 1) * limit };
}

/** Query of a list that takes nothing but a page. */
export const PageQuery = Type.Object(pageQuery(PAGE_CAP));

/** A page's response data, with the page and limit that were applied. */
export function toPage<T>(items: T[], total: number, { page, limit }: Page) {
  return { items, total, page, limit };
}

/** Response data of a paginated list. */
export function PageOf<T extends TSchema>(item: T) {
  const { title } = item as T & { title?: string };
  return Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer({ description: 'Number of items on all pages.' }),
      page: Type.Integer({ description: 'The page that was applied.' }),
      limit: Type.Integer({ description: 'The limit that was applied.' }),
    },
    title === undefined ? {} : { title: `${title}Page` },
  );
}

export const Deleted = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { title: 'DeletedResource' },
);

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
});
