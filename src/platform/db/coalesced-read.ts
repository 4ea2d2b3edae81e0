import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of one query. */
const MAX_KEYS = 500;

type Asked<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

/**
 * The same question of many requests at the same time, in one query. A read always begins after it was asked for, so
 * it sees whatever was committed before: what is asked while one is under way waits for the next.
 */
export class CoalescedRead<K, V> {
  readonly #readAll: (keys: K[]) => Promise<(key: K) => V>;
  #waiting: Asked<K, V>[] = [];
  #running = false;

  /** @param readAll answers for every one of the keys, which are distinct */
  constructor(readAll: (keys: K[]) => Promise<(key: K) => V>) {
    this.#readAll = readAll;
  }

  /** @throws what `readAll` throws */
  get(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whatever else this turn of the event loop brings can come along.
      await nextTurn();
      const asked = this.#waiting.splice(0, MAX_KEYS);
      try {
        const valueOf = await this.#readAll([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(valueOf(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#running = false;
  }
}
