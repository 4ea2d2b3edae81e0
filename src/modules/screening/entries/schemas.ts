import { Type, type Static } from 'typebox';
import { AnyObject, Nullable, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { Alias } from '../global/schemas.ts';
import { LIST_KINDS } from '../screen/list-kinds.ts';
import { Topics } from '../screen/schemas.ts';
import { GENDERS } from '../facts/listed.ts';
import type { Pep } from './pep.ts';
import type { Topic } from './topics.ts';

export const EntryQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Revision of the list, as `listRevision` of a hit has it: the entry as it was then. Default: as it is now.',
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
      revision: Type.Integer({ description: 'Revision of the list as it is now.' }),
    }),
    externalId: Nullable(Type.String(), {
      description: "The publisher's id; null on an organization's own list.",
    }),
    sinceRevision: Type.Integer({
      description: 'Revision of the list since which the entry is, or was, as it is shown.',
    }),
    isCurrent: Type.Boolean({ description: 'True while the list says the same.' }),
    isVersionKept: Type.Boolean({
      description:
        'False when the entry was not listed at the `version` that was asked for, or nobody knows any more how it was. ' +
        'Then it is shown as it is now, or was last.',
    }),
    changedAt: Nullable(Timestamp('When what is shown came to an end.'), {
      description: 'When the list stopped to say what is shown; null while it does.',
    }),
    removedAt: Nullable(Timestamp('When it was taken off the list.'), {
      description: 'When it was taken off the list; null while it is there.',
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
          description: 'Who issued it, ISO 3166-1 alpha-2, where the list says so.',
        }),
      }),
    ),
    programs: texts('Programmes of sanctions.'),
    remarks: texts(
      'What the publisher of a global list remarks, where its format has such a field.',
    ),
    gender: Nullable(StringEnum('ScreenedGender', GENDERS), {
      description: 'Null where the list says none, or several.',
    }),
    birthPlaces: texts('Places of birth, the country behind the last comma.'),
    addresses: texts('Addresses, likewise.'),
    topics: Topics,
    linked: Type.Array(
      Type.Object({
        name: Type.String(),
        relation: Type.String({
          description: "The publisher's word for it; `mentioned` where it has none.",
        }),
        externalId: Nullable(Type.String(), {
          description: "The publisher's id of it, if it says one.",
        }),
        entryId: Nullable(Type.String(), {
          description: 'Its entry, if the list has one with this id now.',
        }),
      }),
      {
        description: 'Other entities that the publisher links with it, where its format has them.',
      },
    ),
    raw: AnyObject({ description: 'As it was published, or sent.' }),
  },
  { title: 'ListedEntity' },
);
export type ListedEntity = Static<typeof ListedEntity>;

/** The labels of an entry, as its hits have them; fields without values are left out. */
export type EntryLabels = {
  programs?: string[];
  topics?: Topic[];
  /** There for politically exposed persons and those close to them. */
  pep?: Pep;
  /** Each with whose it is: `ofac:9476`. */
  publisherIds?: string[];
};
