import { either, FAINT_JOIN, reaches, upTo, type Contribution } from './bounds.ts';
import type { Unit } from './plan.ts';
import { covers, faintShare, type QueryJoin } from './query-joins.ts';
import { mostOfFaint } from './word-rows.ts';

/** What words of a query can do beside what is known. */
export interface Open {
  readonly contributions: readonly Contribution[];
  /** Bits of those that can do so in any name. */
  readonly always: number;
}

/** What each word of a query can do through what no lookup has found. */
export interface UnitBounds {
  /** With a word of a name that is not listed. */
  readonly unlisted: readonly Contribution[];
  /** With one that is FAINT. */
  readonly faint: readonly Contribution[];
  /** With a joined reading of a name. */
  readonly joinBounds: readonly Contribution[];
  /** With one that is not listed, or with a joined reading. */
  readonly open: Open;
  /** The same before it is known which words are like a joined reading of the query. */
  readonly first: Open;
  /** What it costs when it stays unmatched. */
  readonly unmatched: Float64Array;
  /** Bits of the words for which a joined reading of the name can be enough, if all others agree. */
  readonly joinable: number;
  /** Gain of so many of these through joined readings, at most. */
  readonly joinSums: Float64Array;
  /** How often each word comes before in the query. */
  readonly earlier: Uint8Array;
  /** Whether a word is repeated. */
  readonly hasRepeats: boolean;
}

/** Whether a name can reach the floor if these words contribute so much each and the others all they can. */
export const canMake = (
  units: readonly Unit[],
  floor: number,
  bits: number,
  { gain, cost, leastGain, leastCost }: Contribution,
): boolean => {
  let [least, most, leastOfCosts, mostOfCosts] = [0, 0, 0, 0];
  units.forEach(({ best }, i) => {
    const isBest = (bits & (1 << i)) === 0;
    most += isBest ? best : gain;
    least += isBest ? best : leastGain;
    mostOfCosts += isBest ? 0 : cost;
    leastOfCosts += isBest ? 0 : leastCost;
  });
  return reaches(floor, least, leastOfCosts, most, mostOfCosts);
};

/** Sums of the greatest gains of those whose bits are set, by how many of them. */
const sumsOf = (bounds: readonly Contribution[], bits: number): Float64Array => {
  const gains = bounds.filter((_, i) => (bits & (1 << i)) !== 0).map(({ gain }) => gain);
  const sums = new Float64Array(gains.length + 1);
  gains.sort((a, b) => b - a);
  for (let i = 0; i < gains.length; i++) sums[i + 1] = sums[i]! + gains[i]!;
  return sums;
};

/** `faintJoins`: joined readings of the query that may matter although no lookup has found a word like them. */
export const unitBounds = (
  units: readonly Unit[],
  floor: number,
  faintJoins: readonly QueryJoin[],
): UnitBounds => {
  const unlisted = units.map(({ unit, most }) => upTo(unit, most));
  const joinBounds = units.map((each) =>
    each.joined === undefined ? each.unlisted : upTo(each.unit, FAINT_JOIN),
  );
  const joinable = units.reduce(
    (bits, _, i) => (canMake(units, floor, 1 << i, joinBounds[i]!) ? bits | (1 << i) : bits),
    0,
  );
  const earlier = new Uint8Array(units.length);
  for (let i = 1; i < units.length; i++) {
    const { key } = units[i]!.unit.token;
    for (let j = 0; j < i; j++) if (units[j]!.unit.token.key === key) earlier[i]!++;
  }
  const open = unlisted.map((own, i) => either(own, joinBounds[i]!));
  return {
    unlisted,
    joinBounds,
    faint: units.map((each) => upTo(each.unit, mostOfFaint(each))),
    open: { contributions: open, always: joinable },
    first: {
      contributions: open.map((own, i) =>
        faintJoins.reduce(
          (all, join) => (covers(join, i) ? either(all, faintShare(join)) : all),
          own,
        ),
      ),
      always: faintJoins.reduce((bits, { covered }) => bits | covered, joinable),
    },
    unmatched: Float64Array.from(
      units,
      ({ unit: { token, unmatched } }) => token.weight * unmatched,
    ),
    joinable,
    joinSums: sumsOf(joinBounds, joinable),
    earlier,
    hasRepeats: earlier.some((times) => times > 0),
  };
};
