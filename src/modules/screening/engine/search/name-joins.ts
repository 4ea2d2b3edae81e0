import { LetterCheck } from '../letter-check.ts';
import type { Segment } from '../segment.ts';
import type { QueryUnit } from './bounds.ts';

/** Whether joined readings of names may be like words of the query that no lookup has found, by their letters. */
export class NameJoins {
  readonly #units: readonly QueryUnit[];
  readonly #segment: Segment;
  readonly #checks: (LetterCheck | undefined)[] = [];

  constructor(units: readonly QueryUnit[], segment: Segment) {
    this.#units = units;
    this.#segment = segment;
  }

  /** Whether one that begins with the word at `start` may be like the word of `unit`. */
  mayBe(ids: Int32Array, size: number, unit: number, start: number): boolean {
    this.#checks[unit] ??= new LetterCheck(this.#units[unit]!.token, this.#segment, true);
    return this.#checks[unit]!.mayBeginAt(ids, size, start);
  }

  /** Whether any of a name may be like a word of one of the units, given as bits. */
  mayBeAny(ids: Int32Array, size: number, units: number): boolean {
    for (let i = 0; i < this.#units.length; i++) {
      if ((units & (1 << i)) === 0) continue;
      for (let j = 0; j + 1 < size; j++) if (this.mayBe(ids, size, i, j)) return true;
    }
    return false;
  }
}
