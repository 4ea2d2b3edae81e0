import { joinSimilarity, tokenSimilarity } from '../matching/similarity.ts';
import {
  matchedTo,
  NOTHING,
  reaches,
  sum,
  unitsOf,
  upTo,
  type Contribution,
  type QueryUnit,
} from './bounds.ts';
import { isEditable } from './index-keys.ts';
import { namesByJoin, type JoinedNames } from './joined-names.ts';
import { allSimilarWords, nearbyToJoin, nearbyWords, type Nearby } from './nearby.ts';
import type { PreparedQuery } from './prepare.ts';
import { LISTED_FROM } from './probe-sets.ts';
import type { Segment } from './segment.ts';

/** Words lighter than this are looked up only when the others do not suffice. */
const HEAVY = 0.45;
const INITIAL_SIMILARITY = 0.9;

/** A word of the query and what the segment has for it. */
export interface Unit {
  readonly unit: QueryUnit;
  /** Undefined: not looked up, so any word may be equal to it. */
  listed: { nearby: Nearby; contributions: readonly { gain: number; cost: number }[] } | undefined;
  /** The best that words which are not listed can do. */
  unlisted: Contribution;
  /** Postings of the listed words, in bytes: what generating candidates from it costs. */
  cost: number;
  /** Names with a joined reading near to it; undefined: any name may have one. */
  joined: JoinedNames | undefined;
}

/** Listed words that must be gone through, so that no name that can reach the threshold is missed. */
export interface Plan {
  readonly units: readonly Unit[];
  /** Units whose listed words create candidates; undefined: every name is a candidate. */
  readonly generators: readonly Unit[] | undefined;
  /** Agreement below which a name is no hit. */
  readonly floor: number;
}

const similarityOfUnlisted = (unit: QueryUnit, exhaustive: boolean): number => {
  if (unit.token.kind === 'initial') return INITIAL_SIMILARITY;
  return isEditable(unit.token) && !exhaustive ? LISTED_FROM : 0;
};

const lookUp = (
  target: Unit,
  index: number,
  query: PreparedQuery,
  segment: Segment,
  exhaustive: boolean,
): void => {
  const word = query.words[index]!;
  const { token } = word;
  const { vocabulary, postingStarts } = segment;
  const nearby = exhaustive ? allSimilarWords(token, segment) : nearbyWords(word, segment);
  target.listed = {
    nearby,
    contributions: Array.from(nearby.ids, (id, i) =>
      matchedTo(target.unit, nearby.similarities[i]!, vocabulary.weight(id), vocabulary.kind(id)),
    ),
  };
  target.unlisted = upTo(target.unit, similarityOfUnlisted(target.unit, exhaustive));
  target.cost = nearby.ids.reduce(
    (sum, id) => sum + postingStarts[id + 1]! - postingStarts[id]!,
    0,
  );
  target.joined = namesByJoin(word, segment, exhaustive);
};

/** Whether a name can reach the floor with these units finding only what is not listed, all others their best. */
const canDoWithout = (
  units: readonly Unit[],
  without: ReadonlySet<Unit>,
  floor: number,
): boolean => {
  let total = NOTHING;
  units.forEach((each) => {
    const { weight } = each.unit.token;
    const best = { gain: weight, cost: 0, leastGain: weight, leastCost: 0 };
    total = sum(total, without.has(each) ? each.unlisted : best);
  });
  return reaches(floor, total.leastGain, total.leastCost, total.gain, total.cost);
};

const choose = (
  units: readonly Unit[],
  floor: number,
): Unit[] | undefined => {
  const chosen = new Set<Unit>();
  const usable = units
    .filter((each) => each.listed !== undefined && each.joined !== undefined)
    .toSorted((a, b) => a.cost - b.cost);
  for (const each of usable) {
    chosen.add(each);
    if (!canDoWithout(units, chosen, floor)) return [...chosen];
  }
  return undefined;
};

/**
 * Looks the query's words up and chooses the ones that create candidates: the cheapest set without which no
 * name can reach `floor` (MaxScore).
 */
export const planFor = (
  query: PreparedQuery,
  segment: Segment,
  floor: number,
  exhaustive: boolean,
): Plan => {
  const units = unitsOf(query.name).map((unit): Unit => ({
    unit,
    listed: undefined,
    unlisted: { gain: unit.token.weight, cost: 0, leastGain: unit.token.weight, leastCost: 0 },
    cost: Infinity,
    joined: undefined,
  }));
  units.forEach((each, i) => {
    if (each.unit.token.weight >= HEAVY) lookUp(each, i, query, segment, exhaustive);
  });
  let generators = choose(units, floor);
  if (generators === undefined) {
    units.forEach((each, i) => {
      if (each.listed === undefined) lookUp(each, i, query, segment, exhaustive);
    });
    generators = choose(units, floor);
  }
  return { units, generators, floor };
};

/** A vocabulary word that a joined reading of the query is near to, and the bits of the words it covers. */
export interface WordByJoin {
  readonly id: number;
  readonly covered: number;
}

/** Vocabulary words that a joined reading of the query brings together with it, and the words it covers. */
export const wordsByQueryJoin = (
  query: PreparedQuery,
  segment: Segment,
  exhaustive: boolean,
): WordByJoin[] => {
  const found: WordByJoin[] = [];
  query.joins.forEach((word, i) => {
    const join = query.name.joins[i]!;
    let covered = 0;
    for (let at = join.from; at < join.to; at++) covered |= 1 << at;
    const { ids } = exhaustive ? allSimilarWords(word.token, segment) : nearbyToJoin(word, segment);
    for (const id of ids) {
      const other = segment.vocabulary.token(id);
      if (joinSimilarity(join.token, other, tokenSimilarity).similarity > 0)
        found.push({ id, covered });
    }
  });
  return found;
};
