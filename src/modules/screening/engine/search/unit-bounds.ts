import { upTo, type Contribution } from './bounds.ts';
import type { Unit } from './plan.ts';
import { mostOfFaint } from './word-rows.ts';

/** What each word of a query can do through what no lookup has found. */
export type UnitBounds = {
  /** With a word of a name that is not listed. */
  readonly unlisted: readonly Contribution[];
  /** With one that is FAINT. */
  readonly faint: readonly Contribution[];
  /** What it costs when it stays unmatched. */
  readonly unmatched: readonly number[];
  /** How often each word comes before in the query, written in the same way. */
  readonly earlier: Uint8Array;
  /** Whether a word is repeated, in whatever script. */
  readonly hasRepeats: boolean;
};

export function unitBounds(units: readonly Unit[]): UnitBounds {
  const earlier = new Uint8Array(units.length);
  let hasRepeats = false;
  for (let i = 1; i < units.length; i++) {
    const { key, id } = units[i]!.unit.token;
    for (let j = 0; j < i; j++) {
      const other = units[j]!.unit.token;
      if (other.key === key) hasRepeats = true;
      // In another script it is not as alike to the same words.
      if (other.id === id) earlier[i]!++;
    }
  }
  return {
    unlisted: units.map(({ unit, most }) => upTo(unit, most)),
    faint: units.map((each) => upTo(each.unit, mostOfFaint(each))),
    unmatched: units.map(({ unit: { token, unmatched } }) => token.weight * unmatched),
    earlier,
    hasRepeats,
  };
}
