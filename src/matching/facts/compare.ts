/** Compares a query's facts with those of an entry. */
import { compareStatedDates } from '../../names/index.ts';
import { mayBeSameCountry } from '../countries.ts';
import type { AskedFacts } from './schemas.ts';
import type { EntityType, Gender } from './listed.ts';
import {
  compareAddresses,
  compareBirthPlaces,
  readPlace,
  type Place,
  type PlaceRelation,
} from './places.ts';
import type { Fact, Relation } from './profile.ts';

/** An entry's facts in the form that a segment stores. */
export type EntryFacts = {
  readonly type: EntityType;
  readonly gender: Gender | undefined;
  readonly birthPlaces: readonly Place[];
  readonly addresses: readonly Place[];
};

/** A query's facts, read once for any number of entries. */
export type PreparedFacts = Omit<AskedFacts, 'birthPlace' | 'addresses'> & {
  readonly birthPlaces: readonly Place[];
  readonly addresses: readonly Place[];
};

/** `listed` is the entry's value, if it is a single short value. */
export type ComparedFact = { fact: Fact; relation: Relation; listed?: string };

export function prepareFacts({ birthPlace, addresses, ...facts }: AskedFacts): PreparedFacts {
  return {
    ...facts,
    birthPlaces: birthPlace === undefined ? [] : [readPlace(birthPlace)],
    addresses: (addresses ?? []).map(readPlace),
  };
}

/** Returns the query's facts, prepared for comparison. */
export function factsIn(asked: AskedFacts): Fact[] {
  const { type, gender, birthDate, birthPlace, nationality, addresses } = asked;
  const values = { type, gender, birthDate, birthPlace, nationality, address: addresses };
  return (Object.keys(values) as Fact[]).filter((fact) => values[fact] !== undefined);
}

function equality(fact: Fact, asked: string | undefined, listed: string): ComparedFact[] {
  if (asked === undefined) return [];
  return [{ fact, relation: asked === listed ? 'same' : 'different', listed }];
}

function place(fact: Fact, relation: PlaceRelation | undefined): ComparedFact[] {
  return relation ? [{ fact, relation }] : [];
}

/** Returns the facts that agree or contradict. A fact that one side lacks does neither. */
export function compareFacts(
  asked: PreparedFacts,
  { type, gender, birthPlaces, addresses }: EntryFacts,
  { dobs, countries }: { dobs: readonly string[]; countries: readonly string[] },
): ComparedFact[] {
  const date =
    asked.birthDate === undefined ? undefined : compareStatedDates(asked.birthDate, dobs);
  const relation: Relation | undefined = date?.relation === 'exact' ? 'same' : date?.relation;
  const common = asked.nationality?.find((country) =>
    countries.some((listed) => mayBeSameCountry(country, listed)),
  );
  return [
    ...(type === 'unknown' ? [] : equality('type', asked.type, type)),
    ...(gender === undefined ? [] : equality('gender', asked.gender, gender)),
    ...(relation ? [{ fact: 'birthDate' as const, relation, listed: date!.candidate }] : []),
    ...place('birthPlace', compareBirthPlaces(asked.birthPlaces, birthPlaces)),
    ...(asked.nationality && countries.length > 0
      ? [
          {
            fact: 'nationality' as const,
            relation: common ? ('same' as const) : ('different' as const),
            listed: common ?? countries.join(' '),
          },
        ]
      : []),
    ...place('address', compareAddresses(asked.addresses, addresses)),
  ];
}
