/** Erases a subject in small parts. Each part commits with its count, so that any process continues after a crash. */
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import type { SubjectKeys } from '../../../platform/crypto/subject-keys/subject-keys.ts';
import { writeRemoval } from '../../../platform/audit/audit.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { RecordClasses } from '../../../platform/db/lists/aged/record-class.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { IdMarks, idsIn } from '../../../platform/idempotency/about.ts';
import { eraseAnswers, selectAbout } from '../../../platform/idempotency/store.ts';
import { linkOrganization } from '../../audit/index.ts';
import { removeFilesAbout, withdrawFilesAbout, type Stores } from '../../exports/index.ts';
import { noteChange } from '../../live/index.ts';
import type { Erased } from '../../../platform/db/lists/erasing.ts';
import { assertNotHeld, nextSize, readHeld, type HeldCases } from '../../retention/index.ts';
import { sharesThread } from '../../threads/index.ts';
import { eraseEvents, outbox, selectBodies } from '../../webhooks/index.ts';
import { subjectErased } from '../events.ts';
import { destroyKeys, KEYS_PART } from './keys.ts';
import type { ErasureList } from './list.ts';
import type { ErasedTables } from './order.ts';
import { receiptOf } from './receipt.ts';
import * as store from './store.ts';

const ACTOR: Actor = { kind: 'service', id: 'erasure', via: null, requestId: null, address: null };
const FIRST_SIZE = 100;
/** Records and events that are read at once. */
const ROWS_AT_ONCE = 500;
/** Passes over all tables, until a pass finds nothing left. */
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

class Stopped extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Returns true if a member of any name and depth has this text as its value. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.normalize('NFC') === text;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => hasText(one, text))
  );
}

class Erasing {
  readonly #tools: EraseTools;
  readonly #row: store.ErasureRow;
  readonly #of: { orgId: string; subjectId: string };
  readonly #signal: AbortSignal | undefined;

  constructor(tools: EraseTools, row: store.ErasureRow, signal: AbortSignal | undefined) {
    this.#tools = tools;
    this.#row = row;
    this.#of = { orgId: row.org_id, subjectId: row.subject_id };
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { db, files, list, tables, isStreamed } = this.#tools;
    const { orgId, subjectId } = this.#of;
    const row = this.#row;
    const found = await this.#readIds();
    await this.#assertNotHeld(found);
    await list.add({
      id: row.id,
      organizationId: orgId,
      subjectId,
      requestedBy: row.person_id,
      approvalId: row.approval_id,
      reasonCode: row.reason_code,
      requestedAt: row.requested_at.toISOString(),
    });
    const ids = await db.transaction((tx) => store.addIds(tx, row, found));
    if (ids === undefined) throw new Stopped('busy');
    await this.#eraseAnswers(ids);
    for (let pass = 0; ; pass++) {
      await linkOrganization(db, orgId, isStreamed, this.#signal);
      for (const one of tables.erased) await this.#eraseTable(one, ids);
      const left = await this.#findLeft();
      if (left === undefined) break;
      if (pass === MOST_PASSES) throw new Error(`rows of ${left} stay: the next run continues`);
      await sleep(PAUSE_MS);
    }
    await this.#part('exports', async (tx) => ({ count: await withdrawFilesAbout(tx, orgId) }));
    await removeFilesAbout(db, files, orgId);
    await this.#eraseAnswers(ids);
    await this.#eraseEvents(ids);
    await destroyKeys(this.#tools, row, (work) => this.#part(KEYS_PART, work));
    await this.#finish();
  }

  /** Reads the ids of the records about the subject, which answers and requests for a second person name. */
  async #readIds(): Promise<string[]> {
    const { db, tables } = this.#tools;
    const named = await store.tablesWithId(db.read, Object.keys(tables.paths));
    const all = new Set([this.#of.subjectId]);
    for (const table of named)
      for (const id of await store.selectIds(db.read, tables.paths, table, this.#of)) all.add(id);
    for (const { erasure } of tables.erased)
      if (typeof erasure === 'object' && 'by' in erasure)
        for (const id of (await erasure.ids?.(db.read, this.#of)) ?? []) all.add(id);
    return [...all];
  }

  /** An erasure that the list has brought back was allowed before: only later holds stop it. */
  async #assertNotHeld(ids: readonly string[]): Promise<void> {
    if (this.#row.repeated) return;
    const { db, heldCases } = this.#tools;
    const held = await readHeld(db.read, heldCases, this.#of.orgId);
    const kept = new Set([...held.subjects, ...held.ids]);
    if (held.all || ids.some((id) => kept.has(id))) throw new Stopped('held');
    if (await sharesThread(db.read, this.#of, [...held.subjects])) throw new Stopped('held');
  }

  /**
   * Runs a part in one transaction with its count.
   * @returns the number of rows
   * @throws Stopped
   */
  async #part(
    name: string,
    work: (tx: Tx, counts: store.ErasureRow['counts']) => Promise<Erased>,
  ): Promise<number> {
    if (this.#signal?.aborted) throw new Stopped('busy');
    const { orgId, subjectId } = this.#of;
    return this.#tools.db.transaction(async (tx) => {
      const row = await store.lockRunning(tx, orgId, this.#row.id);
      if (!row) throw new Stopped('busy');
      await assertNotHeld(tx, orgId, subjectId, row.repeated ? row.requested_at : undefined).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? new Stopped('held') : error;
        },
      );
      const { count, tombstones } = await work(tx, row.counts);
      if (tombstones && tombstones.ids.length > 0)
        await writeRemoval(tx, {
          orgId,
          actor: ACTOR,
          object: tombstones.class,
          ids: tombstones.ids,
          leavesTombstones: true,
        });
      if (count > 0) await store.addCount(tx, row, name, count);
      return count;
    });
  }

  async #eraseTable(
    { table, erasure }: ErasedTables['erased'][number],
    ids: readonly string[],
  ): Promise<void> {
    if (typeof erasure === 'object' && 'with' in erasure) return;
    const { paths } = this.#tools.tables;
    let size = FIRST_SIZE;
    for (let count = 1; count > 0;) {
      const beganMs = clock.monotonicMs();
      const limit = size;
      count = await this.#part(table, async (tx) =>
        erasure === 'deleted'
          ? { count: await store.deleteRows(tx, paths, table, this.#of, limit) }
          : erasure.by(tx, { ...this.#of, ids, limit }),
      );
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

  /** Deletes the recorded answers about the subject. A repeat of such a request executes nothing. */
  async #eraseAnswers(ids: readonly string[]): Promise<void> {
    const { db, secret } = this.#tools;
    const { orgId } = this.#of;
    const about = new Set(new IdMarks(secret).of(orgId, ids));
    for (let after: Buffer = Buffer.alloc(0), found = ROWS_AT_ONCE; found === ROWS_AT_ONCE;) {
      const records = await selectAbout(db.read, orgId, after, ROWS_AT_ONCE);
      found = records.length;
      after = records.at(-1)?.hash ?? after;
      const own = records.filter((one) => one.about?.some((mark) => about.has(mark)) ?? true);
      if (own.length === 0) continue;
      const hashes = own.map(({ hash }) => hash);
      await this.#part('idempotency_records', async (tx) => ({
        count: await eraseAnswers(tx, orgId, hashes),
      }));
    }
  }

  /** Erases the data of events that name the subject or a record about it. */
  async #eraseEvents(ids: readonly string[]): Promise<void> {
    const about = new Set(ids);
    const { db } = this.#tools;
    const { orgId, subjectId } = this.#of;
    for (let after = '', found = ROWS_AT_ONCE; found === ROWS_AT_ONCE;) {
      const events = await selectBodies(db.read, orgId, after, ROWS_AT_ONCE);
      found = events.length;
      after = events.at(-1)?.id ?? after;
      const own = events.filter(({ body }) => {
        const { data } = JSON.parse(body) as { data: unknown };
        return hasText(data, subjectId) || idsIn([], data, '').some((id) => about.has(id));
      });
      if (own.length === 0) continue;
      const due = own.map(({ id }) => id);
      await this.#part('events', async (tx) => ({ count: await eraseEvents(tx, orgId, due) }));
    }
  }

  async #finish(): Promise<void> {
    const { db, sign } = this.#tools;
    const { orgId, subjectId } = this.#of;
    const row = await store.selectErasure(db.read, orgId, this.#row.id);
    if (!row || row.completed_at !== null) throw new Stopped('busy');
    const at = clock.now();
    const document = await receiptOf(this.#tools, row, at);
    const receipt = canonicalJson(document);
    const signature = JSON.stringify(await sign(document));
    await db.transaction(async (tx) => {
      const locked = await store.lockRunning(tx, orgId, row.id);
      // Another attempt has added to what the receipt says.
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
