import { CoalescedRead } from '../../../platform/db/coalesced-read.ts';
import type { Database } from '../../../platform/db/database.ts';
import { freeze } from '../../../platform/db/freeze.ts';
import { Turns } from '../../../platform/turns.ts';
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
  readonly #maxBytes: number;
  readonly #revisions: CoalescedRead<string, number>;
  /** The least recently used copy is first. */
  readonly #models = new Map<string, { model: Model; bytes: number }>();
  readonly #loading = new Map<string, Promise<Model>>();
  #bytes = 0;

  /** @param maxBytes limit of all copies together; beyond it the least recently used are dropped */
  constructor(db: Database, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#revisions = new CoalescedRead((orgIds) => selectRevisions(db.read, orgIds));
  }

  /**
   * The organization's permissions as of now or a moment later. The copy may change when the caller next awaits
   * something, unless it raises `Model.held`.
   * @throws the error of reading the copy, to all callers that wait for it
   */
  async open(orgId: string): Promise<Model> {
    const revision = await this.#revisions.get(orgId);
    for (;;) {
      // A copy that is newer than the database is loaded again: a backup may have been restored.
      const known = this.#models.get(orgId)?.model;
      if (known?.revision === revision) {
        this.#keep(orgId, known);
        return known;
      }
      let loading = this.#loading.get(orgId);
      if (!loading) {
        loading = this.#load(orgId, known).finally(() => this.#loading.delete(orgId));
        this.#loading.set(orgId, loading);
      }
      const model = await loading;
      if (model.revision >= revision) return model;
    }
  }

  async #load(orgId: string, old: Model | undefined): Promise<Model> {
    let model = old;
    const { read } = this.#db;
    const changed = model && (await loadChanged(read, orgId, model.revision, KEPT_REVISIONS));
    const isSame = changed !== undefined && changed.revision === model?.revision;
    if (model && changed && (isSame || model.held === 0))
      model.apply(changed.revision, changed.items, changed.whole);
    else {
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
      model = whole;
    }
    this.#keep(orgId, model);
    return model;
  }

  /** Makes a copy the most recently used one and counts its memory anew; drops others over the limit. */
  #keep(orgId: string, model: Model): void {
    const { bytes } = model;
    this.#bytes += bytes - (this.#models.get(orgId)?.bytes ?? 0);
    this.#models.delete(orgId);
    this.#models.set(orgId, { model, bytes });
    for (const [other, { bytes: freed }] of this.#models) {
      if (this.#bytes <= this.#maxBytes || other === orgId) return;
      this.#models.delete(other);
      this.#bytes -= freed;
    }
  }
}
