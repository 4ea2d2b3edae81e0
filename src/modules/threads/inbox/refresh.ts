import type { Tx } from '../../../platform/db/database.ts';
import * as store from './store.ts';

/**
 * Tells the inboxes of small threads what has changed: the last of a transaction's own writes to threads, and at most
 * once in it. A large thread tells nobody: its inboxes ask it, so that a message costs the same however many get it.
 * @param threads each locked, with the least number of participants that it has, or had before this transaction
 */
export async function refreshInboxes(
  tx: Tx,
  threads: { org_id: string; id: string; participant_count: number }[],
): Promise<void> {
  const small = threads.filter((thread) => thread.participant_count <= store.MAX_TOLD);
  if (small.length > 0) await store.refreshInboxes(tx, small);
}
