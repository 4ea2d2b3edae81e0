/**
 * Caches recently used values by key, up to a limit. After new values for half the limit, it drops at once all values
 * that were not used since the last drop. Keeping them in order would cost more than most look-ups.
 */
export class Lru<K, V> {
  #recent = new Map<K, V>();
  #older = new Map<K, V>();
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get(key: K): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#recent.size >= this.#half) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}
