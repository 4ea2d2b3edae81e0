/** Places and addresses in the form for comparison: a country, and hashes of words. */
import anyAscii from 'any-ascii';
import { countryCodeFromName, countryCodeOf, mayBeSameCountry } from '../countries.ts';
import { hashText, SPACE } from '../reduce.ts';

/** A place with 16 bits per word. All places of an entry take a few hundred bytes, and few words share a hash. */
export type Place = {
  /** ISO 3166-1 alpha-2; null if the country is unknown. */
  readonly country: string | null;
  /** The words without duplicates, in the order of the text. */
  readonly words: readonly number[];
};

const MOST_WORDS = 16;
/** Words that many places share. */
const COMMON = new Set(
  (
    'and avenue building city district floor governorate house near oblast office of the place province region road ' +
    'room state street suite town unit village box po st rd ave apt flat block no'
  ).split(' '),
);

function hashWord(word: string): number {
  return hashText(SPACE.place, word) >>> 16;
}

/** Returns the country at the end of a place, and the text before it: "Kaziba, Congo, Democratic Republic of the". */
function splitCountry(text: string): { country: string | null; rest: string } {
  const parts = text.split(',').map((part) => part.trim());
  for (const count of [2, 1]) {
    if (parts.length < count) continue;
    const last = parts.slice(-count).join(', ');
    const isCode = last === last.toUpperCase();
    const code = (isCode ? countryCodeOf(last) : undefined) ?? countryCodeFromName(last);
    if (code) return { country: code, rest: parts.slice(0, -count).join(' ') };
  }
  return { country: null, rest: text };
}

/** Reads a place in users' notation, with the country after the last comma. */
export function readPlace(text: string): Place {
  const { country, rest } = splitCountry(text);
  const words = anyAscii(rest.normalize('NFKC'))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !COMMON.has(word));
  return { country, words: [...new Set(words.map(hashWord))].slice(0, MOST_WORDS) };
}

export type PlaceRelation = 'same' | 'different';

function differ(a: Place, b: Place): boolean {
  return a.country !== null && b.country !== null && !mayBeSameCountry(a.country, b.country);
}

function shared(a: Place, b: Place): number {
  return a.words.filter((word) => b.words.includes(word)).length;
}

/** The number of words that two addresses must share, and the share of the shorter address that this must be. */
const ADDRESS_WORDS = 3;
const ADDRESS_SHARE = 0.6;

function compareAll(
  asked: readonly Place[],
  listed: readonly Place[],
  isSame: (a: Place, b: Place) => boolean,
): PlaceRelation | undefined {
  if (asked.length === 0 || listed.length === 0) return undefined;
  const pairs = asked.flatMap((one) => listed.map((other) => [one, other] as const));
  if (pairs.some(([one, other]) => !differ(one, other) && isSame(one, other))) return 'same';
  return pairs.every(([one, other]) => differ(one, other)) ? 'different' : undefined;
}

/** Places of birth agree if they share a word; they contradict if all their countries differ. */
export function compareBirthPlaces(
  asked: readonly Place[],
  listed: readonly Place[],
): PlaceRelation | undefined {
  return compareAll(asked, listed, (one, other) => shared(one, other) > 0);
}

/**
 * Addresses agree if they share most of their words, and at least three; they contradict if all their countries
 * differ.
 */
export function compareAddresses(
  asked: readonly Place[],
  listed: readonly Place[],
): PlaceRelation | undefined {
  return compareAll(asked, listed, (one, other) => {
    const least = Math.min(one.words.length, other.words.length) * ADDRESS_SHARE;
    return shared(one, other) >= Math.max(ADDRESS_WORDS, least);
  });
}
