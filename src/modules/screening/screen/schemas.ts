import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Nullable,
  Only,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import {
  askedFacts,
  AskedIdentifiers,
  contradictedFields,
  DEFAULT_KINDS,
  LIST_KINDS,
  PEP_CLASSES,
  PLACE_FIELDS,
  SAME_BY,
  ShownIdentifier,
  Topics,
} from '../../../matching/index.ts';
import { DEFAULT_THRESHOLD } from '../../../names/index.ts';
import { Explanation } from './explanation.ts';
import { Federated } from './federated.ts';
import { consentWithdrawnAt } from '../../identity/index.ts';
import { AskedAliases, Country, Dob } from '../../lists/index.ts';
import { askedName, askedParts, askedTypes, Checked } from './asked/asked.ts';
import { CheckedList } from './checked/schemas.ts';

export const SCREENING_PREFIX = 'scr';

export const DEFAULT_HITS = 20;
export const MAX_HITS = 100;
const MAX_BATCH = 1000;

export const OUTCOMES = ['clear', 'review', 'block'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const rules = {
  kinds: Type.Optional(
    Type.Array(StringEnum('ListKind', LIST_KINDS), {
      maxItems: LIST_KINDS.length,
      uniqueItems: true,
      'x-empty': 'absent',
      description:
        'Kinds of lists to check; `tenant_blocklist` is always checked, `tenant_allowlist` only when named. ' +
        `Default: ${DEFAULT_KINDS.join(', ')}.`,
    }),
  ),
  threshold: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: DEFAULT_THRESHOLD,
      description:
        'Lowest score of a hit. A score below 50 is never a hit. Below 70, Oriki compares every name of the lists, ' +
        'which takes far longer; only few such requests run concurrently.',
    }),
  ),
};
export function limit(cap: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_HITS,
      description: `Maximum number of returned hits; allowlist hits and hits decided as false positives are counted separately. A value above ${cap} is reduced to ${cap}.`,
    }),
  );
}
const subject = {
  ...askedName,
  aliases: Type.Optional(AskedAliases),
  dob: Type.Optional(Dob),
  country: Type.Optional(Country),
  identifiers: Type.Optional(AskedIdentifiers),
  ...askedFacts,
  ...askedParts,
};

export const ScreenRequest = Strict({
  ...subject,
  ...rules,
  limit: limit(MAX_HITS),
  subjectId: Type.Optional(
    ExternalId({ minLength: 1, maxLength: 200, description: 'Your own id of the subject.' }),
  ),
  types: askedTypes,
});
export type ScreenRequest = Static<typeof ScreenRequest>;

export const BatchRequest = Strict({
  items: Type.Array(
    Strict({
      ref: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Returned with the result.' }),
      ),
      ...subject,
    }),
    { minItems: 1, maxItems: MAX_BATCH },
  ),
  ...rules,
  limit: limit(MAX_HITS),
  types: askedTypes,
});
export type BatchRequest = Static<typeof BatchRequest>;

/** Class of a politically exposed person. */
const ListedPep = Type.Object(
  {
    classes: Type.Array(StringEnum('PepClass', PEP_CLASSES), {
      description:
        '`former`: the publisher marks every office as ended. `relative`, `associate`: of a person in office; ' +
        '`relative_or_associate` if the list does not distinguish them.',
    }),
    of: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'The person in office.' }),
          relation: Nullable(Type.String(), { description: 'The publisher’s term for it.' }),
        }),
        { description: 'The people whose relative or associate it is, if the list names them.' },
      ),
    ),
  },
  { title: 'ListedPep' },
);

/** The entity of a hit, if other hits of the answer are the same entity. */
export const SameEntity = Type.Object(
  {
    id: Type.String({
      description: '`entryId` of the first hit of the same person or thing in this answer.',
    }),
    sameBy: Type.Array(StringEnum('SameEntityBy', SAME_BY), {
      description:
        '`publisher_id`: one publisher gives both the same id. `identifier`: they share a unique number. ' +
        '`name`: equal names, and facts that agree.',
    }),
  },
  {
    title: 'SameEntity',
    description:
      'Present when other hits of the answer, and of the same subject, are the same person or thing. Hits of one list are never merged.',
  },
);

/** An identifier that the query and the entry share; `country` is that of both. */
export type IdentifierMatch = Static<typeof ShownIdentifier>;

export const Hit = Type.Object(
  {
    listKind: StringEnum('ListKind', LIST_KINDS),
    listId: Type.String(),
    source: Type.String({ description: 'Source of the list.' }),
    listName: Type.String(),
    entryId: Type.String(),
    listRevision: Type.Optional(
      Type.Integer({
        description:
          'Revision of the searched list: the `version` that returns the entry as it was. Absent in ' +
          'screenings from before it was stored.',
      }),
    ),
    name: Type.String({ description: "The entry's primary name." }),
    matchedName: Type.String({ description: 'The name or alias that matched best.' }),
    score: Type.Number({
      description:
        'How well the names agree, 0 to 100; with `identifiers` it may be below the threshold.',
    }),
    dob: Nullable(Type.String(), {
      description: 'Date of birth on the list, as precise as the list has it.',
    }),
    country: Nullable(Type.String()),
    programs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Sanctions programs that list it. Present if the list names some.',
      }),
    ),
    topics: Type.Optional(Topics),
    pep: Type.Optional(ListedPep),
    entity: Type.Optional(SameEntity),
    explanation: Explanation,
    identifiers: Type.Optional(
      Type.Array(ShownIdentifier, {
        description:
          'Present when the entry has identifiers of the query: lists them, with the country that both name. It is then a hit ' +
          'whatever its name. Such hits come first.',
      }),
    ),
    ...contradictedFields,
    embargo: Type.Optional(
      Type.Object(
        {
          field: StringEnum('PlaceField', PLACE_FIELDS, {
            description: 'Field of the query that names the place.',
          }),
        },
        {
          title: 'EmbargoMatch',
          description:
            'Present when the entry is a place under an embargo that the query names. Names are not compared with such lists.',
        },
      ),
    ),
    decision: Type.Optional(
      Only('false_positive', {
        description:
          'True if it was decided that the subject of `subjectId` is not this entry, and neither has changed since. The hit ' +
          'does not count for the outcome.',
      }),
    ),
    federated: Type.Optional(
      Type.Literal(true, {
        description:
          'True if the decision comes from the owner of a federation group, on a person with ' +
          'the same name, date of birth and country.',
      }),
    ),
  },
  { title: 'ScreeningHit' },
);
export type Hit = Static<typeof Hit>;

export const resultFields = {
  screeningId: Type.String({ description: 'Id of the stored screening.' }),
  screenedAt: Timestamp('When it was screened.'),
  listVersion: Type.String({ description: 'Changes with the content of a checked list.' }),
  outcome: StringEnum('ScreeningOutcome', OUTCOMES, {
    description:
      '`block`: a blocklist hit, or a sanctions hit of 95 or more whose topics and programmes mean that the party is ' +
      'blocked. `review`: any other hit that is not from an allowlist. `clear`: no hits.',
  }),
  federated: Type.Optional(Federated),
  checked: Type.Optional(Checked),
};

/** Absent in older screenings. */
export const checkedFields = {
  lists: Type.Optional(
    Type.Array(CheckedList, {
      description:
        'The checked lists, as they were when `listVersion` was first returned. Absent in screenings from ' +
        'before they were stored.',
    }),
  ),
};

export const ScreenResult = Type.Object(
  { ...resultFields, consentWithdrawnAt, ...checkedFields, hits: Type.Array(Hit) },
  { title: 'ScreeningResult' },
);
export type ScreenResult = Static<typeof ScreenResult>;

export const BatchResult = Type.Object({
  ...checkedFields,
  results: Type.Array(
    Type.Object(
      { ref: Nullable(Type.String()), ...resultFields, hits: Type.Array(Hit) },
      { title: 'BatchScreeningResult' },
    ),
    { description: 'In the order of the items.' },
  ),
});
export type BatchResult = Static<typeof BatchResult>;
