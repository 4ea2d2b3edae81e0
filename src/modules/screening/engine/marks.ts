/** Tells which numbers have been met since the last start; what was met before need not be cleared. */
export class Marks {
  #met = new Uint32Array(1024);
  #round = 0;

  /** Begins anew, for numbers below `size`. */
  start(size: number): void {
    if (this.#met.length < size) this.#met = new Uint32Array(2 * size);
    this.#round += 1;
    if (this.#round === 2 ** 32) {
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
