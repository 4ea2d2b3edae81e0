import { clock } from '../../../platform/clock.ts';
import { BucketLoader } from '../../../platform/db/buckets/bucket-loader.ts';
import type { Database } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { isSame, noteLost, type Version } from '../../../platform/db/buckets/history.ts';
import { readOnlySnapshot } from '../../../platform/db/retry.ts';
import { RevisionCache } from '../../../platform/db/buckets/revision-cache.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { KEPT_REVISIONS, selectRevisions } from '../changes/store.ts';
import { Model } from './model.ts';
import { loadChanged, loadPages } from './store.ts';

/**
 * Copies of organizations' permissions in memory. A check reads the revision and its stamp from the database and uses
 * the copy only if both match. So on every process it sees every change that was committed before it, without messages,
 * and no change that the database has lost.
 */
export class Models {
  readonly #db: Database;
  readonly #revisions: BucketLoader<Version>;
  readonly #models: RevisionCache<Model>;

  /** @param maxBytes limit of all copies together; beyond it the least recently used are dropped */
  constructor(db: Database, maxBytes: number) {
    this.#db = db;
    this.#revisions = new BucketLoader(db.read, selectRevisions);
    this.#models = new RevisionCache(maxBytes, (model) => model.bytes);
  }

  /**
   * Returns the organization's current permissions, or those of a moment later. The copy may change when the caller
   * next awaits, unless the caller raises `Model.held`.
   * @throws the error of reading the copy, to all waiting callers
   */
  async open(orgId: string): Promise<Model> {
    const askedMs = clock.monotonicMs();
    const version = await this.#revisions.get(orgId);
    const model = await this.#models.open(orgId, version, askedMs, (known, asOfMs) =>
      this.#load(orgId, known, asOfMs),
    );
    model.dropEnded(clock.nowMs());
    return model;
  }

  async #load(orgId: string, old: Model | undefined, asOfMs: number): Promise<Model> {
    const db = await databaseOf(this.#db, orgId);
    const { read } = db;
    const found = old && (await loadChanged(read, orgId, old, KEPT_REVISIONS));
    if (found === 'lost') noteLost(read, asOfMs);
    const changed = typeof found === 'object' ? found : undefined;
    if (old && changed && (isSame(changed.version, old) || old.held === 0)) {
      old.apply(changed.version, changed.items, changed.whole);
      return old;
    }
    const whole = new Model();
    const yieldIfDue = yielder();
    await db.transaction(async (tx) => {
      await readOnlySnapshot(tx);
      const version = (await selectRevisions(tx, [orgId]))(orgId);
      whole.apply(version, []);
      for await (const items of loadPages(tx, orgId)) {
        whole.apply(version, items);
        await yieldIfDue();
      }
    });
    return whole;
  }
}
