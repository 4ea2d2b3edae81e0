import { LetterCheck } from '../letter-check.ts';
import type { Segment } from '../segment.ts';
import type { QueryUnit } from './bounds.ts';

/** Numbers of words are below; see hash-index.ts. */
const WORDS = 2 ** 24;

/** Joined readings of names that may be like words of the query that no lookup has found, by their letters. */
export class NameJoins {
  readonly #units: readonly QueryUnit[];
  readonly #segment: Segment;
  readonly #checks: (LetterCheck | undefined)[] = [];
  /** Of two words in turn: bits of the units that they may be like, and of those that are known. */
  readonly #pairs = new Map<number, { known: number; alike: number }>();
  /** What `find` has found: the words of the query, and where in the name each joined reading begins. */
  readonly units: number[] = [];
  readonly starts: number[] = [];
  count = 0;

  constructor(units: readonly QueryUnit[], segment: Segment) {
    this.#units = units;
    this.#segment = segment;
  }

  #check(unit: number): LetterCheck {
    return (this.#checks[unit] ??= new LetterCheck(this.#units[unit]!.token, this.#segment, true));
  }

  /** Bits of those of the units, given as bits, that two words of a name may be like. */
  #alike(ids: Int32Array, start: number, units: number): number {
    const key = ids[start]! * WORDS + ids[start + 1]!;
    let pair = this.#pairs.get(key);
    if (pair === undefined) this.#pairs.set(key, (pair = { known: 0, alike: 0 }));
    for (let i = 0, open = units & ~pair.known; open !== 0; i++) {
      const bit = 1 << i;
      if ((open & bit) === 0) continue;
      open &= ~bit;
      if (this.#check(i).mayJoin(ids, start, start + 2)) pair.alike |= bit;
    }
    pair.known |= units;
    return pair.alike & units;
  }

  /** Finds those of a name that may be like one of the units, given as bits; returns how many. */
  find(ids: Int32Array, size: number, units: number): number {
    this.count = 0;
    for (let start = 0; start + 1 < size; start++) {
      const alike = this.#alike(ids, start, units);
      for (let i = 0; i < this.#units.length; i++) {
        const bit = 1 << i;
        if ((units & bit) === 0) continue;
        if ((alike & bit) === 0 && !this.#check(i).mayJoinMore(ids, size, start)) continue;
        this.units[this.count] = i;
        this.starts[this.count++] = start;
      }
    }
    return this.count;
  }
}
