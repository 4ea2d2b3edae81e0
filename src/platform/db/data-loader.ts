import { Batcher } from '../background/batcher.ts';

/** The most keys of one query. */
const MAX_KEYS = 500;

type Asked<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

/**
 * The same question of many requests at the same time, in one query. A read always begins after it was asked for, so
 * it sees whatever was committed before: what is asked while one is under way waits for the next.
 */
export class DataLoader<K, V> {
  readonly #readAll: (keys: K[]) => Promise<(key: K) => V>;
  readonly #asked = new Batcher<Asked<K, V>>(MAX_KEYS, (asked) => this.#answer(asked));

  /** @param readAll answers for every one of the keys, which are distinct */
  constructor(readAll: (keys: K[]) => Promise<(key: K) => V>) {
    this.#readAll = readAll;
  }

  /** @throws what `readAll` throws */
  get(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.#asked.add({ key, resolve, reject });
    });
  }

  async #answer(asked: Asked<K, V>[]): Promise<void> {
    try {
      const valueOf = await this.#readAll([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(valueOf(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
