/** Empties the threads in which a subject takes part, and the threads about it. */
import type { Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';
import { refreshInboxes } from '../inbox/refresh.ts';
import { showNewestLeft } from '../messages/store.ts';
import * as store from './store.ts';

/** A thread costs as much as this many messages. */
const THREAD_COST = 10;

/** Erases messages of one thread, and its title once it has none. @returns their number */
async function eraseThread(tx: Tx, part: Erasing, id: string, limit: number): Promise<number> {
  const thread = await store.lockThread(tx, part, id);
  if (!thread) return 0;
  const count = await store.eraseMessages(tx, thread, limit);
  await showNewestLeft(tx, part.orgId, id);
  if (count < limit) await store.eraseTitle(tx, thread, part.subjectId);
  await refreshInboxes(tx, thread, null);
  return count;
}

/** Replaces messages by tombstones, thread by thread, in the order of `own`. */
export async function eraseThreads(tx: Tx, part: Erasing): Promise<Erased> {
  let [count, left] = [0, part.limit];
  for (let from = part.from; from < part.own.length; from += part.limit) {
    const ids = part.own.slice(from, from + part.limit);
    for (const id of await store.selectDue(tx, part, ids)) {
      const next = from + ids.indexOf(id);
      if (left <= 0) return { count, next };
      if (await store.isOfHeld(tx, part, id)) return { count, next, isHeld: true };
      const erased = await eraseThread(tx, part, id, left);
      count += Math.max(erased, 1);
      if (erased === left) return { count, next };
      left -= erased + THREAD_COST;
    }
    if (count > 0) return { count, next: from + ids.length };
  }
  return { count, next: part.own.length };
}
