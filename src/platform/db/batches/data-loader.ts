import { Batcher } from '../../concurrency/batcher.ts';

/** The maximum number of keys of one query. */
const MAX_KEYS = 500;

type Asked<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

/**
 * Answers the same question of concurrent requests with one query. A read always starts after its request, so it sees
 * everything that was committed before. Requests during a running query wait for the next one.
 */
export class DataLoader<K, V> {
  readonly #readAll: (keys: K[]) => Promise<(key: K) => V>;
  readonly #asked = new Batcher<Asked<K, V>>(MAX_KEYS, (asked) => this.#answer(asked));

  /** @param readAll returns the values of the keys, which are distinct */
  constructor(readAll: (keys: K[]) => Promise<(key: K) => V>) {
    this.#readAll = readAll;
  }

  /** @throws the errors of `readAll` */
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
