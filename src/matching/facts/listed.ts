/** Facts of an entry from its list, other than its names, dates, countries and numbers. */
import type { ListedFacts } from './schemas.ts';

export const ENTITY_TYPES = ['unknown', 'person', 'organization', 'vessel', 'aircraft'] as const;
/** The type of an entry; `unknown` if the source does not state it. */
export type EntityType = (typeof ENTITY_TYPES)[number];

export const GENDERS = ['female', 'male'] as const;
export type Gender = (typeof GENDERS)[number];

/** Returns the gender for a list's word; undefined for any other word. */
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

/** Maximum number of places or addresses kept per entry. */
const MOST_PLACES = 50;
/** The maximum length of a place or address that is kept. */
const MOST_CHARACTERS = 500;

function kept(texts: Iterable<string>): string[] {
  const clean = [...texts]
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS).toWellFormed())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  return [...new Set(clean)].slice(0, MOST_PLACES);
}

/**
 * Returns the field with the facts of an entry, or no field without facts. If a list states different genders, the
 * gender is omitted.
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
