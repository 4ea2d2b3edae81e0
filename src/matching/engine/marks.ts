/**
 * Tells which numbers have been met since the last start: a bit each, so that a processor's cache holds all of them.
 */
export class Marks {
  #met = new Uint32Array(32);

  /** Begins anew, for numbers below `size`. */
  start(size: number): void {
    const words = (size + 31) >>> 5;
    if (this.#met.length < words) this.#met = new Uint32Array(2 * words);
    else this.#met.fill(0, 0, words);
  }

  /** Tells whether the number is met for the first time. */
  isNew(number: number): boolean {
    const at = number >>> 5;
    const bit = 1 << (number & 31);
    const known = this.#met[at]!;
    if ((known & bit) !== 0) return false;
    this.#met[at] = known | bit;
    return true;
  }
}
