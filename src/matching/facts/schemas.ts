import { Type, type Static } from 'typebox';
import '../formats.ts';
import { StringEnum } from '../../platform/http/schema.ts';
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

/** Facts of a query other than its names, date, country and numbers. */
export const askedFacts = {
  type: Type.Optional(
    StringEnum('ScreenedType', ASKED_TYPES, { description: 'The kind of entity with this name.' }),
  ),
  gender: Type.Optional(StringEnum('ScreenedGender', GENDERS)),
  birthDate: Type.Optional(
    Type.String({
      title: 'ScreenedBirthDate',
      format: 'partial-date',
      description:
        'YYYY, YYYY-MM or YYYY-MM-DD. Replaces `dob`, which is then not compared; an equal date adds points.',
    }),
  ),
  birthPlace: Type.Optional(place('As written, with the country after the last comma.')),
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
        description: 'Replaces `country`, which is then not compared.',
      },
    ),
  ),
  addresses: Type.Optional(
    Type.Array(place('As written, with the country after the last comma.'), {
      title: 'ScreenedAddresses',
      minItems: 1,
      maxItems: MOST_ADDRESSES,
    }),
  ),
};

const AskedFacts = Type.Object(askedFacts);
/** A query's facts in normal form: countries are in capitals, sorted and without duplicates. */
export type AskedFacts = Static<typeof AskedFacts>;

/** The facts of an entry. A field is absent rather than empty. */
export const ListedFacts = Type.Object(
  {
    gender: Type.Optional(StringEnum('ScreenedGender', GENDERS)),
    birthPlaces: Type.Optional(Type.Array(Type.String(), { description: 'As written.' })),
    addresses: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ListedFacts' },
);
export type ListedFacts = Static<typeof ListedFacts>;

/** The fields that contradict a hit. */
export const contradictedFields = {
  contradicted: Type.Optional(
    Type.Array(StringEnum('ScreeningFact', FACTS), {
      description:
        'Present if facts of the entry contradict the query: lists them. The hit is at most `review`, unless an ' +
        'identifier shows that it is the same person or thing.',
    }),
  ),
  counts: Type.Optional(
    Type.Literal(false, {
      description:
        'True if facts contradict a hit of a PEP or adverse media list. The hit then does not count for the outcome, and opens no hit of a ' +
        'subject. The organization’s profile can let such hits count.',
    }),
  ),
};

/** The facts in an explanation. */
export const WeighedFacts = Type.Object(
  {
    profile: Type.String({ description: 'Name of the profile of weights.' }),
    version: Type.Integer({ description: 'Version of the profile.' }),
    points: Type.Number({
      description:
        'Points by which facts changed the score: their sum, within the limits of the profile and of scores.',
    }),
    compared: Type.Array(
      Type.Object({
        fact: StringEnum('ScreeningFact', FACTS),
        relation: StringEnum('FactRelation', RELATIONS),
        points: Type.Number({ description: 'Points that the profile gives for it.' }),
        listed: Type.Optional(
          Type.String({ description: 'The value of the entry, if it is one short value.' }),
        ),
      }),
    ),
  },
  { title: 'WeighedFacts', description: 'Present when both sides have facts that were compared.' },
);

/** Returns the facts of a query in normal form; undefined if there are none. */
export function factsOf(question: AskedFacts): AskedFacts | undefined {
  const { type, gender, birthDate, birthPlace, nationality, addresses } = question;
  const facts: AskedFacts = {
    ...(type && { type }),
    ...(gender && { gender }),
    ...(birthDate && { birthDate }),
    ...(birthPlace && { birthPlace }),
    ...(nationality && {
      nationality: [...new Set(nationality.map((code) => code.toUpperCase()))].toSorted(),
    }),
    ...(addresses && { addresses: [...new Set(addresses)] }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}
