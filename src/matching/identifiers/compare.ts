/** Compares a query's identifiers with those of an entry. */
import { mayBeSameCountry } from '../countries.ts';
import { isSingle, isWorldwide, type Identifier } from './kinds.ts';

/** A query's identifier that an entry also has. */
export type SharedIdentifier = {
  readonly asked: Identifier;
  /** The country of both; null if one side does not state it, or if it does not matter. */
  readonly country: string | null;
};

/** Returns true if two kinds may mean the same kind. A list may not state the kind. */
function agree(asked: Identifier, listed: Identifier): boolean {
  return (
    asked.value === listed.value &&
    (asked.kind === listed.kind || (listed.kind === 'other' && asked.kind !== 'wallet')) &&
    (asked.country === null ||
      listed.country === null ||
      mayBeSameCountry(asked.country, listed.country))
  );
}

/** Returns the identifiers of a query that the entry also has, in the query's order. */
export function sharedIdentifiers(
  asked: readonly Identifier[],
  listed: readonly Identifier[],
): SharedIdentifier[] {
  return asked.flatMap((one): SharedIdentifier[] => {
    const same = listed.filter((other) => agree(one, other));
    const [first] = same;
    if (!first) return [];
    const isBoth = one.country !== null && same.some(({ country }) => country === one.country);
    return [{ asked: one, country: isBoth ? one.country : null }];
  });
}

/**
 * Returns the numbers of an entry that contradict the query. They have a kind of which one party has only one number,
 * per country where that matters, and the query has a different number of that kind.
 */
export function contradictions(
  asked: readonly Identifier[],
  listed: readonly Identifier[],
): Identifier[] {
  return listed.filter(({ kind, country }) => {
    if (!isSingle(kind) || (country === null && !isWorldwide(kind))) return false;
    const alike = (one: Identifier): boolean => one.kind === kind && one.country === country;
    const ours = asked.filter(alike);
    return ours.length > 0 && !listed.some((one) => ours.some((other) => agree(other, one)));
  });
}

/**
 * Returns true if only one person or thing can have this number: the kind is global, or both sides state the country.
 */
export function isCertain(kind: Identifier['kind'], country: string | null): boolean {
  return isWorldwide(kind) || (country !== null && kind !== 'other');
}
