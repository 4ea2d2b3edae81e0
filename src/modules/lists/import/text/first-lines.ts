/** Finds the first line of each id in a file, so that a second row with the same id can be reported. */

/** Slots of 12 bytes. The table grows fourfold when it is three quarters full. */
const INITIAL_SLOTS = 4096;

/**
 * Ids and their lines, at 16 to 64 bytes per id of any length. A set of strings would keep the rows of a file of
 * millions in memory. Ids are compared by 64 bits of a hash, so a row is reported as a duplicate by mistake in one of a
 * million files with five million ids each.
 */
export class FirstLines {
  #slots = INITIAL_SLOTS;
  /** Per slot: two words of the hash and the line, which is 0 in an empty slot. */
  #table = new Uint32Array(3 * INITIAL_SLOTS);
  #size = 0;

  /** Records that `id` is in `line`, from 1. Returns the earlier line if it has occurred before. */
  claim(id: string, line: number): number | undefined {
    let high = 0xdeadbeef;
    let low = 0x41c6ce57;
    // The mixing steps of cyrb53 (public domain), with all 64 bits kept.
    for (let at = 0; at < id.length; at += 1) {
      const unit = id.charCodeAt(at);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    const mixedHigh =
      Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    const mixedLow =
      Math.imul(low ^ (low >>> 16), 2246822507) ^
      Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3266489909);
    return this.#put(mixedHigh >>> 0, mixedLow >>> 0, line);
  }

  #put(high: number, low: number, line: number): number | undefined {
    const table = this.#table;
    let at = 3 * (low % this.#slots);
    while (table[at + 2] !== 0) {
      if (table[at] === high && table[at + 1] === low) return table[at + 2];
      at += 3;
      if (at === table.length) at = 0;
    }
    table[at] = high;
    table[at + 1] = low;
    table[at + 2] = line;
    this.#size += 1;
    if (4 * this.#size >= 3 * this.#slots) this.#grow();
    return undefined;
  }

  #grow(): void {
    const old = this.#table;
    this.#slots *= 4;
    this.#table = new Uint32Array(3 * this.#slots);
    this.#size = 0;
    for (let at = 0; at < old.length; at += 3) {
      const line = old[at + 2] ?? 0;
      if (line !== 0) this.#put(old[at] ?? 0, old[at + 1] ?? 0, line);
    }
  }
}
