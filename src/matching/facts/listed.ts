/** Facts of an entry beside its names, dates, countries and numbers, as lists give them. */
import type { ListedFacts } from './schemas.ts';

export const ENTITY_TYPES = ['unknown', 'person', 'organization', 'vessel', 'aircraft'] as const;
/** The sort of thing an entry names; `unknown` where the source does not say. */
export type EntityType = (typeof ENTITY_TYPES)[number];

export const GENDERS = ['female', 'male'] as const;
export type Gender = (typeof GENDERS)[number];

/** The gender that a list says in its own words; undefined for everything that is neither. */
export function genderOf(text: string | undefined): Gender | undefined {
  switch (text?.trim().toLowerCase().replace(/\.$/, '')) {
    case 'f':
    case 'female':
    case 'woman':
      return 'female';
    case 'm':
    case 'male':
    case 'man':
      return 'male';
    default:
      return undefined;
  }
}

/** The most places or addresses of an entry that are kept. */
const MOST_PLACES = 50;
/** Characters of one. */
const MOST_CHARACTERS = 500;

function kept(texts: Iterable<string>): string[] {
  const clean = [...texts]
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS).toWellFormed())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  return [...new Set(clean)].slice(0, MOST_PLACES);
}

/**
 * The facts that are there, as a field of an entry; no field without any. Of several genders that differ none is one.
 */
export function factsField(given: {
  genders?: Iterable<string | undefined>;
  birthPlaces?: Iterable<string>;
  addresses?: Iterable<string>;
}): { facts?: ListedFacts } {
  const genders = new Set([...(given.genders ?? [])].map(genderOf).filter((one) => one));
  const [gender] = genders.size === 1 ? genders : [];
  const birthPlaces = kept(given.birthPlaces ?? []);
  const addresses = kept(given.addresses ?? []);
  const facts: ListedFacts = {
    ...(gender && { gender }),
    ...(birthPlaces.length > 0 && { birthPlaces }),
    ...(addresses.length > 0 && { addresses }),
  };
  return Object.keys(facts).length > 0 ? { facts } : {};
}
