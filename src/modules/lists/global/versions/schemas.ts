/** Versions of global lists, and the differences between two. */
import { Type, type Static } from 'typebox';
import {
  MapOf,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  StringEnum,
  Timestamp,
} from '../../../../platform/http/schema.ts';
import { ListedFacts } from '../../../../matching/index.ts';
import { count, importProblems } from '../schemas.ts';
import { Alias } from '../../entries/schemas.ts';

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
    added: count('Added entries.'),
    changed: count('Changed entries.'),
    removed: count('Removed entries.'),
    rejected: count('Skipped rows.'),
    entryCount: Type.Integer(),
  },
  { title: 'GlobalListVersion' },
);
export type ListVersion = Static<typeof ListVersion>;
export const ListVersionPage = PageOf(ListVersion);

export const ListRejections = Type.Object(
  {
    revision: Type.Integer({ description: 'The revision that was applied.' }),
    rejected: count('Skipped rows.'),
    rejections: Nullable(importProblems, {
      description: 'The first 100 of them; null for versions from before they were stored.',
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
  entryId: Type.String({ description: 'Oriki’s id of the entry, as in hits.' }),
  name: Type.String({ description: 'Its name at `to`, or its last name before.' }),
  before: Nullable(EntryFields, {
    description:
      'The changed fields with their earlier values; null for an added entry, and for changes from before ' +
      'fields were recorded. Empty when only other columns of the publisher differ, or the order.',
  }),
  after: Nullable(EntryFields, {
    description: 'The same fields at `to`; null for a removed entry.',
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
