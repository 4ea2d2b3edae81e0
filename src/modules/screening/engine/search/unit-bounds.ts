import { either, FAINT_JOIN, reaches, upTo, type Contribution } from './bounds.ts';
import type { Unit } from './plan.ts';
import { mostOfFaint } from './word-rows.ts';

/** What each word of a query can do through what no lookup has found. */
export interface UnitBounds {
  /** With a word of a name that is not listed. */
  readonly unlisted: readonly Contribution[];
  /** With one that is FAINT. */
  readonly faint: readonly Contribution[];
  /** With a joined reading of a name. */
  readonly joinBounds: readonly Contribution[];
  /** With one that is not listed, or with a joined reading. */
  readonly open: readonly Contribution[];
  /** What it costs when it stays unmatched. */
  readonly unmatched: Float64Array;
  /** Bits of the words for which a joined reading can be enough, if all others agree. */
  readonly joinable: number;
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

export const unitBounds = (units: readonly Unit[], floor: number): UnitBounds => {
  const unlisted = units.map(({ unit, most }) => upTo(unit, most));
  const joinBounds = units.map((each) =>
    each.joined === undefined ? each.unlisted : upTo(each.unit, FAINT_JOIN),
  );
  return {
    unlisted,
    joinBounds,
    faint: units.map((each) => upTo(each.unit, mostOfFaint(each))),
    open: unlisted.map((own, i) => either(own, joinBounds[i]!)),
    unmatched: Float64Array.from(
      units,
      ({ unit: { token, unmatched } }) => token.weight * unmatched,
    ),
    joinable: units.reduce(
      (bits, _, i) => (canMake(units, floor, 1 << i, joinBounds[i]!) ? bits | (1 << i) : bits),
      0,
    ),
    hasRepeats: new Set(units.map(({ unit }) => unit.token.key)).size < units.length,
  };
};
