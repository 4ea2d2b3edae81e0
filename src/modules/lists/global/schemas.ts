import { Type, type Static } from 'typebox';
import { Nullable, PageOf, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { TARGET_PATTERN } from '../../../platform/outbound/target.ts';
import { importFormats } from '../import/formats.ts';
import { AskedDateFormat, ContentEncoding } from '../import/text/schemas.ts';
import { Mapping } from '../import/mapping/schemas.ts';
import { LIST_FILES } from '../import/types.ts';
import { GLOBAL_KINDS } from '../../../matching/index.ts';

export const FORMATS = Object.keys(importFormats);

const source = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9._:-]+$',
  description: 'Stable id of the list; an import replaces the list with this source.',
});
const name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Display name. Default: the source.',
});

export const ImportRequest = Strict({
  kind: StringEnum('GlobalListKind', GLOBAL_KINDS, { description: 'Fixed by the first import.' }),
  source,
  name: Type.Optional(name),
  format: Type.Optional(
    StringEnum('ListFileFormat', FORMATS, {
      description: 'Format of the files. Required without a mapping.',
    }),
  ),
  mapping: Type.Optional(Mapping),
  content: Type.String({ minLength: 1, description: 'The main file.' }),
  aliases: Type.Optional(Type.String({ description: 'The alias file, for `ofac-csv`.' })),
  addresses: Type.Optional(Type.String({ description: 'The address file, for `ofac-csv`.' })),
  comments: Type.Optional(
    Type.String({ description: 'The file of longer remarks, for `ofac-csv`.' }),
  ),
  contentEncoding: Type.Optional(ContentEncoding),
  dateFormat: Type.Optional(AskedDateFormat),
});
export type ImportRequest = Static<typeof ImportRequest>;

/** One hour, and one year. */
export const MIN_REFRESH_SECONDS = 3600;
export const MAX_REFRESH_SECONDS = 31_536_000;

const url = Type.String({ minLength: 1, maxLength: 2048, 'x-pattern': TARGET_PATTERN });

export const UpdateGlobalList = Strict({
  origin: Type.Optional(
    Nullable(
      Strict({
        url: { ...url, description: 'https URL of the file.' },
        aliasesUrl: Type.Optional({
          ...url,
          description: 'Address of the alias file, for `ofac-csv`.',
        }),
        addressesUrl: Type.Optional({
          ...url,
          description: 'Address of the address file, for `ofac-csv`.',
        }),
        commentsUrl: Type.Optional({
          ...url,
          description: 'Address of the file of longer remarks, for `ofac-csv`.',
        }),
        format: Type.Optional(
          StringEnum('ListFileFormat', FORMATS, {
            description: 'Default: the format, or mapping, of the last import.',
          }),
        ),
        mapping: Type.Optional(Mapping),
        refreshEverySeconds: Type.Optional(
          Type.Integer({
            minimum: MIN_REFRESH_SECONDS,
            maximum: MAX_REFRESH_SECONDS,
            description: 'Without it, the list is fetched only on request.',
          }),
        ),
      }),
      { description: 'The source of the list; null: none.' },
    ),
  ),
});
export type UpdateGlobalList = Static<typeof UpdateGlobalList>;

function texts(description: string) {
  return Type.Array(Type.String(), { description });
}

export function count(description: string) {
  return Type.Integer({ description });
}

export const RefreshRequest = Strict({
  allowShrink: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True accepts the file that was rejected because it would remove more than half of the entries or aliases, or ' +
        'has more unusable rows than entries. Another operator must have asked for it.',
    }),
  ),
});

export const RefusedFile = Type.Object(
  {
    sha256: Type.String({ description: 'SHA-256 of the file, in hex.' }),
    aliasesSha256: Nullable(Type.String({ description: 'SHA-256 of the alias file, in hex.' })),
    addressesSha256: Nullable(Type.String({ description: 'SHA-256 of the address file, in hex.' })),
    commentsSha256: Nullable(
      Type.String({ description: 'SHA-256 of the file of longer remarks, in hex.' }),
    ),
    removedEntries: count('Entries that it would remove.'),
    entries: count('Entries that the list has.'),
    removedAliases: count('Aliases that it would remove.'),
    aliases: count('Aliases that the list has.'),
    unusableRows: count('Rows of the file that cannot be used.'),
    usableEntries: count('Entries of the file that can.'),
  },
  { title: 'RefusedFile' },
);
export type RefusedFile = Static<typeof RefusedFile>;

const Origin = Type.Object({
  location: Type.String({ description: 'URL without its query, or path of a file.' }),
  aliasesLocation: Nullable(
    Type.String({ description: 'URL without its query, or path, of the alias file.' }),
  ),
  addressesLocation: Nullable(
    Type.String({ description: 'URL without its query, or path, of the address file.' }),
  ),
  commentsLocation: Nullable(
    Type.String({ description: 'URL without its query, or path, of the file of longer remarks.' }),
  ),
  format: Type.String(),
  refreshEverySeconds: Nullable(Type.Integer()),
  dueAt: Nullable(Timestamp('The time of the next fetch.')),
  checkedAt: Nullable(Timestamp('When the list last matched its origin.')),
  failures: Type.Integer({ description: 'Failed attempts since then.' }),
  failedAt: Nullable(Timestamp('The time of the last failure.')),
  error: Nullable(Type.String({ description: 'The reason of the last failure.' })),
  refused: Nullable(RefusedFile, {
    description:
      'The last file that was rejected for its effect on the list; null once the list has changed.',
  }),
  acceptsRefused: Type.Boolean({
    description: 'True when two operators have agreed to accept that file, and no other.',
  }),
});
export type Origin = Static<typeof Origin>;

export const GlobalList = Type.Object(
  {
    id: Type.String(),
    source: Type.String(),
    name: Type.String(),
    kind: StringEnum('GlobalListKind', GLOBAL_KINDS),
    format: Type.String(),
    entryCount: Type.Integer(),
    revision: Type.Integer({ description: 'Grows with each import that changes something.' }),
    createdAt: Timestamp('When it was first imported.'),
    importedAt: Timestamp('When it was last imported.'),
    origin: Nullable(Origin, { description: 'Its origin, if it has one.' }),
    openDates: Type.Optional(
      Type.Integer({
        description:
          'Number of ambiguous dates of birth in the last import, which can have the day or the month first. Oriki does not compare them. Missing: none.',
        examples: [3],
      }),
    ),
  },
  { title: 'GlobalList' },
);
export type GlobalList = Static<typeof GlobalList>;
export const GlobalListPage = PageOf(GlobalList);

export const importProblems = Type.Array(
  Type.Object(
    {
      file: StringEnum('ListFile', LIST_FILES),
      line: Type.Integer({ description: 'Line of the file, from 1.' }),
      reason: Type.String(),
    },
    { title: 'ImportProblem' },
  ),
  { description: 'The first 100 problems.' },
);

export const ImportReport = Type.Object(
  {
    list: GlobalList,
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    rejected: Type.Integer({ description: 'Skipped rows.' }),
    rejections: importProblems,
    omitted: Type.Integer({
      description:
        'Parts of rows that could not be read; their entries are listed without these parts.',
    }),
    omissions: importProblems,
    unknown: Type.Object(
      {
        topics: Type.Integer({ description: 'Entries with an unknown topic.' }),
        programs: Type.Integer({ description: 'Entries with an unknown program.' }),
        named: texts('The first 20 of these words.'),
      },
      {
        title: 'UnknownListings',
        description:
          'Entries of a list of `sanctions` that count as `sanction`, and can block, because the publisher’s terms for ' +
          'them are unknown. Zero for other kinds, and if nothing was read.',
      },
    ),
    readAs: Nullable(
      Type.Object(
        {
          encoding: Type.String({ description: 'As detected.' }),
          delimiter: Type.String({
            description:
              '`comma`, `semicolon`, `tab`, or the character that a first line `sep=` names.',
          }),
          warnings: texts('Uncertain readings.'),
          dateFormat: Type.Optional(
            Type.String({ description: 'Order of days and months; missing where none is needed.' }),
          ),
        },
        { title: 'ListFileReading' },
      ),
      {
        description:
          'How the file was read, for `csv` and CSV mappings. Null for other formats, and if nothing was read.',
      },
    ),
    skipped: Type.Boolean({
      description:
        'True if the files equal those of the last import byte for byte: nothing was read, and the list counts as imported now.',
    }),
  },
  { title: 'ImportReport' },
);
export type ImportReport = Static<typeof ImportReport>;
