/** Empties the conversations of a subject, and those about it. */
import type { Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';
import { refreshInboxes } from '../inbox/refresh.ts';
import { showNewestLeft } from '../messages/store.ts';
import * as store from './store.ts';

/** Replaces messages of one thread by tombstones, and empties its title once none is left. */
export async function eraseThreads(tx: Tx, part: Erasing): Promise<Erased> {
  const thread = await store.lockNextThread(tx, part);
  if (!thread) return { count: 0 };
  const count = await store.eraseMessages(tx, thread, part.limit);
  await showNewestLeft(tx, part.orgId, thread.id);
  if (count < part.limit) await store.eraseTitle(tx, thread, part.subjectId);
  await refreshInboxes(tx, thread, null);
  return { count: Math.max(count, 1) };
}
