/** A question's identifiers beside those of an entry. */
import { isSingle, isWorldwide, type Identifier } from './kinds.ts';

/** A question's identifier that an entry has. */
export type SharedIdentifier = {
  readonly asked: Identifier;
  /** The country of both; null where one of them does not say it, or it makes no difference. */
  readonly country: string | null;
};

/** Tells whether two numbers of one kind, or of one whose list does not say its kind, may be the same one. */
function agree(asked: Identifier, listed: Identifier): boolean {
  return (
    asked.value === listed.value &&
    (asked.kind === listed.kind || (listed.kind === 'other' && asked.kind !== 'wallet')) &&
    (asked.country === null || listed.country === null || asked.country === listed.country)
  );
}

/** The identifiers of a question that are among these of an entry, in their order. */
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
 * The numbers of an entry that contradict the question: of a kind, and a country where it matters, of which anybody has one
 * alone, the question has some and the entry has others.
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

/** One person or thing alone has this number: the kind is one for the world, or both sides name the country. */
export function isCertain(kind: Identifier['kind'], country: string | null): boolean {
  return isWorldwide(kind) || (country !== null && kind !== 'other');
}
