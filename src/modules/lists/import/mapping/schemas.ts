import { Type, type Static } from 'typebox';
import type { ErrorDetail } from '../../../../platform/errors/index.ts';
import { MapOf, Strict, StringEnum } from '../../../../platform/http/schema.ts';
import { DATE_FORMATS } from '../text/date-orders.ts';
import { ENTITY_TYPES } from '../../../../matching/index.ts';

const MOST_PATHS = 20;
/** Maximum number of a publisher's words, and of kinds of numbers. */
const MOST_WORDS = 200;
/** Maximum number of characters of a kind, which each entry stores with its numbers. */
const LONGEST_KIND = 100;

const path = Type.String({ minLength: 1, maxLength: 200 });
const paths = Type.Array(path, { minItems: 1, maxItems: MOST_PATHS });
const type = StringEnum('MappedType', ENTITY_TYPES);

/**
 * Describes where a list has each field. A path is the name of a column, or names of elements, attributes and members
 * separated by slashes; a path that occurs several times gives several values.
 */
export const Mapping = Strict(
  {
    format: StringEnum('MappedFormat', ['csv', 'json-lines', 'xml']),
    delimiter: Type.Optional(StringEnum('MappedDelimiter', [',', ';', 'tab'])),
    dateFormat: Type.Optional(
      StringEnum('DateFormat', DATE_FORMATS, {
        description:
          'Order of day and month where a date is ambiguous. Default: the order of the file’s other dates.',
      }),
    ),
    root: Type.Optional(path),
    entry: Type.Optional(path),
    separator: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
    type: Type.Optional(type),
    types: Type.Optional(
      MapOf(type, {
        maxProperties: MOST_WORDS,
        description: 'The publisher’s terms for types of entries.',
      }),
    ),
    fields: Strict({
      id: Type.Optional(path),
      name: paths,
      type: Type.Optional(path),
      aliases: Type.Optional(paths),
      weakAliases: Type.Optional(paths),
      dobs: Type.Optional(paths),
      countries: Type.Optional(paths),
      programs: Type.Optional(paths),
      gender: Type.Optional(path),
      birthPlaces: Type.Optional(paths),
      addresses: Type.Optional(paths),
      identifiers: Type.Optional(
        MapOf(paths, { maxProperties: MOST_WORDS, description: 'By the kind of number.' }),
      ),
    }),
  },
  {
    title: 'ListMapping',
    description:
      'Maps the fields of a file, in place of a format: any CSV, JSON lines or XML file.',
  },
);
export type Mapping = Static<typeof Mapping>;

/** Returns the faults of a mapping that its schema cannot detect. @param at the mapping's path */
export function mappingProblems(
  { format, root, entry, fields }: Mapping,
  at: string,
): ErrorDetail[] {
  const placeOf = (name: string): string => [at, name].filter((part) => part !== '').join('.');
  if (Object.keys(fields.identifiers ?? {}).some((kind) => kind.length > LONGEST_KIND)) {
    const message = `has a kind of more than ${LONGEST_KIND} characters`;
    return [{ path: placeOf('fields.identifiers'), message }];
  }
  if (format !== 'xml') return [];
  return Object.entries({ root, entry })
    .filter(([, value]) => value === undefined)
    .map(([name]) => ({
      path: placeOf(name),
      message: `is required for xml: the name of ${name === 'root' ? 'the outermost element' : 'the element of an entry'}`,
    }));
}

/** Returns the faults of a format's name, or of a mapping in its place. @param at the path of both */
export function readerProblems(
  { format, mapping }: { format?: string; mapping?: Mapping },
  at = '',
): ErrorDetail[] {
  if (!mapping) return [];
  const problems = mappingProblems(mapping, `${at}mapping`);
  return format === undefined
    ? problems
    : [{ path: `${at}mapping`, message: 'is not allowed with `format`' }, ...problems];
}
