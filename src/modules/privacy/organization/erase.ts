/**
 * Erases an organization that leaves, in small parts. Each part commits with its count, so any process can continue
 * after a crash.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { clock } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import { removeFilesAbout, withdrawAllFiles } from '../../exports/index.ts';
import { leaveNextGroup } from '../../federation/index.ts';
import { keepHolds, nextSize } from '../../retention/index.ts';
import { deleteOrganization } from '../../tenants/index.ts';
import { FilesLeft, Stopped, type EraseTools, type Outcome } from '../erasure/erase.ts';
import { KEYS_PART } from '../erasure/keys.ts';
import { childrenFirst, type LeavingPlan } from './plan.ts';
import { listedOrganization, receiptOf } from './receipt.ts';
import * as store from './store.ts';

const FIRST_SIZE = 100;
/** Rows whose places are read at once. */
const PLACES_AT_ONCE = 10_000;
/** The maximum number of passes over all tables; a pass that finds nothing ends the erasure. */
const MOST_PASSES = 5;
const PAUSE_MS = 100;
/** Rows of this table name files, which must be deleted first. */
const FILES = 'exports';

const SUBJECTS_AT_ONCE = 1000;

export type LeaveTools = Pick<
  EraseTools,
  'db' | 'files' | 'list' | 'heldCases' | 'sign' | 'subjectKeys'
> & {
  plan: LeavingPlan;
};

/** Tables of one place, in the order of deletion. */
type Place = {
  isShared: boolean;
  read: Queryable;
  within: (tx: Tx) => Tx;
  tables: store.OwnTable[];
};

class Leaving {
  readonly #tools: LeaveTools;
  readonly #row: store.LeavingRow;
  readonly #signal: AbortSignal | undefined;

  constructor(tools: LeaveTools, row: store.LeavingRow, signal: AbortSignal | undefined) {
    this.#tools = tools;
    this.#row = row;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { db, files, list } = this.#tools;
    const { org_id: orgId } = this.#row;
    await list.add(listedOrganization(this.#row));
    await this.#destroyKeys();
    const places = await this.#places();
    await this.#part(FILES, (tx) => withdrawAllFiles(tx, orgId));
    for (let count = 1; count > 0;)
      count = await this.#part('federation_members', async (tx) =>
        (await leaveNextGroup(tx, orgId)) ? 1 : 0,
      );
    await this.#part('sessions', (tx) => store.endViews(tx, orgId));
    for (let pass = 0; ; pass++) {
      for (const place of places)
        for (const table of place.tables)
          if (table.name !== FILES) await this.#eraseTable(place, table);
      const left = await this.#findLeft(places, ({ name }) => name !== FILES);
      if (left === undefined) break;
      if (pass === MOST_PASSES) throw new Error(`rows of ${left} stay: the next run continues`);
      await sleep(PAUSE_MS);
    }
    await removeFilesAbout(db, files, orgId).catch((error: unknown) => {
      throw new FilesLeft('files of exports are left', { cause: error });
    });
    for (const place of places)
      for (const table of place.tables)
        if (table.name === FILES) await this.#eraseTable(place, table);
    await this.#finish();
  }

  /** Destroys the keys of all subjects, whose rows still name them. */
  async #destroyKeys(): Promise<void> {
    const { db, list, plan, subjectKeys } = this.#tools;
    const { id, org_id: orgId } = this.#row;
    if (!subjectKeys) return;
    for (let after: string | undefined = ''; after !== undefined;) {
      const read = [db.read, plan.subjects, orgId, after, SUBJECTS_AT_ONCE] as const;
      const subjects: string[] = await store.selectSubjects(...read);
      for (const subject of subjects)
        for (const file of await subjectKeys.keysOf(orgId, subject))
          await this.#part(KEYS_PART, async () => {
            await list.addKey(file, id);
            await subjectKeys.destroy(file);
            return 1;
          });
      after = subjects.at(-1);
    }
  }

  /** The shared tables come first: without keys, members and sessions, no caller writes. */
  async #places(): Promise<Place[]> {
    const { db, plan } = this.#tools;
    const shared = sharedOf(db.read);
    const own = await store.selectTables(db.read, 'organization_erasures');
    const crossing = await store.selectTables(shared, 'organizations');
    const names = new Set(own.map(({ name }) => name));
    const isErased = ({ name }: store.OwnTable): boolean => !Object.hasOwn(plan.kept, name);
    return [
      {
        isShared: true,
        read: shared,
        within: (tx) => sharedOf(tx),
        // Without buckets, one schema has all tables.
        tables: childrenFirst(crossing.filter(({ name }) => !names.has(name))).filter(isErased),
      },
      {
        isShared: false,
        read: db.read,
        within: (tx) => tx,
        tables: childrenFirst(own).filter(isErased),
      },
    ];
  }

  /** Runs a part in one transaction with its count. @throws Stopped */
  async #part(name: string, work: (tx: Tx) => Promise<number>): Promise<number> {
    if (this.#signal?.aborted) throw new Stopped('busy');
    const { db, heldCases } = this.#tools;
    const { org_id: orgId } = this.#row;
    return db.transaction(async (tx) => {
      const row = await store.lockLeaving(tx, orgId);
      if (!row) throw new Stopped('busy');
      const since = row.repeated ? row.requested_at : undefined;
      const held = await keepHolds(tx, heldCases, orgId, since);
      if (!held) throw new Stopped('busy');
      if (held.any) throw new Stopped('held');
      const count = await work(tx);
      if (count > 0) await store.addCount(tx, row, name, count);
      return count;
    });
  }

  async #eraseTable(
    { isShared, read, within }: Place,
    { name, parents }: store.OwnTable,
  ): Promise<void> {
    const { org_id: orgId } = this.#row;
    // Rows that reference each other are deleted together.
    const least = parents.includes(name) ? PLACES_AT_ONCE : 0;
    for (let deleted = 1; deleted > 0;) {
      deleted = 0;
      const places = await store.selectPlaces(read, name, orgId, PLACES_AT_ONCE);
      for (let size = FIRST_SIZE, at = 0; at < places.length;) {
        const due = places.slice(at, at + Math.max(size, least));
        const beganMs = clock.monotonicMs();
        deleted += await this.#part(name, (tx) => {
          if (isShared) notifyAfterCommit(AUTH_CHANNEL);
          return store.deletePlaces(within(tx), name, orgId, due);
        });
        at += due.length;
        size = nextSize(size, clock.monotonicMs() - beganMs);
      }
    }
  }

  async #findLeft(
    places: readonly Place[],
    isMeant: (table: store.OwnTable) => boolean,
  ): Promise<string | undefined> {
    for (const { read, tables } of places) {
      const names = tables.filter(isMeant).map(({ name }) => name);
      const left =
        names.length === 0 ? undefined : await store.findLeft(read, names, this.#row.org_id);
      if (left !== undefined) return left;
    }
    return undefined;
  }

  async #finish(): Promise<void> {
    const { db, list, plan, sign } = this.#tools;
    const row = await store.selectLeaving(db.read, this.#row.org_id);
    if (!row || row.completed_at !== null) throw new Stopped('busy');
    await list.markDone(row.id);
    const at = clock.now();
    const document = await receiptOf(db.read, plan, row, at);
    const receipt = canonicalJson(document);
    const signature = JSON.stringify(await sign(document));
    await db.transaction(async (tx) => {
      const locked = await store.lockLeaving(tx, row.org_id);
      // Another attempt has added to the counts of the receipt.
      if (!locked || canonicalJson(locked.counts) !== canonicalJson(row.counts))
        throw new Stopped('busy');
      await store.complete(tx, locked, { at, receipt, signature });
      await deleteOrganization(tx, row.org_id);
      notifyAfterCommit(AUTH_CHANNEL);
    });
  }
}

/**
 * Continues the erasure of an organization until it is done, held, or another process works on it.
 * @throws if a store of files or the database does not answer, or rows stay
 */
export async function continueLeaving(
  tools: LeaveTools,
  orgId: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const row = await store.selectLeaving(tools.db.read, orgId);
  if (!row || row.completed_at !== null) return 'done';
  try {
    await new Leaving(tools, row, signal).run();
    return 'done';
  } catch (error) {
    if (error instanceof Stopped) return error.outcome;
    throw error;
  }
}
