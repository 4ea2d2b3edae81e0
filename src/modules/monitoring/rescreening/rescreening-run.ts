import { voidedWith } from '../../approvals/index.ts';
import { LEASE_MS, whileLeased } from '../../../platform/background/lease.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { noteChange } from '../../live/index.ts';
import {
  type ListedEntry,
  selectChanged,
  selectEntries,
  type ListRevision,
  selectMerged,
} from '../../lists/index.ts';
import type { Followers } from '../access.ts';
import { type Tracer, tracerOf } from '../../../matching/index.ts';
import { recordHits, type FoundHit } from '../hits/record.ts';
import { moveHits } from '../hits/merged.ts';
import {
  closeRemoved,
  lockHitsOf,
  selectHitEntries,
  selectHitsOnEntries,
  selectPairs,
} from '../hits/store.ts';
import { claim, type Claim } from './claim-run.ts';
import { buildMatcher, type Matcher } from './matcher.ts';
import { profileFor } from '../../screening/index.ts';
import * as store from './store.ts';

/** The time after which the next list is screened, and the run continues later from its position. */
const SLICE_MS = 10_000;
/** Entries compared at once: 130 bytes per name, and some hundred per entry. */
const CHUNK = 50_000;
const BATCH = 1000;
const SUBJECTS = 500;
/** Hits recorded at once; one subject may have more. */
const HITS = 1000;
const CLOSED_AT_ONCE = 500;

type Chunk = { matcher: Matcher; isFirst: boolean; isLast: boolean };
/** The time for which a rescreening run may continue now. */
type Turn = { endsMs: number; abandoned: AbortSignal; followers: Followers; secret: string };

/** The changed entries, in parts of bounded size; they all stay in memory if there is only one part. */
class Changes {
  readonly #db: Database;
  readonly #claim: Claim;
  readonly #list: ListRevision;
  readonly #trace: Tracer;
  #only: Chunk | undefined;

  constructor(db: Database, claimed: Claim, list: ListRevision, secret: string) {
    this.#db = db;
    this.#claim = claimed;
    this.#list = list;
    this.#trace = tracerOf(secret, claimed.orgId);
  }

  async *chunks(): AsyncGenerator<Chunk> {
    if (this.#only) return yield this.#only;
    const place = { after: '', isLast: false };
    while (!place.isLast) {
      const isFirst = place.after === '';
      const { orgId } = this.#claim;
      const whose = { orgId, profile: await profileFor(this.#db.read, orgId) };
      const matcher = await buildMatcher(whose, this.#list, this.#batches(place), this.#trace);
      const chunk = { matcher, isFirst, isLast: place.isLast };
      if (isFirst && chunk.isLast) this.#only = chunk;
      yield chunk;
    }
  }

  /** Returns the entries of one chunk and moves `place` forward. */
  async *#batches(place: { after: string; isLast: boolean }): AsyncGenerator<ListedEntry[]> {
    const { orgId, from, to } = this.#claim;
    for (let count = 0; count < CHUNK && !place.isLast; count += BATCH) {
      const range = { from, to, after: place.after };
      const batch = await selectChanged(this.#db.read, orgId, this.#list, range, BATCH);
      place.after = batch.at(-1)?.id ?? place.after;
      place.isLast = batch.length < BATCH;
      if (batch.length > 0) yield batch;
    }
  }
}

/** Moves forward in the transaction that records hits; returns false if another process has taken over the run. */
function move(tx: Tx, claimed: Claim, change: store.CursorChange) {
  return store.moveCursor(
    tx,
    claimed.orgId,
    claimed.listId,
    { holder: claimed.holder, ms: LEASE_MS },
    change,
  );
}

/** Records the hits of these subjects. @returns false if another process has taken over the run */
async function recordPart(
  db: Database,
  claimed: Claim,
  subjects: store.MonitoredSubject[],
  found: FoundHit[],
  { matcher, isLast, followers }: Chunk & Pick<Turn, 'followers'>,
): Promise<boolean> {
  const { orgId, listId } = claimed;
  return db.transaction(async (tx) => {
    const change = isLast ? { after_subject: subjects.at(-1)!.subjectId } : {};
    if (!(await move(tx, claimed, change))) return false;
    const ids = subjects.map((subject) => subject.subjectId);
    const pairs = await selectPairs(tx, orgId, ids, listId);
    const hit = pairs.filter((pair) => matcher.has(pair.entry_id)).map((pair) => pair.subject_id);
    const affected = [...new Set([...hit, ...found.map((one) => one.subjectId)])];
    if (affected.length === 0) return true;
    // Skips subjects that were enrolled again during the search. The enrolment has screened them against this state of
    // the list, or causes another screening of the list.
    const versions = new Map(subjects.map((subject) => [subject.subjectId, subject.version]));
    const locked = await store.lockMonitored(tx, orgId, affected);
    const same = new Set(
      locked
        .filter((row) => row.version === versions.get(row.subject_id))
        .map((row) => row.subject_id),
    );
    const rows = await lockHitsOf(tx, orgId, [...same], listId);
    const known = rows.filter((row) => matcher.has(row.entry_id));
    const hits = found.filter((one) => same.has(one.subjectId));
    await recordHits(tx, orgId, hits, known, 'entry_changed', followers);
    return true;
  });
}

/**
 * Screens the subjects against one chunk. For the first chunk it stops at `endsMs`, after at least one subject.
 * @returns the number of screened subjects, which are also those for the other chunks; undefined if another process
 * has taken over the run
 */
async function screenChunk(
  db: Database,
  claimed: Claim,
  subjects: store.MonitoredSubject[],
  chunk: Chunk,
  { endsMs, abandoned, followers }: Turn,
): Promise<number | undefined> {
  const yieldIfDue = yielder();
  let found: FoundHit[] = [];
  let from = 0;
  for (const [i, subject] of subjects.entries()) {
    found.push(...(await chunk.matcher.match(subject, abandoned)));
    await yieldIfDue();
    const to = i + 1;
    const isOver = chunk.isFirst && clock.monotonicMs() > endsMs;
    if (found.length < HITS && to < subjects.length && !isOver) continue;
    if (!(await recordPart(db, claimed, subjects.slice(from, to), found, { ...chunk, followers })))
      return undefined;
    if (isOver) return to;
    found = [];
    from = to;
  }
  return subjects.length;
}

/**
 * Closes hits on removed entries, or on all entries of a deleted list. @returns false if another process has taken
 * over the run
 */
async function closeGone(db: Database, claimed: Claim): Promise<boolean> {
  const { orgId, listId, list } = claimed;
  if (!list) return closeAll(db, claimed, undefined);
  for (let after = ''; ;) {
    const entryIds = await selectHitEntries(db.read, orgId, listId, after, CLOSED_AT_ONCE);
    if (entryIds.length === 0) return true;
    after = entryIds.at(-1)!;
    const places = entryIds.map((entryId) => ({ listId, entryId }));
    const there = new Set((await selectEntries(db.read, orgId, places)).map(({ id }) => id));
    const gone = entryIds.filter((id) => !there.has(id));
    if (gone.length > 0 && !(await closeAll(db, claimed, gone))) return false;
  }
}

/** @returns false if another process has taken over the run */
async function closeAll(
  db: Database,
  claimed: Claim,
  entryIds: string[] | undefined,
): Promise<boolean> {
  const { orgId, listId } = claimed;
  for (let closed = CLOSED_AT_ONCE; closed === CLOSED_AT_ONCE;) {
    const step = await db.transaction(async (tx) => {
      if (!(await move(tx, claimed, {}))) return undefined;
      const count = await closeRemoved(
        tx,
        orgId,
        listId,
        entryIds,
        CLOSED_AT_ONCE,
        voidedWith(orgId, 'hit.'),
      );
      await noteChange(tx, orgId, 'hit', count > 0 ? null : []);
      return count;
    });
    if (step === undefined) return false;
    closed = step;
  }
  return true;
}

/**
 * Moves hits on entries that the publisher has merged into others. @returns false if another process has taken over
 * the run
 */
async function moveMerged(db: Database, claimed: Claim): Promise<boolean> {
  const { orgId, listId, list } = claimed;
  // A continued run has done this before, and later decisions apply.
  if (!list?.global || claimed.afterSubject !== '') return true;
  const into = await selectMerged(db.read, listId, claimed);
  const gone = [...into.keys()];
  for (let at = 0; at < gone.length; at += CLOSED_AT_ONCE) {
    const some = gone.slice(at, at + CLOSED_AT_ONCE);
    for (let after = ''; ;) {
      const hits = await selectHitsOnEntries(db.read, orgId, listId, some, after, CLOSED_AT_ONCE);
      if (hits.length === 0) break;
      after = hits.at(-1)!.id;
      const subjectIds = [...new Set(hits.map((hit) => hit.subject_id))];
      const isOurs = await db.transaction(async (tx) => {
        if (!(await move(tx, claimed, {}))) return false;
        const locked = await store.lockMonitored(tx, orgId, subjectIds);
        const ids = locked.map((row) => row.subject_id);
        await moveHits(tx, orgId, listId, ids, into);
        return true;
      });
      if (!isOurs) return false;
    }
  }
  return true;
}

/** Releases the cursor, with the run finished or at its current position. */
async function finish(db: Database, claimed: Claim, isDone: boolean): Promise<void> {
  const { orgId, listId, holder } = claimed;
  await db.transaction(async (tx) => {
    const change = isDone
      ? { revision: claimed.to, stamp: claimed.toStamp, target: null, after_subject: '' }
      : {};
    const isOurs = await store.moveCursor(tx, orgId, listId, { holder, ms: 0 }, change);
    if (isOurs && isDone && !claimed.list) await store.deleteCursor(tx, orgId, listId);
  });
}

/**
 * Screens the changes of the list until the turn is over.
 * @returns true if all are screened; undefined if another process has taken over the run
 */
async function screenChanged(
  db: Database,
  claimed: Claim,
  list: ListRevision,
  turn: Turn,
): Promise<boolean | undefined> {
  const changes = new Changes(db, claimed, list, turn.secret);
  for (let after = claimed.afterSubject; ;) {
    const subjects = await store.selectMonitored(
      db.read,
      claimed.orgId,
      list.kind,
      after,
      SUBJECTS,
    );
    if (subjects.length === 0) return true;
    let group = subjects;
    for await (const chunk of changes.chunks()) {
      turn.abandoned.throwIfAborted();
      const screened = await screenChunk(db, claimed, group, chunk, turn);
      if (screened === undefined) return undefined;
      group = group.slice(0, screened);
    }
    after = group.at(-1)!.subjectId;
    if (clock.monotonicMs() > turn.endsMs) return false;
  }
}

/**
 * Screens the changes of a list against the organization's subjects, for some seconds. Hits are committed together with
 * the position, so after a crash another process continues there and finds nothing twice.
 */
export async function runRescreening(
  db: Database,
  due: store.Due,
  { followers, secret }: Pick<Turn, 'followers' | 'secret'>,
  signal: AbortSignal,
): Promise<void> {
  const claimed = await claim(db, due);
  if (!claimed) return;
  const { list } = claimed;
  const endsMs = clock.monotonicMs() + SLICE_MS;
  if (!(await moveMerged(db, claimed))) return;
  if (list) {
    const renew = (): Promise<boolean> => db.transaction((tx) => move(tx, claimed, {}));
    const isDone = await whileLeased({ renew, signal }, (abandoned) =>
      screenChanged(db, claimed, list, { endsMs, abandoned, followers, secret }).catch(
        (error: unknown) => {
          if (abandoned.aborted) return false;
          throw error;
        },
      ),
    );
    if (isDone === undefined) return;
    if (!isDone) return finish(db, claimed, false);
  }
  if (await closeGone(db, claimed)) await finish(db, claimed, true);
}
