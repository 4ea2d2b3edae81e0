import { Type, type Static } from 'typebox';
import {
  AnyObject,
  DisplayName,
  MapOf,
  Nullable,
  PageOf,
  Strict,
  StringEnum,
  Timestamp,
  partFields,
  pageQuery,
  PAGE_CAP,
  wordsQuery,
} from '../../../platform/http/schema.ts';
import { TENANT_KINDS } from '../../../matching/index.ts';

export const LIST_PREFIX = 'list';
export const ENTRY_PREFIX = 'entry';

export const MAX_ENTRIES_PER_REQUEST = 1000;
/** Longer than any name on the public lists; it bounds the work of one comparison. */
export const MAX_NAME_LENGTH = 500;
/** Maximum number of characters of `raw`, and of all identifiers, as JSON: bounds a page of entries. */
export const MAX_KEPT_LENGTH = 65_536;

const listName = { ...DisplayName, description: 'Display name; the only field that can change.' };

export const CreateList = Strict({
  source: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[A-Za-z0-9._:-]+$',
    description: 'Stable id, unique within the organization.',
  }),
  name: listName,
  kind: StringEnum('TenantListKind', TENANT_KINDS, {
    description: 'Determines how hits behave; never changes.',
  }),
});
export type CreateList = Static<typeof CreateList>;

export const RenameList = Strict({ name: Type.Optional(listName) });
export type RenameList = Static<typeof RenameList>;

export const List = Type.Object(
  {
    id: Type.String({ description: 'Id of the list.' }),
    source: Type.String(),
    name: Type.String(),
    kind: StringEnum('TenantListKind', TENANT_KINDS),
    entryCount: Type.Integer({ description: 'Number of entries.' }),
    createdAt: Timestamp('When it was created.'),
    updatedAt: Timestamp('When the list or its entries last changed.'),
  },
  { title: 'ScreeningList' },
);
export type List = Static<typeof List>;
export const Lists = Type.Object({ lists: Type.Array(List), ...partFields });
export type Lists = Static<typeof Lists>;

export const ListQuery = Type.Object({
  kind: Type.Optional(
    StringEnum('TenantListKind', TENANT_KINDS, { description: 'Only lists of this kind.' }),
  ),
  text: wordsQuery('name'),
  ...pageQuery(PAGE_CAP),
});
export type ListQuery = Static<typeof ListQuery>;

/** The name of a person or an organization, in any script. */
export const ScreeningName = Type.String({
  maxLength: MAX_NAME_LENGTH,
  format: 'screening-name',
  description: 'Name as people write it; it is canonicalized for matching.',
});
export const MOST_ALIASES = 10;
export const AskedAliases = Type.Array(ScreeningName, {
  title: 'ScreeningAliases',
  maxItems: MOST_ALIASES,
  description:
    'Further names of the same person or thing, each compared like `name`: the best score counts.',
});
export const Dob = Type.String({
  format: 'calendar-date',
  description: 'Date of birth, YYYY-MM-DD. A soft filter: it never creates a match.',
});
export const Country = Type.String({
  format: 'iso-3166-1-alpha-2',
  description: 'ISO 3166-1 alpha-2, in any case; stored upper-case. A soft filter.',
});

export const EntryInput = Strict(
  {
    name: ScreeningName,
    dob: Type.Optional(Dob),
    country: Type.Optional(Country),
    identifiers: Type.Optional(
      MapOf(Type.String({ maxLength: 500 }), {
        maxProperties: 50,
        description:
          'Numbers by kind (`passport`, or `passport:NG` with the issuer), which are compared with those of queries, ' +
          'and your own ids under other names, which are stored and not compared.',
      }),
    ),
    raw: Type.Optional(
      AnyObject({
        description: `Stored for audit; at most ${MAX_KEPT_LENGTH} characters as JSON. Default: the other fields as sent.`,
      }),
    ),
  },
  { title: 'ScreeningEntryInput' },
);
export type EntryInput = Static<typeof EntryInput>;

export const AddEntries = Strict({
  entries: Type.Array(EntryInput, { minItems: 1, maxItems: MAX_ENTRIES_PER_REQUEST }),
});
export type AddEntries = Static<typeof AddEntries>;

export const AddedEntries = Type.Object({
  added: Type.Integer({ description: 'Number of entries added: all of them or none.' }),
  entryIds: Type.Array(Type.String(), { description: 'Ids in the order of the request.' }),
});
export type AddedEntries = Static<typeof AddedEntries>;

export const Entry = Type.Object(
  {
    id: Type.String({ description: 'Id of the entry.' }),
    name: Type.String({ description: 'As sent.' }),
    canonicalName: Type.String({
      description: 'Canonical form of the name, by the rules of its last update.',
    }),
    dob: Nullable(Type.String()),
    country: Nullable(Type.String()),
    identifiers: Nullable(MapOf(Type.String())),
    raw: AnyObject(),
    createdAt: Timestamp('When it was added.'),
  },
  { title: 'ScreeningEntry' },
);
export type Entry = Static<typeof Entry>;
export const EntryPage = PageOf(Entry);
