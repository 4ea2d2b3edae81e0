import { BucketLoader } from '../../../platform/db/buckets/bucket-loader.ts';
import type { Database } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { readOnlySnapshot } from '../../../platform/db/read-only-snapshot.ts';
import { RevisionCache } from '../../../platform/concurrency/revision-cache.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { KEPT_REVISIONS, selectRevisions } from '../changes/store.ts';
import { Model } from './model.ts';
import { loadChanged, loadPages } from './store.ts';

/**
 * Copies of organizations' permissions in memory. A check reads the revision from the database and uses the copy only
 * when it has the same revision, so it sees every change that was committed before it, on every process, without
 * messages.
 */
export class Models {
  readonly #db: Database;
  readonly #revisions: BucketLoader<number>;
  readonly #models: RevisionCache<Model>;

  /** @param maxBytes limit of all copies together; beyond it the least recently used are dropped */
  constructor(db: Database, maxBytes: number) {
    this.#db = db;
    this.#revisions = new BucketLoader(db.read, selectRevisions);
    this.#models = new RevisionCache(maxBytes, (model) => model.bytes);
  }

  /**
   * The organization's permissions as of now or a moment later. The copy may change when the caller next awaits
   * something, unless it raises `Model.held`.
   * @throws the error of reading the copy, to all callers that wait for it
   */
  async open(orgId: string): Promise<Model> {
    const revision = await this.#revisions.get(orgId);
    return this.#models.open(
      orgId,
      revision,
      (known) => this.#load(orgId, known),
      // A copy that is newer is looked at again: the database may have been restored to an earlier state.
      (known) => known.revision === revision,
    );
  }

  async #load(orgId: string, old: Model | undefined): Promise<Model> {
    const db = await databaseOf(this.#db, orgId);
    const { read } = db;
    const changed = old && (await loadChanged(read, orgId, old.revision, KEPT_REVISIONS));
    const isSame = changed !== undefined && changed.revision === old?.revision;
    if (old && changed && (isSame || old.held === 0)) {
      old.apply(changed.revision, changed.items, changed.whole);
      return old;
    }
    const whole = new Model();
    const yieldIfDue = yielder();
    await db.transaction(async (tx) => {
      await readOnlySnapshot(tx);
      const revision = (await selectRevisions(tx, [orgId]))(orgId);
      whole.apply(revision, []);
      for await (const items of loadPages(tx, orgId)) {
        whole.apply(revision, items);
        await yieldIfDue();
      }
    });
    return whole;
  }
}
