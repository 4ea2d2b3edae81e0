import type { Database, Queryable } from '../../../platform/db/database.ts';
import { getOrganization } from '../../tenants/index.ts';
import { announceChange } from '../inbox/refresh.ts';
import { MAX_TOLD, refreshInboxes } from '../inbox/store.ts';
import { notifyInboxChanged } from '../streams/notify.ts';
import { lockThread } from '../threads/lock.ts';
import * as store from './store.ts';

/** Differences that are told at most. */
const LIMIT = 100;
/** Differences that are mended between two recounts, and participants whose sums are mended at once. */
const MENDED_AT_ONCE = 10_000;
const SUMS_AT_ONCE = 20;

/**
 * Recounts everything that is kept of an organization's threads, from its messages and marks. Takes some seconds for a
 * million messages: `db` must allow a statement that long.
 * @returns what is not as it should be, at most 100; anything is a defect
 */
export async function findDrift(db: Queryable, orgId: string): Promise<store.Drift[]> {
  return store.selectDrift(db, orgId, MAX_TOLD, LIMIT);
}

function toDifference(drift: store.Drift) {
  const { what, thread_id: threadId, participant_id: participantId, kept, counted } = drift;
  return { what, threadId, participantId, kept, counted };
}

/** `findDrift` for operators. @throws ApiError NOT_FOUND */
export async function recount(db: Database, orgId: string) {
  await getOrganization(db.read, orgId);
  const differences = (await findDrift(db.read, orgId)).map(toDifference);
  return { ok: differences.length === 0, differences };
}

/** Mends a thread and what its participants have of it; nobody sends to it meanwhile. */
async function mendThread(db: Database, orgId: string, threadId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const thread = await lockThread(tx, orgId, threadId);
    await store.repairThread(tx, orgId, threadId);
    await announceChange(tx, thread, null);
    // It may have been taken for small or for large.
    await refreshInboxes(tx, thread);
  });
}

async function mend(db: Database, orgId: string, drift: store.Drift[]) {
  const ids = (pick: (one: store.Drift) => string | null): string[] =>
    [...new Set(drift.map(pick))].filter((id) => id !== null);
  const threads = ids(({ thread_id }) => thread_id);
  for (const threadId of threads) await mendThread(db, orgId, threadId);
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
 * Makes what is kept say what messages and marks say, thread by thread, each under the lock that sending takes.
 * @param atOnce differences that are read at a time
 * @returns what differed, how many threads and inboxes were mended, and as `ok` whether nothing differs now
 * @throws ApiError NOT_FOUND
 */
export async function repair(db: Database, orgId: string, atOnce = MENDED_AT_ONCE) {
  await getOrganization(db.read, orgId);
  const differences: store.Drift[] = [];
  const repaired = { threads: 0, inboxes: 0 };
  // A second time for what the first one has shown to be wrong. Each goes on after what it has seen, because some
  // differences stay.
  for (const pass of [1, 2]) {
    let after: store.DriftKey | undefined;
    do {
      const some = await store.selectDrift(db.read, orgId, MAX_TOLD, atOnce, after);
      if (pass === 1) differences.push(...some.slice(0, LIMIT - differences.length));
      const { threads, inboxes } = await mend(db, orgId, some);
      repaired.threads += threads;
      repaired.inboxes += inboxes;
      after = some.length < atOnce ? undefined : some.at(-1);
    } while (after);
  }
  const left = await store.selectDrift(db.read, orgId, MAX_TOLD, 1);
  return { ok: left.length === 0, repaired, differences: differences.map(toDifference) };
}
