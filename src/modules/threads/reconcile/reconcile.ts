import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { getOrganization } from '../../tenants/index.ts';
import { announceChange } from '../inbox/refresh.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';
import { refreshCopies } from '../inbox/store.ts';
import { notifyInboxChanged } from '../inbox/refresh.ts';
import { lockThread } from '../lock.ts';
import * as store from './store.ts';

/** The maximum number of differences in a report. */
const LIMIT = 100;
/**
 * Differences that are read and repaired at a time. `SUMS_AT_ONCE` participants have their sums repaired in one
 * transaction.
 */
const REPAIRED_AT_ONCE = 10_000;
const SUMS_AT_ONCE = 20;

/**
 * Compares all stored counts of an organization's threads with its messages and read cursors. Takes some seconds for
 * a million messages: `db` must allow statements of that length.
 * @returns at most 100 differences; each of them is a defect
 */
export async function findMismatches(db: Queryable, orgId: string): Promise<store.Mismatch[]> {
  return store.selectMismatches(db, orgId, FANOUT_LIMIT, LIMIT);
}

function toDifference(mismatch: store.Mismatch) {
  const { what, thread_id: threadId, participant_id: participantId, kept, counted } = mismatch;
  return { what, threadId, participantId, kept, counted };
}

/** Calls `findMismatches` for operators. @throws ApiError NOT_FOUND */
export async function reconcile(db: Database, orgId: string) {
  await getOrganization(db.read, orgId);
  const differences = (await findMismatches(db.read, orgId)).map(toDifference);
  return { ok: differences.length === 0, differences };
}

/** Repairs a locked thread and the columns that its participants copy from it. */
async function repairLocked(tx: Tx, thread: { org_id: string; id: string }): Promise<void> {
  await store.repairThread(tx, thread.org_id, thread.id);
  await announceChange(tx, thread, null);
  // Small and large threads have different copies, and the wrong count may have selected the kind.
  await refreshCopies(tx, thread);
}

/** Repairs a thread and the columns that its participants copy from it. Holds the lock that senders need. */
async function repairOne(db: Database, orgId: string, threadId: string): Promise<void> {
  await db.transaction(async (tx) => repairLocked(tx, await lockThread(tx, orgId, threadId)));
}

async function repairSome(db: Database, orgId: string, mismatches: store.Mismatch[]) {
  const ids = (pick: (one: store.Mismatch) => string | null): string[] =>
    [...new Set(mismatches.map(pick))].filter((id) => id !== null);
  const threads = ids(({ thread_id }) => thread_id);
  for (const threadId of threads) await repairOne(db, orgId, threadId);
  // Repairs sums last, because they depend on the copies.
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
 * Makes stored counts agree with messages and read cursors, thread by thread, each under the lock that senders take.
 * @param atOnce the number of differences that are read at a time
 * @returns the differences, the numbers of repaired threads and inboxes, and `ok`: true if no difference is left
 * @throws ApiError NOT_FOUND
 */
export async function repair(db: Database, orgId: string, atOnce = REPAIRED_AT_ONCE) {
  await getOrganization(db.read, orgId);
  const differences: store.Mismatch[] = [];
  const repaired = { threads: 0, inboxes: 0 };
  // The second pass repairs differences that the first pass has uncovered. Each pass continues after the differences
  // that it has read, because some are permanent.
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
