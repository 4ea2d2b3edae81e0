import { DataLoader } from '../batches/data-loader.ts';
import type { Queryable } from '../database.ts';
import { bucketOf } from '../places.ts';

/** A `DataLoader` of organizations for each bucket, so that an unavailable bucket delays only its own organizations. */
export class BucketLoader<V> {
  readonly #db: Queryable;
  readonly #readAll: (db: Queryable, orgIds: string[]) => Promise<(orgId: string) => V>;
  readonly #loaders = new WeakMap<Queryable, DataLoader<string, V>>();

  /** @param readAll returns the values of these organizations, which are in one bucket */
  constructor(
    db: Queryable,
    readAll: (db: Queryable, orgIds: string[]) => Promise<(orgId: string) => V>,
  ) {
    this.#db = db;
    this.#readAll = readAll;
  }

  /** @throws the errors of `readAll` */
  async get(orgId: string): Promise<V> {
    const own = await bucketOf(this.#db, orgId);
    let loader = this.#loaders.get(own);
    if (!loader) {
      loader = new DataLoader((orgIds) => this.#readAll(own, orgIds));
      this.#loaders.set(own, loader);
    }
    return loader.get(orgId);
  }
}
