import { Type, type Static } from 'typebox';
import { AnyObject, Nullable, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { GENDERS, LIST_KINDS, Topics } from '../../../matching/index.ts';

export const Alias = Type.Object({
  name: Type.String(),
  quality: StringEnum('AliasQuality', ['strong', 'weak']),
  kind: StringEnum('AliasKind', ['aka', 'fka', 'nka', 'other']),
});

export const EntryQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Revision of the list, as in `listRevision` of a hit: returns the entry at that revision. Default: the current one.',
    }),
  ),
});
export type EntryQuery = Static<typeof EntryQuery>;

function texts(description: string) {
  return Type.Array(Type.String(), { description });
}

export const ListedEntity = Type.Object(
  {
    id: Type.String({ description: 'Id of the entry, as in hits.' }),
    list: Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: StringEnum('ListKind', LIST_KINDS),
      source: Type.String(),
      revision: Type.Integer({ description: 'Current revision of the list.' }),
    }),
    externalId: Nullable(Type.String(), {
      description: "The publisher's id; null on an organization's own list.",
    }),
    sinceRevision: Type.Integer({
      description: 'Revision of the list from which the shown state applies.',
    }),
    isCurrent: Type.Boolean({ description: 'True while the list has the shown state.' }),
    isVersionKept: Type.Boolean({
      description:
        'False when the entry was not on the list at the requested `version`, or its state at that version is unknown. ' +
        'The answer then has the current or the last state.',
    }),
    changedAt: Nullable(Timestamp('When the shown state ended.'), {
      description: 'The end of the shown state; null while it applies.',
    }),
    removedAt: Nullable(Timestamp('When it was removed from the list.'), {
      description: 'The time of its removal from the list; null while it is on the list.',
    }),
    entityType: StringEnum('EntityType', [
      'person',
      'organization',
      'vessel',
      'aircraft',
      'unknown',
    ]),
    name: Type.String({ description: 'The primary name.' }),
    aliases: Type.Array(Alias),
    dobs: texts('Dates of birth, as precise as the list has them.'),
    countries: texts('Nationalities and other countries, ISO 3166-1 alpha-2.'),
    identifiers: Type.Array(
      Type.Object({
        kind: Type.String({ description: "The publisher's kind." }),
        value: Type.String(),
        country: Nullable(Type.String(), {
          description: 'The issuer, ISO 3166-1 alpha-2, if the list has it.',
        }),
      }),
    ),
    programs: texts('Sanctions programs.'),
    remarks: texts('Remarks of a global list’s publisher, if its format has such a field.'),
    gender: Nullable(StringEnum('ScreenedGender', GENDERS), {
      description: 'Null if the list has none, or several.',
    }),
    birthPlaces: texts('Places of birth, with the country after the last comma.'),
    addresses: texts('Addresses, with the country after the last comma.'),
    topics: Topics,
    linked: Type.Array(
      Type.Object({
        name: Type.String(),
        relation: Type.String({
          description: 'The publisher’s term; `mentioned` if there is none.',
        }),
        externalId: Nullable(Type.String(), {
          description: 'The publisher’s id of it, if there is one.',
        }),
        entryId: Nullable(Type.String(), {
          description: 'Its entry, if the list currently has one with this id.',
        }),
      }),
      {
        description: 'Other entities that the publisher links with it, if its format has them.',
      },
    ),
    raw: AnyObject({ description: 'As published, or as sent.' }),
  },
  { title: 'ListedEntity' },
);
export type ListedEntity = Static<typeof ListedEntity>;
