import { Type, type Static } from 'typebox';
import '../formats.ts';
import { StringEnum } from '../../../platform/http/schema.ts';
import { GENDERS } from './listed.ts';
import { FACTS, RELATIONS } from './profile.ts';

const ASKED_TYPES = ['person', 'organization', 'vessel', 'aircraft'] as const;
const MOST_NATIONALITIES = 10;
const MOST_ADDRESSES = 10;
const MOST_CHARACTERS = 500;

function place(description: string) {
  return Type.String({
    title: 'ScreenedPlace',
    maxLength: MOST_CHARACTERS,
    format: 'screening-place',
    description,
  });
}

/** Facts of a question beside its names, date, country and numbers. */
export const askedFacts = {
  type: Type.Optional(
    StringEnum('ScreenedType', ASKED_TYPES, { description: 'Sort of what has the name.' }),
  ),
  gender: Type.Optional(StringEnum('ScreenedGender', GENDERS)),
  birthDate: Type.Optional(
    Type.String({
      title: 'ScreenedBirthDate',
      format: 'partial-date',
      description:
        'YYYY, YYYY-MM or YYYY-MM-DD. It takes the place of `dob`, which is not compared beside it; an equal one adds points.',
    }),
  ),
  birthPlace: Type.Optional(place('As it is written, the country behind the last comma.')),
  nationality: Type.Optional(
    Type.Array(
      Type.String({
        format: 'iso-3166-1-alpha-2',
        description: 'ISO 3166-1 alpha-2, in any case.',
      }),
      {
        title: 'ScreenedNationalities',
        minItems: 1,
        maxItems: MOST_NATIONALITIES,
        description: 'It takes the place of `country`, which is not compared beside it.',
      },
    ),
  ),
  addresses: Type.Optional(
    Type.Array(place('As it is written, the country behind the last comma.'), {
      title: 'ScreenedAddresses',
      minItems: 1,
      maxItems: MOST_ADDRESSES,
    }),
  ),
};

const AskedFacts = Type.Object(askedFacts);
/** In normal form countries are in capitals, each once and in order. */
export type AskedFacts = Static<typeof AskedFacts>;

/** The facts of an entry. What is there is not empty. */
export const ListedFacts = Type.Object(
  {
    gender: Type.Optional(StringEnum('ScreenedGender', GENDERS)),
    birthPlaces: Type.Optional(Type.Array(Type.String(), { description: 'As they are written.' })),
    addresses: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ListedFacts' },
);
export type ListedFacts = Static<typeof ListedFacts>;

/** Fields of a hit that facts contradict. */
export const contradictedFields = {
  contradicted: Type.Optional(
    Type.Array(StringEnum('ScreeningFact', FACTS), {
      description:
        'There when facts of the entry contradict those of the question: these. The hit is for review at most, unless an ' +
        'identifier says that it is the same person or thing.',
    }),
  ),
  counts: Type.Optional(
    Type.Literal(false, {
      description:
        'Facts contradict a hit of a PEP or adverse media list: it does not count for the outcome, and opens no hit of a ' +
        'subject. The profile of the organization can have such hits count.',
    }),
  ),
};

/** The account of facts in an explanation. */
export const WeighedFacts = Type.Object(
  {
    profile: Type.String({ description: 'Name of the profile of weights.' }),
    version: Type.Integer({ description: 'Version of the profile.' }),
    points: Type.Number({
      description:
        'Points by which they moved the score: the sum of theirs, within the bounds of the profile and of scores.',
    }),
    compared: Type.Array(
      Type.Object({
        fact: StringEnum('ScreeningFact', FACTS),
        relation: StringEnum('FactRelation', RELATIONS),
        points: Type.Number({ description: 'Points that the profile gives for it.' }),
        listed: Type.Optional(
          Type.String({ description: 'The value of the entry, where it is one short value.' }),
        ),
      }),
    ),
  },
  { title: 'WeighedFacts', description: 'There when both sides have facts that were compared.' },
);
