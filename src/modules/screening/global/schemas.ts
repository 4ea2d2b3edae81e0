import { ListedFacts } from '../facts/schemas.ts';
import { Type, type Static } from 'typebox';
import {
  MapOf,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { importFormats } from '../import/formats.ts';
import { Mapping } from '../import/mapping/schemas.ts';
import { LIST_FILES } from '../import/types.ts';
import { GLOBAL_KINDS } from '../screen/schemas.ts';

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
});
export type ImportRequest = Static<typeof ImportRequest>;

/** An hour, and a year. */
export const MIN_REFRESH_SECONDS = 3600;
export const MAX_REFRESH_SECONDS = 31_536_000;

const url = Type.String({ minLength: 1, maxLength: 2048 });

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
            description: 'Without it the list is fetched only when that is asked for.',
          }),
        ),
      }),
      { description: 'Where the list is fetched from; null: nowhere.' },
    ),
  ),
});
export type UpdateGlobalList = Static<typeof UpdateGlobalList>;

function count(description: string) {
  return Type.Integer({ description });
}

export const RefreshRequest = Strict({
  allowShrink: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True has the file taken that was refused because it would remove more than half of the entries or aliases, or ' +
        'has more rows that cannot be used than entries that can. Another operator must have asked for it.',
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
  aliasesLocation: Nullable(Type.String({ description: 'The same of the alias file.' })),
  addressesLocation: Nullable(Type.String({ description: 'The same of the address file.' })),
  commentsLocation: Nullable(
    Type.String({ description: 'The same of the file of longer remarks.' }),
  ),
  format: Type.String(),
  refreshEverySeconds: Nullable(Type.Integer()),
  dueAt: Nullable(Timestamp('When it is fetched next.')),
  checkedAt: Nullable(Timestamp('When the list was last found to be what the origin has.')),
  failures: Type.Integer({ description: 'Attempts that failed since.' }),
  failedAt: Nullable(Timestamp('When the last of them did.')),
  error: Nullable(Type.String({ description: 'Why it did.' })),
  refused: Nullable(RefusedFile, {
    description:
      'The last file that was refused for what it would do to the list; null once the list has changed.',
  }),
  acceptsRefused: Type.Boolean({
    description: 'True when two operators have agreed to take that file, and no other.',
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
    revision: Type.Integer({ description: 'Grows with each import that changed something.' }),
    createdAt: Timestamp('When it was first imported.'),
    importedAt: Timestamp('When it was last imported.'),
    origin: Nullable(Origin, { description: 'Where it is fetched from, if it is.' }),
  },
  { title: 'GlobalList' },
);
export type GlobalList = Static<typeof GlobalList>;
export const GlobalListPage = PageOf(GlobalList);

const problems = Type.Array(
  Type.Object(
    {
      file: StringEnum('ListFile', LIST_FILES),
      line: Type.Integer({ description: 'Line of the file, from 1.' }),
      reason: Type.String(),
    },
    { title: 'ImportProblem' },
  ),
  { description: 'The first 100 of them.' },
);

export const ImportReport = Type.Object(
  {
    list: GlobalList,
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    rejected: Type.Integer({ description: 'Rows that were left out.' }),
    rejections: problems,
    omitted: Type.Integer({
      description: 'Parts of rows that could not be read; their entries are listed without them.',
    }),
    omissions: problems,
    skipped: Type.Boolean({
      description:
        'True if the files are those of the last import, byte by byte: nothing was read, and the list counts as imported now.',
    }),
  },
  { title: 'ImportReport' },
);
export type ImportReport = Static<typeof ImportReport>;

const ListVersion = Type.Object(
  {
    revision: Type.Integer({ description: 'Revision of the list since this import.' }),
    importedAt: Timestamp('When it was imported.'),
    format: Type.String(),
    origin: Nullable(Type.String({ description: 'File name, or URL without its query.' })),
    sha256: Nullable(Type.String({ description: 'SHA-256 of the file, in hex.' })),
    aliasesSha256: Nullable(Type.String({ description: 'SHA-256 of the alias file, in hex.' })),
    addressesSha256: Nullable(Type.String({ description: 'SHA-256 of the address file, in hex.' })),
    commentsSha256: Nullable(
      Type.String({ description: 'SHA-256 of the file of longer remarks, in hex.' }),
    ),
    added: count('Entries that the version before did not have.'),
    changed: count('Entries that it had otherwise.'),
    removed: count('Entries that only it had.'),
    rejected: count('Rows that were left out.'),
    entryCount: Type.Integer(),
  },
  { title: 'GlobalListVersion' },
);
export type ListVersion = Static<typeof ListVersion>;
export const ListVersionPage = PageOf(ListVersion);

export const ListRejections = Type.Object(
  {
    revision: Type.Integer({ description: 'The revision that was applied.' }),
    rejected: count('Rows that were left out.'),
    rejections: Nullable(problems, {
      description: 'The first 100 of them; null where they were not kept yet.',
    }),
  },
  { title: 'GlobalListRejections' },
);
export type ListRejections = Static<typeof ListRejections>;

function revision(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));
}

export const RejectionsQuery = Type.Object({
  revision: revision('Revision of a version. Default: the newest.'),
});
export type RejectionsQuery = Static<typeof RejectionsQuery>;

export const ChangesQuery = Type.Object({
  from: revision('Revision of a version. Default: the one before `to`.'),
  to: revision('Revision of a version. Default: the newest.'),
  ...pageQuery(PAGE_CAP),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

export const Alias = Type.Object({
  name: Type.String(),
  quality: StringEnum('AliasQuality', ['strong', 'weak']),
  kind: StringEnum('AliasKind', ['aka', 'fka', 'nka', 'other']),
});
export type Alias = Static<typeof Alias>;

const EntryFields = Type.Partial(
  Type.Object({
    entityType: Type.String(),
    name: Type.String(),
    aliases: Type.Array(Alias),
    dobs: Type.Array(Type.String()),
    countries: Type.Array(Type.String()),
    identifiers: MapOf(Type.String()),
    facts: Nullable(ListedFacts),
    programs: Type.Array(Type.String()),
  }),
  { title: 'EntryFields' },
);

const ListChange = Type.Object({
  change: StringEnum('ListChange', ['added', 'changed', 'removed']),
  externalId: Type.String({ description: "The publisher's id of the entry." }),
  entryId: Type.String({ description: 'Our id of the entry, as in hits.' }),
  name: Type.String({ description: 'Its name at `to`, or the last before.' }),
  before: Nullable(EntryFields, {
    description:
      'The fields that differ, as they were; null for an entry that was added, and for changes that were recorded ' +
      'before their fields were. Empty when only other columns of the publisher differ, or the order.',
  }),
  after: Nullable(EntryFields, {
    description: 'The same fields at `to`; null for one that was removed.',
  }),
});
export type ListChange = Static<typeof ListChange>;

export const ListChangesPage = Type.Object(
  {
    from: Type.Integer({ description: 'The revision that was applied.' }),
    to: Type.Integer({ description: 'The revision that was applied.' }),
    ...PageOf(ListChange).properties,
  },
  { title: 'GlobalListChanges' },
);
