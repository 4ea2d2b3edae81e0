import {
  NOTHING,
  reaches,
  sum,
  unitsOf,
  upTo,
  type Contribution,
  type QueryUnit,
} from './bounds.ts';
import { isEditable } from '../index-keys.ts';
import { namesByJoin, type JoinedNames } from '../joined-names.ts';
import { allSimilarWords, knownWords, nearbyWords, wordsOfKey, type Nearby } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import { NEAR, RADII, type Radius } from '../radius.ts';
import { covers, type QueryJoin } from './query-joins.ts';
import type { Segment } from '../segment.ts';
import { timeWithin } from '../shapes.ts';
import type { TimeLimit } from '../../../../platform/time-limit.ts';

/** Words lighter than this are looked up only when the others do not suffice. */
const HEAVY = 0.45;
const INITIAL_SIMILARITY = 0.9;
/** Bytes of postings that are gone through as fast as a word is looked up. */
const CHEAP = 48;
/** Nanoseconds that a lookup may always take: it saves comparing the words of names one by one. */
const AFFORDABLE_NS = 50_000;
/** Nanoseconds to go through the names of a byte of postings. */
const BYTE_NS = 600;

/** A word of the query and what the segment has for it. */
export interface Unit {
  readonly unit: QueryUnit;
  readonly word: QueryWord;
  /** The most that it gains: with an equal word, or as part of a joined reading. */
  readonly best: number;
  /** Undefined: not looked up, so any word may be equal to it. */
  nearby: Nearby | undefined;
  readonly joined: JoinedNames;
  /** Words that are not listed are at most so similar. */
  most: number;
  /** The best that these can do. */
  unlisted: Contribution;
  /** Postings of its words, in bytes: what generating candidates from it costs; at first a guess. */
  cost: number;
}

/** What is to be planned. */
export interface Question {
  readonly query: PreparedQuery;
  readonly segment: Segment;
  readonly joins: readonly QueryJoin[];
  /** Agreement below which a name is no hit. */
  readonly floor: number;
  /** Every word that is similar at all is to be listed. */
  readonly exhaustive: boolean;
  readonly limit: TimeLimit | undefined;
}

/** Which words of the query create candidates, so that no name that can reach the threshold is missed. */
export interface Plan {
  readonly units: readonly Unit[];
  readonly joins: readonly QueryJoin[];
  /** Units whose listed words create candidates; undefined: every name is a candidate. */
  readonly generators: readonly Unit[] | undefined;
  /** Joined readings whose words create candidates as well. */
  readonly generatingJoins: readonly QueryJoin[];
  /** Agreement below which a name is no hit. */
  readonly floor: number;
  /** Every word that is similar at all is listed. */
  readonly exhaustive: boolean;
}

const postingsOf = (segment: Segment, id: number): number =>
  segment.postingStarts[id + 1]! - segment.postingStarts[id]!;

const mostOfUnlisted = ({ unit: { token } }: Unit, from: number): number => {
  if (token.kind === 'initial') return INITIAL_SIMILARITY;
  return isEditable(token) ? from : 0;
};

const gainOf = (gain: number): Contribution => ({ gain, cost: 0, leastGain: gain, leastCost: 0 });

/** Finds the words and names of what is asked for, and plans where to look for candidates. */
class Planner {
  readonly #segment: Segment;
  readonly #floor: number;
  readonly #exhaustive: boolean;
  readonly #limit: TimeLimit | undefined;
  readonly #units: readonly Unit[];
  readonly #joins: readonly QueryJoin[];

  constructor({ query, segment, floor, joins, exhaustive, limit }: Question) {
    this.#segment = segment;
    this.#floor = floor;
    this.#exhaustive = exhaustive;
    this.#limit = limit;
    this.#joins = joins;
    this.#units = unitsOf(query.name).map((unit, index): Unit => {
      const word = query.words[index]!;
      const best = joins.reduce(
        (most, join) => (covers(join, index) ? Math.max(most, join.share) : most),
        unit.token.weight,
      );
      let cost = 0;
      for (const id of wordsOfKey(word, segment)) cost += postingsOf(segment, id);
      limit?.check();
      const joined = namesByJoin(word, segment);
      const unlisted = gainOf(best);
      return { unit, word, best, nearby: undefined, joined, most: 1, unlisted, cost };
    });
  }

  #lookUp(each: Unit, least: Radius): void {
    const affordable = this.#affordable(each);
    const radius = affordable.from < least.from ? affordable : least;
    if (each.nearby !== undefined && each.most <= mostOfUnlisted(each, radius.from)) return;
    this.#limit?.check();
    const { word } = each;
    const segment = this.#segment;
    each.nearby = this.#exhaustive
      ? allSimilarWords(word.token, segment)
      : nearbyWords(word, segment, radius);
    each.most = mostOfUnlisted(each, each.nearby.from);
    each.unlisted = upTo(each.unit, each.most);
    each.cost = 0;
    for (const id of each.nearby.ids) each.cost += postingsOf(segment, id);
  }

  /** Whether a name can reach the floor if each unit contributes so much. */
  #sufficient(contribution: (unit: Unit, index: number) => Contribution): boolean {
    const total = this.#units.reduce((all, each, i) => sum(all, contribution(each, i)), NOTHING);
    return reaches(this.#floor, total.leastGain, total.leastCost, total.gain, total.cost);
  }

  /**
   * Whether a name can reach the floor if these units have what is given and the others their best; those `covered` may
   * be parts of joined readings of the query.
   */
  #reaches(without: ReadonlyMap<Unit, Contribution>, covered = 0): boolean {
    return this.#sufficient(
      (each, i) =>
        without.get(each) ??
        gainOf((covered & (1 << i)) === 0 ? each.unit.token.weight : each.best),
    );
  }

  /** Heavy units first, of these the cheap ones. */
  #ordered(): Unit[] {
    return this.#units.toSorted(
      (a, b) =>
        Number(b.unit.token.weight >= HEAVY) - Number(a.unit.token.weight >= HEAVY) ||
        a.cost - b.cost,
    );
  }

  /** The first units in this order without which no name reaches the floor, of a contribution each. */
  #first(order: readonly Unit[], contribution: (unit: Unit) => Contribution): Unit[] | undefined {
    const chosen = new Map<Unit, Contribution>();
    for (const each of order) {
      chosen.set(each, contribution(each));
      if (!this.#reaches(chosen)) return [...chosen.keys()];
    }
    return undefined;
  }

  #within(radius: Radius): Unit[] | undefined {
    return this.#first(this.#ordered(), (each) => {
      this.#lookUp(each, radius);
      return each.unlisted;
    });
  }

  /** The widest radius that is affordable, or the narrowest. */
  #affordable({ word: { letters } }: Unit): Radius {
    return (
      RADII.findLast((r) => timeWithin(letters.keyLength, r.letterBudgets) < AFFORDABLE_NS) ?? NEAR
    );
  }

  /** A wider radius around fewer words, if that is cheaper than going through the names of common ones. */
  #widened(chosen: readonly Unit[]): Unit[] | undefined {
    const cost = (units: readonly Unit[]): number =>
      units.reduce((total, each) => total + each.cost, 0);
    const all = cost(chosen);
    for (const radius of RADII.slice(1)) {
      const fewer = this.#first(this.#ordered(), (each) =>
        upTo(each.unit, Math.min(each.most, mostOfUnlisted(each, radius.from))),
      );
      if (fewer === undefined) continue;
      const lookups = fewer.reduce(
        (total, each) =>
          each.most <= mostOfUnlisted(each, radius.from) ||
          knownWords(each.word, this.#segment, radius) !== undefined
            ? total
            : total + timeWithin(each.word.letters.keyLength, radius.letterBudgets),
        0,
      );
      if (cost(fewer) + lookups / BYTE_NS >= all) continue;
      for (const each of fewer) this.#lookUp(each, radius);
      return fewer;
    }
    return undefined;
  }

  /** Joined readings without whose words a name could reach the floor although no generator finds it. */
  #generatingJoins(generators: readonly Unit[]): readonly QueryJoin[] {
    const isNeeded = (covered: number): boolean =>
      this.#reaches(
        new Map(
          generators
            .filter((each) => (covered & (1 << this.#units.indexOf(each))) === 0)
            .map((each) => [each, each.unlisted]),
        ),
        covered,
      );
    const needed = this.#joins.filter(({ covered }) => isNeeded(covered));
    const others = this.#joins.filter((join) => !needed.includes(join));
    const together = others.reduce((bits, { covered }) => bits | covered, 0);
    return together !== 0 && isNeeded(together) ? this.#joins : needed;
  }

  plan(): Plan {
    let generators: Unit[] | undefined;
    for (const radius of RADII) if ((generators = this.#within(radius)) !== undefined) break;
    const total = (): number => generators?.reduce((bytes, each) => bytes + each.cost, 0) ?? 0;
    // With many names to look at, knowing the other words as well rules most of them out.
    const isCostly = total() > CHEAP;
    for (const each of this.#units) {
      if (each.nearby !== undefined || each.unit.token.weight < HEAVY) continue;
      if (isCostly || knownWords(each.word, this.#segment, this.#affordable(each)) !== undefined)
        this.#lookUp(each, NEAR);
    }
    if (generators !== undefined) {
      // The costs are known now.
      const known = this.#ordered().filter(({ nearby }) => nearby !== undefined);
      generators = this.#first(known, ({ unlisted }) => unlisted)!;
      if (total() > CHEAP) generators = this.#widened(generators) ?? generators;
    }
    return {
      units: this.#units,
      joins: this.#joins,
      generators,
      generatingJoins: generators === undefined ? [] : this.#generatingJoins(generators),
      floor: this.#floor,
      exhaustive: this.#exhaustive,
    };
  }
}

/**
 * Looks words of the query up and chooses the ones that create candidates: a cheap set without which no name
 * can reach `floor` (MaxScore). The rarest first, as far as can be told before they are looked up.
 */
export const planFor = (question: Question): Plan => new Planner(question).plan();
