import { CoalescedRead } from '../../../platform/db/coalesced-read.ts';
import type { Database } from '../../../platform/db/database.ts';
import { freeze } from '../../../platform/db/freeze.ts';
import { RevisionCache } from '../../../platform/revision-cache.ts';
import { Turns } from '../../../platform/turns.ts';
import { KEPT_REVISIONS, selectRevisions } from '../changes/store.ts';
import { Model } from './model.ts';
import { loadChanged, loadPages } from './store.ts';

/**
 * The permissions of organizations in memory. A copy is used only if it is as new as the revision that was just read
 * from the database, so every check sees every change that was committed before it, on every process, without messages.
 */
export class Models {
  readonly #db: Database;
  readonly #revisions: CoalescedRead<string, number>;
  readonly #models: RevisionCache<Model>;

  /** @param maxBytes of all together; beyond it those that were not used for longest are forgotten */
  constructor(db: Database, maxBytes: number) {
    this.#db = db;
    this.#revisions = new CoalescedRead((orgIds) => selectRevisions(db.read, orgIds));
    this.#models = new RevisionCache(maxBytes, (model) => model.bytes);
  }

  /**
   * What the organization has now, or a moment later. It may change when the caller next waits: see `Model.held`.
   * @throws what reading it throws, to all who wait for the same
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
    const { read } = this.#db;
    const changed = old && (await loadChanged(read, orgId, old.revision, KEPT_REVISIONS));
    const isSame = changed !== undefined && changed.revision === old?.revision;
    if (old && changed && (isSame || old.held === 0)) {
      old.apply(changed.revision, changed.items, changed.whole);
      return old;
    }
    const whole = new Model();
    const turns = new Turns();
    await this.#db.transaction(async (tx) => {
      await freeze(tx);
      const revision = (await selectRevisions(tx, [orgId]))(orgId);
      whole.apply(revision, []);
      for await (const items of loadPages(tx, orgId)) {
        whole.apply(revision, items);
        await turns.yieldIfDue();
      }
    });
    return whole;
  }
}
