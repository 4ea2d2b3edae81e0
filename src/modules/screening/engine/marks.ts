/** Rounds after which all is cleared: a byte for each number keeps more of them in the processor's cache than a word. */
const ROUNDS = 255;

/** Tells which numbers have been met since the last start; what was met before need not be cleared. */
export class Marks {
  #met = new Uint8Array(1024);
  #round = 0;

  /** Begins anew, for numbers below `size`. */
  start(size: number): void {
    if (this.#met.length < size) this.#met = new Uint8Array(2 * size);
    this.#round += 1;
    if (this.#round > ROUNDS) {
      this.#met.fill(0);
      this.#round = 1;
    }
  }

  /** Whether the number is met for the first time. */
  isNew(number: number): boolean {
    if (this.#met[number] === this.#round) return false;
    this.#met[number] = this.#round;
    return true;
  }
}
