import { CoalescedRead } from '../../../platform/db/coalesced-read.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { Turns } from '../../../platform/turns.ts';
import { KEPT_REVISIONS, selectRevisions } from '../changes/store.ts';
import { Model } from './model.ts';
import { loadChanged, loadWhole } from './store.ts';

/** Items that are put into a new copy before others get a turn, if they are due. */
const STEP = 1000;

/**
 * The permissions of organizations in memory. A copy is used only if it is as new as the revision that was just read
 * from the database, so every check sees every change that was committed before it, on every process, without messages.
 */
export class Models {
  readonly #db: Queryable;
  readonly #maxBytes: number;
  readonly #revisions: CoalescedRead<string, number>;
  /** The one that was not used for longest is first. */
  readonly #models = new Map<string, { model: Model; bytes: number }>();
  readonly #loading = new Map<string, Promise<Model>>();
  #bytes = 0;

  /** @param maxBytes of all together; beyond it those that were not used for longest are forgotten */
  constructor(db: Queryable, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#revisions = new CoalescedRead((orgIds) => selectRevisions(db, orgIds));
  }

  /** What the organization has now, or a moment later. It may change when the caller next waits: see `Model.held`. */
  async open(orgId: string): Promise<Model> {
    const revision = await this.#revisions.get(orgId);
    for (;;) {
      const known = this.#models.get(orgId);
      if (known && known.model.revision >= revision) {
        this.#models.delete(orgId);
        this.#models.set(orgId, known);
        return known.model;
      }
      const loading = this.#loading.get(orgId);
      if (loading) {
        await loading.catch(() => {});
        continue;
      }
      const load = this.#load(orgId, known?.model).finally(() => this.#loading.delete(orgId));
      this.#loading.set(orgId, load);
      return load;
    }
  }

  async #load(orgId: string, old: Model | undefined): Promise<Model> {
    let model = old;
    const changed = model && (await loadChanged(this.#db, orgId, model.revision, KEPT_REVISIONS));
    if (model && changed && model.held === 0) model.apply(changed.revision, changed.items);
    else {
      const { revision, items } = await loadWhole(this.#db, orgId);
      model = new Model();
      const turns = new Turns();
      for (let start = 0; start === 0 || start < items.length; start += STEP) {
        model.apply(revision, items.slice(start, start + STEP));
        await turns.yieldIfDue();
      }
    }
    this.#keep(orgId, model);
    return model;
  }

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
