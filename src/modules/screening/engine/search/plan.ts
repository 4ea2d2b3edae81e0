import { Totals, unitsOf, upTo, type Contribution, type QueryUnit } from './bounds.ts';
import { isEditable } from '../index-keys.ts';
import { namesByJoin, type JoinedNames } from '../joined-names.ts';
import { allSimilarWords, bytesOfKey, nearbyWords, type Nearby } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import { NEAR, RADII, type Radius } from '../radius.ts';
import { covers, type QueryJoin } from './query-joins.ts';
import type { KnownWord, Segment } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

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
export type Unit = {
  readonly unit: QueryUnit;
  readonly word: QueryWord;
  /** Its place in the query. */
  readonly index: number;
  readonly known: KnownWord;
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
};

/** What is to be planned. */
export type Question = {
  readonly query: PreparedQuery;
  readonly segment: Segment;
  readonly joins: readonly QueryJoin[];
  /** Agreement below which a name is no hit. */
  readonly floor: number;
  /** Every word that is similar at all is to be listed. */
  readonly exhaustive: boolean;
  readonly limit: SearchLimit | undefined;
};

/** Which words of the query create candidates, so that no name that can reach the threshold is missed. */
export type Plan = {
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
};

/** What generating candidates from these costs, in bytes of postings. */
export function costOf(units: readonly Unit[]): number {
  return units.reduce((total, { cost }) => total + cost, 0);
}

function mostOfUnlisted({ unit: { token } }: Unit, from: number): number {
  if (token.kind === 'initial') return INITIAL_SIMILARITY;
  return isEditable(token) ? from : 0;
}

function isHeavy({ unit }: Unit): boolean {
  return unit.token.weight >= HEAVY;
}
function comesBefore(a: Unit, b: Unit): boolean {
  return isHeavy(a) === isHeavy(b) ? a.cost < b.cost : isHeavy(a);
}

const totals = new Totals();

function gainOf(gain: number): Contribution {
  return { gain, cost: 0, leastGain: gain, leastCost: 0 };
}

/** Finds the words and names of what is asked for, and plans where to look for candidates. */
class Planner {
  readonly #segment: Segment;
  readonly #floor: number;
  readonly #exhaustive: boolean;
  readonly #limit: SearchLimit | undefined;
  readonly #units: readonly Unit[];
  readonly #joins: readonly QueryJoin[];
  /** Contributions of units, by their places. */
  readonly #given: Contribution[] = [];

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
      const known = segment.known(word.token.id);
      limit?.check();
      known.joined ??= namesByJoin(word, segment);
      known.bytesOfKey ??= bytesOfKey(word, segment);
      return {
        unit,
        word,
        index,
        known,
        best,
        nearby: undefined,
        joined: known.joined,
        most: 1,
        unlisted: gainOf(best),
        cost: known.nearby?.bytes ?? known.bytesOfKey,
      };
    });
  }

  #lookUp(each: Unit, least: Radius): void {
    const affordable = this.#affordable(each);
    const radius = affordable.from < least.from ? affordable : least;
    if (each.nearby !== undefined && each.most <= mostOfUnlisted(each, radius.from)) return;
    this.#limit?.check();
    each.nearby = this.#exhaustive
      ? allSimilarWords(each.word.token, this.#segment)
      : this.#nearbyWords(each, radius);
    each.most = mostOfUnlisted(each, each.nearby.from);
    each.unlisted = upTo(each.unit, each.most);
    each.cost = each.nearby.bytes;
  }

  #nearbyWords({ word, known }: Unit, radius: Radius): Nearby {
    if (known.nearby === undefined || known.nearby.from > radius.from)
      known.nearby = nearbyWords(word, this.#segment, radius);
    return known.nearby;
  }

  /**
   * Whether a name can reach the floor if the units `given` have what `#given` says and the others their best; those
   * `covered` may be parts of joined readings of the query.
   */
  #reaches(given: number, covered = 0): boolean {
    totals.start();
    for (let i = 0; i < this.#units.length; i++) {
      const bit = 1 << i;
      if ((given & bit) === 0) {
        const { unit, best } = this.#units[i]!;
        totals.add((covered & bit) === 0 ? unit.token.weight : best, 0);
        continue;
      }
      const { leastGain, leastCost, gain, cost } = this.#given[i]!;
      totals.addRange(leastGain, leastCost, gain, cost);
    }
    return totals.reach(this.#floor);
  }

  /** Heavy units first, of these the cheap ones. Of so few, sorting by the library would take most of a plan. */
  #ordered(): Unit[] {
    const order: Unit[] = [];
    for (const each of this.#units) {
      let at = order.length;
      for (; at > 0 && comesBefore(each, order[at - 1]!); at--) order[at] = order[at - 1]!;
      order[at] = each;
    }
    return order;
  }

  /** The first units in this order without which no name reaches the floor, of a contribution each. */
  #first(order: readonly Unit[], contribution: (unit: Unit) => Contribution): Unit[] | undefined {
    let given = 0;
    for (let i = 0; i < order.length; i++) {
      const each = order[i]!;
      this.#given[each.index] = contribution(each);
      given |= 1 << each.index;
      if (!this.#reaches(given)) return order.slice(0, i + 1);
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
      RADII.findLast((r) => r.letterBudgets.timeNs[letters.keyLength]! < AFFORDABLE_NS) ?? NEAR
    );
  }

  /** Whether earlier queries have found what is within the radius. */
  #knows({ known }: Unit, radius: Radius): boolean {
    return known.nearby !== undefined && known.nearby.from <= radius.from;
  }

  /** A wider radius around fewer words, if that is cheaper than going through the names of common ones. */
  #widened(chosen: readonly Unit[]): Unit[] | undefined {
    const all = costOf(chosen);
    for (const radius of RADII.slice(1)) {
      const fewer = this.#first(this.#ordered(), (each) =>
        upTo(each.unit, Math.min(each.most, mostOfUnlisted(each, radius.from))),
      );
      if (fewer === undefined) continue;
      const lookups = fewer.reduce(
        (total, each) =>
          each.most <= mostOfUnlisted(each, radius.from) || this.#knows(each, radius)
            ? total
            : total + radius.letterBudgets.timeNs[each.word.letters.keyLength]!,
        0,
      );
      if (costOf(fewer) + lookups / BYTE_NS >= all) continue;
      for (const each of fewer) this.#lookUp(each, radius);
      return fewer;
    }
    return undefined;
  }

  /** Joined readings without whose words a name could reach the floor although no generator finds it. */
  #generatingJoins(generators: readonly Unit[]): readonly QueryJoin[] {
    for (const each of generators) this.#given[each.index] = each.unlisted;
    const bits = generators.reduce((all, { index }) => all | (1 << index), 0);
    const isNeeded = (covered: number): boolean => this.#reaches(bits & ~covered, covered);
    const needed = this.#joins.filter(({ covered }) => isNeeded(covered));
    const others = this.#joins.filter((join) => !needed.includes(join));
    const together = others.reduce((all, { covered }) => all | covered, 0);
    return together !== 0 && isNeeded(together) ? this.#joins : needed;
  }

  plan(): Plan {
    let generators: Unit[] | undefined;
    for (const radius of RADII) if ((generators = this.#within(radius)) !== undefined) break;
    // With many names to look at, knowing the other words as well rules most of them out.
    const isCostly = costOf(generators ?? []) > CHEAP;
    for (const each of this.#units) {
      if (each.nearby !== undefined || !isHeavy(each)) continue;
      if (isCostly || this.#knows(each, this.#affordable(each))) this.#lookUp(each, NEAR);
    }
    if (generators !== undefined) {
      // The costs are known now.
      const known = this.#ordered().filter(({ nearby }) => nearby !== undefined);
      generators = this.#first(known, ({ unlisted }) => unlisted)!;
      if (costOf(generators) > CHEAP) generators = this.#widened(generators) ?? generators;
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
export function planFor(question: Question): Plan {
  return new Planner(question).plan();
}
