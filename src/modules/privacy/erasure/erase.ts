/** Erases a subject in small parts. Each part commits with its count, so any process can continue after a crash. */
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import type { SubjectKeys } from '../../../platform/crypto/subject-keys/subject-keys.ts';
import { writeRemoval } from '../../../platform/audit/audit.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { RecordClasses } from '../../../platform/db/lists/aged/record-class.ts';
import { eraseAnswers } from '../../../platform/idempotency/store.ts';
import { linkOrganization } from '../../audit/index.ts';
import { removeFilesAbout, withdrawFilesAbout, type Stores } from '../../exports/index.ts';
import { noteChange } from '../../live/index.ts';
import type { Erased } from '../../../platform/db/lists/erasing.ts';
import { keepHolds, nextSize, type HeldCases } from '../../retention/index.ts';
import { eraseEvents, outbox } from '../../webhooks/index.ts';
import { subjectErased } from '../events.ts';
import { keepsAny, readIds } from './held.ts';
import { destroyKeys, KEYS_PART } from './keys.ts';
import { answersAbout, eventsNaming } from './copies.ts';
import type { ErasureList } from './list.ts';
import type { ErasedTables } from './order.ts';
import { receiptOf } from './receipt.ts';
import { listedOf } from './shown.ts';
import * as store from './store.ts';

const ACTOR: Actor = { kind: 'service', id: 'erasure', via: null, requestId: null, address: null };
const FIRST_SIZE = 100;
/** The maximum number of passes over all tables; a pass that finds nothing ends the erasure. */
const MOST_PASSES = 5;
const PAUSE_MS = 100;

export type EraseTools = {
  /** The bucket of the organization. */
  db: Database;
  files: Stores;
  list: ErasureList;
  tables: ErasedTables;
  recordClasses: RecordClasses;
  heldCases: HeldCases;
  /** The server secret. */
  secret: string;
  /** True if links of the audit chain are sent to a stream. */
  isStreamed: boolean;
  sign: (document: { format: string }) => Promise<{ sha256: string; signature: string }>;
  /** The keys of subjects; undefined where none were ever used. */
  subjectKeys: SubjectKeys | undefined;
};

/** `held`: a legal hold keeps the records. `busy`: another process works on the erasure now. */
export type Outcome = 'done' | 'held' | 'busy';

export class Stopped extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Thrown if only files of exports remain, because a store does not answer. No row or answer contains the subject. */
export class FilesLeft extends Error {}

class Erasing {
  readonly #tools: EraseTools;
  readonly #row: store.ErasureRow;
  readonly #of: { orgId: string; subjectId: string };
  readonly #signal: AbortSignal | undefined;
  #ids: ReadonlySet<string> | undefined;

  constructor(tools: EraseTools, row: store.ErasureRow, signal: AbortSignal | undefined) {
    this.#tools = tools;
    this.#row = row;
    this.#of = { orgId: row.org_id, subjectId: row.subject_id };
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { db, files } = this.#tools;
    if (this.#row.emptied_at === null) await this.#empty();
    await removeFilesAbout(db, files, this.#of.orgId).catch((error: unknown) => {
      throw new FilesLeft('files of exports are left', { cause: error });
    });
    await this.#finish();
  }

  /** Erases all data except the files of exports, which are withdrawn. */
  async #empty(): Promise<void> {
    const { db, list, tables, isStreamed } = this.#tools;
    const { orgId } = this.#of;
    const row = this.#row;
    const found = await readIds(db.read, tables, this.#of);
    await this.#assertNotHeld(found);
    await list.add(listedOf(row));
    const ids = await db.transaction((tx) => store.addIds(tx, row, found));
    if (ids === undefined) throw new Stopped('busy');
    this.#ids = new Set(ids);
    for (let pass = 0; ; pass++) {
      await linkOrganization(db, orgId, isStreamed, this.#signal);
      for (const one of tables.erased) await this.#eraseTable(one, ids);
      const left = await this.#findLeft();
      if (left === undefined) break;
      if (pass === MOST_PASSES) throw new Error(`rows of ${left} stay: the next run continues`);
      await sleep(PAUSE_MS);
    }
    await this.#part('exports', async (tx) => ({ count: await withdrawFilesAbout(tx, orgId) }));
    // A repetition of a request with an erased answer still executes nothing.
    for await (const hashes of answersAbout(db.read, this.#tools.secret, orgId, ids))
      await this.#part('idempotency_records', async (tx) => ({
        count: await eraseAnswers(tx, orgId, hashes),
      }));
    for await (const own of eventsNaming(db.read, this.#of, ids)) {
      const due = own.map(({ id }) => id);
      await this.#part('events', async (tx) => ({ count: await eraseEvents(tx, orgId, due) }));
    }
    await destroyKeys(this.#tools, this.#row, (work) => this.#part(KEYS_PART, work));
    await this.#part('', async (tx, _, locked) => {
      await store.setEmptied(tx, locked);
      return { count: 0 };
    });
  }

  /** The list has brought the erasure back. It was allowed before, so only later holds stop it. */
  async #assertNotHeld(ids: readonly string[]): Promise<void> {
    if (this.#row.repeated) return;
    const { db, heldCases } = this.#tools;
    if (await keepsAny(db.read, heldCases, this.#of, ids)) throw new Stopped('held');
  }

  /** Returns the records that holds keep. @throws Stopped if they keep one of the erasure */
  async #heldNow(tx: Tx, row: store.LockedErasure): Promise<readonly string[]> {
    const since = row.repeated ? row.requested_at : undefined;
    const held = await keepHolds(tx, this.#tools.heldCases, row.org_id, since);
    // Another transaction changes a held case.
    if (!held) throw new Stopped('busy');
    if (held.all || [...held.subjects, ...held.ids].some((id) => this.#isOwn(id)))
      throw new Stopped('held');
    return held.subjects;
  }

  #isOwn(id: string): boolean {
    return id === this.#of.subjectId || this.#ids?.has(id) === true;
  }

  /**
   * Runs a part in one transaction with its count.
   * @throws Stopped
   */
  async #part(
    name: string,
    work: (tx: Tx, heldSubjects: readonly string[], locked: store.LockedErasure) => Promise<Erased>,
  ): Promise<Erased> {
    if (this.#signal?.aborted) throw new Stopped('busy');
    const { orgId } = this.#of;
    return this.#tools.db.transaction(async (tx) => {
      const row = await store.lockRunning(tx, orgId, this.#row.id);
      if (!row) throw new Stopped('busy');
      const erased = await work(tx, await this.#heldNow(tx, row), row);
      const { count, tombstones, isHeld } = erased;
      if (isHeld) throw new Stopped('held');
      if (tombstones && tombstones.ids.length > 0)
        await writeRemoval(tx, {
          orgId,
          actor: ACTOR,
          object: tombstones.class,
          ids: tombstones.ids,
          leavesTombstones: true,
        });
      if (count > 0) await store.addCount(tx, row, name, count);
      return erased;
    });
  }

  async #eraseTable(
    { table, erasure }: ErasedTables['erased'][number],
    ids: readonly string[],
  ): Promise<void> {
    if (typeof erasure === 'object' && 'with' in erasure) return;
    const { paths } = this.#tools.tables;
    const own =
      typeof erasure === 'object'
        ? ((await erasure.ids?.(this.#tools.db.read, this.#of)) ?? [])
        : [];
    let [size, from] = [FIRST_SIZE, 0];
    for (let count = 1; count > 0;) {
      const beganMs = clock.monotonicMs();
      const limit = size;
      const erased = await this.#part(table, async (tx, heldSubjects) =>
        erasure === 'deleted'
          ? { count: await store.deleteRows(tx, paths, table, this.#of, limit) }
          : erasure.by(tx, { ...this.#of, ids, heldSubjects, own, from, limit }),
      );
      count = erased.count;
      from = erased.next ?? 0;
      size = nextSize(size, clock.monotonicMs() - beganMs);
    }
  }

  async #findLeft(): Promise<string | undefined> {
    const { db, tables } = this.#tools;
    const gone = tables.erased.filter(
      ({ erasure }) => !(typeof erasure === 'object' && 'remains' in erasure),
    );
    const names = gone.map(({ table }) => table);
    return store.findLeft(db.read, tables.paths, names, this.#of);
  }

  async #finish(): Promise<void> {
    const { db, list, sign } = this.#tools;
    const { orgId, subjectId } = this.#of;
    const row = await store.selectErasure(db.read, orgId, this.#row.id);
    if (!row || row.completed_at !== null) throw new Stopped('busy');
    // A backup that was made between the two is erased again at a start.
    await list.markDone(row.id);
    const at = clock.now();
    const document = await receiptOf(this.#tools, row, at);
    const receipt = canonicalJson(document);
    const signature = JSON.stringify(await sign(document));
    await db.transaction(async (tx) => {
      const locked = await store.lockRunning(tx, orgId, row.id);
      // Another attempt has added to the receipt.
      if (!locked || canonicalJson(locked.counts) !== canonicalJson(row.counts))
        throw new Stopped('busy');
      await store.complete(tx, locked, { at, receipt, signature });
      for (const kind of ['approval', 'case', 'thread'] as const)
        await noteChange(tx, orgId, kind, null);
      if (!row.repeated)
        await outbox(
          tx,
          orgId,
          subjectErased({ event: 'SUBJECT_ERASED', erasureId: row.id, subjectId }),
        );
    });
  }
}

/**
 * Continues an erasure until it is done, held, or another process works on it.
 * @throws if a store of files or the database does not answer, or rows stay
 */
export async function continueErasure(
  tools: EraseTools,
  orgId: string,
  id: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const row = await store.selectErasure(tools.db.read, orgId, id);
  if (!row || row.completed_at !== null) return 'done';
  try {
    await new Erasing(tools, row, signal).run();
    return 'done';
  } catch (error) {
    if (error instanceof Stopped) return error.outcome;
    throw error;
  }
}
