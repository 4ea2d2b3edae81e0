import { joinSimilarity, tokenSimilarity } from '../matching/similarity.ts';
import {
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
import { allSimilarWords, nearbyToJoin, nearbyWords, wordsOfKey, type Nearby } from './nearby.ts';
import type { PreparedQuery, QueryWord } from './prepare.ts';
import { LISTED_FROM } from './radius.ts';
import type { Segment } from './segment.ts';
import type { TimeLimit } from '../../../platform/time-limit.ts';

/** Words lighter than this are looked up only when the others do not suffice. */
const HEAVY = 0.45;
const INITIAL_SIMILARITY = 0.9;
/** Bytes of postings that are gone through as fast as a word is looked up. */
const CHEAP = 64;

/** A word of the query and what the segment has for it. */
export interface Unit {
  readonly unit: QueryUnit;
  readonly index: number;
  /** Undefined: not looked up, so any word may be equal to it and any name may have a joined reading of it. */
  found: Found | undefined;
  /** The best that words which are not listed can do. */
  unlisted: Contribution;
  /** Postings of its words, in bytes: what generating candidates from it costs; at first a guess. */
  cost: number;
}

interface Found {
  readonly nearby: Nearby;
  readonly joined: JoinedNames;
}

/** Which words of the query create candidates, so that no name that can reach the threshold is missed. */
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

/** Whether an earlier query has looked the word up. */
const isLookedUp = ({ token: { id } }: QueryWord, { nearby, joined }: Segment): boolean =>
  nearby.has(id) && joined.has(id);

const postingsOf = (segment: Segment, id: number): number =>
  segment.postingStarts[id + 1]! - segment.postingStarts[id]!;

const lookUp = (
  target: Unit,
  query: PreparedQuery,
  segment: Segment,
  exhaustive: boolean,
): void => {
  const word = query.words[target.index]!;
  const nearby = exhaustive ? allSimilarWords(word.token, segment) : nearbyWords(word, segment);
  target.found = { nearby, joined: namesByJoin(word, segment, exhaustive) };
  target.unlisted = upTo(target.unit, similarityOfUnlisted(target.unit, exhaustive));
  target.cost = 0;
  for (const id of nearby.ids) target.cost += postingsOf(segment, id);
};

/** Whether a name can reach the floor with these units finding only what is not listed, all others their best. */
const canDoWithout = (
  units: readonly Unit[],
  without: ReadonlySet<Unit>,
  floor: number,
): boolean => {
  let total = NOTHING;
  for (const each of units) {
    const { weight } = each.unit.token;
    const best = { gain: weight, cost: 0, leastGain: weight, leastCost: 0 };
    total = sum(total, without.has(each) ? each.unlisted : best);
  }
  return reaches(floor, total.leastGain, total.leastCost, total.gain, total.cost);
};

/** The cheapest units first, until no name can do without all of them; undefined if it always can. */
const choose = (
  units: readonly Unit[],
  floor: number,
  prepare: (unit: Unit) => void,
): Unit[] | undefined => {
  const chosen = new Set<Unit>();
  const byCost = units.toSorted(
    (a, b) =>
      Number(b.unit.token.weight >= HEAVY) - Number(a.unit.token.weight >= HEAVY) ||
      a.cost - b.cost,
  );
  for (const each of byCost) {
    prepare(each);
    chosen.add(each);
    if (!canDoWithout(units, chosen, floor)) return [...chosen];
  }
  return undefined;
};

const totalCost = (units: readonly Unit[]): number =>
  units.reduce((total, { cost }) => total + cost, 0);

/**
 * Looks words of the query up and chooses the ones that create candidates: a cheap set without which no name
 * can reach `floor` (MaxScore). The rarest first, as far as can be told before they are looked up.
 */
export const planFor = (
  query: PreparedQuery,
  segment: Segment,
  floor: number,
  exhaustive: boolean,
  limit: TimeLimit | undefined,
): Plan => {
  const units = unitsOf(query.name).map((unit, index): Unit => {
    const { weight } = unit.token;
    const unlisted = { gain: weight, cost: 0, leastGain: weight, leastCost: 0 };
    let cost = 0;
    for (const id of wordsOfKey(query.words[index]!, segment)) cost += postingsOf(segment, id);
    return { unit, index, found: undefined, unlisted, cost };
  });
  const prepare = (each: Unit): void => {
    if (each.found !== undefined) return;
    limit?.check();
    lookUp(each, query, segment, exhaustive);
  };
  let generators = choose(units, floor, prepare);
  // With many names to look at, knowing the other words as well rules most of them out.
  const isCostly = generators !== undefined && totalCost(generators) > CHEAP;
  for (const each of units) {
    if (each.found !== undefined || each.unit.token.weight < HEAVY) continue;
    if (isCostly || isLookedUp(query.words[each.index]!, segment)) prepare(each);
  }
  generators = choose(units, floor, prepare);
  return { units, generators, floor };
};

/** A vocabulary word that a joined reading of the query is near to, and the bits of the words it covers. */
export interface WordByJoin {
  readonly id: number;
  readonly covered: number;
  /** The weight of the joined reading, shared out among the words. */
  readonly gain: number;
}

/**
 * Vocabulary words that a joined reading of the query brings together with it, and the words it covers. Faintly
 * similar ones as well: beside such a word, the joined reading may be equal to one of the name.
 */
export const wordsByQueryJoin = (
  query: PreparedQuery,
  segment: Segment,
  exhaustive: boolean,
  limit: TimeLimit | undefined,
): WordByJoin[] => {
  const found: WordByJoin[] = [];
  query.joins.forEach((word, i) => {
    limit?.check();
    const join = query.name.joins[i]!;
    let covered = 0;
    for (let at = join.from; at < join.to; at++) covered |= 1 << at;
    const gain = join.token.weight / (join.to - join.from);
    const { ids } = exhaustive ? allSimilarWords(word.token, segment) : nearbyToJoin(word, segment);
    for (const id of ids) {
      const other = segment.vocabulary.token(id);
      if (joinSimilarity(join.token, other, tokenSimilarity).similarity > 0)
        found.push({ id, covered, gain });
    }
  });
  return found;
};
