import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { getOrganization } from '../../tenants/index.ts';
import { announceChange } from '../inbox/refresh.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';
import { refreshCopies } from '../inbox/store.ts';
import { notifyInboxChanged } from '../streams/notify.ts';
import { lockThread } from '../threads/lock.ts';
import * as store from './store.ts';

/** Differences that are told at most. */
const LIMIT = 100;
/** Differences that are repaired between two counts, and participants whose sums are repaired at once. */
const REPAIRED_AT_ONCE = 10_000;
const SUMS_AT_ONCE = 20;

/**
 * Counts everything that is kept of an organization's threads, from its messages and read cursors. Takes some seconds for a
 * million messages: `db` must allow a statement that long.
 * @returns what is not as it should be, at most 100; anything is a defect
 */
export async function findMismatches(db: Queryable, orgId: string): Promise<store.Mismatch[]> {
  return store.selectMismatches(db, orgId, FANOUT_LIMIT, LIMIT);
}

function toDifference(mismatch: store.Mismatch) {
  const { what, thread_id: threadId, participant_id: participantId, kept, counted } = mismatch;
  return { what, threadId, participantId, kept, counted };
}

/** `findMismatches` for operators. @throws ApiError NOT_FOUND */
export async function reconcile(db: Database, orgId: string) {
  await getOrganization(db.read, orgId);
  const differences = (await findMismatches(db.read, orgId)).map(toDifference);
  return { ok: differences.length === 0, differences };
}

/** Repairs a thread that is locked, and what its participants have of it. */
export async function repairLocked(tx: Tx, thread: { org_id: string; id: string }): Promise<void> {
  await store.repairThread(tx, thread.org_id, thread.id);
  await announceChange(tx, thread, null);
  // It may have been taken for small or for large.
  await refreshCopies(tx, thread);
}

/** Repairs a thread and what its participants have of it; nobody sends to it meanwhile. */
async function repairOne(db: Database, orgId: string, threadId: string): Promise<void> {
  await db.transaction(async (tx) => repairLocked(tx, await lockThread(tx, orgId, threadId)));
}

async function repairSome(db: Database, orgId: string, mismatches: store.Mismatch[]) {
  const ids = (pick: (one: store.Mismatch) => string | null): string[] =>
    [...new Set(mismatches.map(pick))].filter((id) => id !== null);
  const threads = ids(({ thread_id }) => thread_id);
  for (const threadId of threads) await repairOne(db, orgId, threadId);
  // After their copies, on which they depend: those are right by now.
  const inboxes = ids(({ what, participant_id }) => (what === 'inbox' ? participant_id : null));
  for (let at = 0; at < inboxes.length; at += SUMS_AT_ONCE) {
    const some = inboxes.slice(at, at + SUMS_AT_ONCE);
    await db.transaction(async (tx) => {
      await store.repairSums(tx, orgId, some);
      notifyInboxChanged();
    });
  }
  return { threads: threads.length, inboxes: inboxes.length };
}

/**
 * Makes what is kept say what messages and read cursors say, thread by thread, each under the lock that sending takes.
 * @param atOnce differences that are read at a time
 * @returns what differed, how many threads and inboxes were repaired, and as `ok` whether nothing differs now
 * @throws ApiError NOT_FOUND
 */
export async function repair(db: Database, orgId: string, atOnce = REPAIRED_AT_ONCE) {
  await getOrganization(db.read, orgId);
  const differences: store.Mismatch[] = [];
  const repaired = { threads: 0, inboxes: 0 };
  // A second time for what the first one has shown to be wrong. Each goes on after what it has seen, because some
  // differences stay.
  for (const pass of [1, 2]) {
    let after: store.MismatchKey | undefined;
    do {
      const some = await store.selectMismatches(db.read, orgId, FANOUT_LIMIT, atOnce, after);
      if (pass === 1) differences.push(...some.slice(0, LIMIT - differences.length));
      const { threads, inboxes } = await repairSome(db, orgId, some);
      repaired.threads += threads;
      repaired.inboxes += inboxes;
      after = some.length < atOnce ? undefined : some.at(-1);
    } while (after);
  }
  const left = await store.selectMismatches(db.read, orgId, FANOUT_LIMIT, 1);
  return { ok: left.length === 0, repaired, differences: differences.map(toDifference) };
}
