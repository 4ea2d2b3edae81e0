import type { Tx } from '../../../platform/db/database.ts';
import { recordChange } from '../streams/store.ts';
import { notifyInboxChanged } from '../streams/notify.ts';
import { FANOUT_LIMIT } from './schemas.ts';
import * as store from './store.ts';

/**
 * Has open streams send that inboxes show a locked thread differently.
 * @param participantId whose inbox alone, or null for all of the thread
 */
export async function announceChange(
  tx: Tx,
  thread: { org_id: string; id: string },
  participantId: string | null,
): Promise<void> {
  await recordChange(tx, thread, participantId);
  notifyInboxChanged();
}

/**
 * Fans a change of a small thread out to its inboxes and to open streams: the last of a transaction's own writes to
 * threads, and at most once in it. Inboxes look a large thread up, so that a message costs the same however many get
 * it.
 * @param thread locked, with the least number of participants that it has, or had before this transaction
 * @param participantId as for `announceChange`
 */
export async function refreshInboxes(
  tx: Tx,
  thread: { org_id: string; id: string; participant_count: number },
  participantId: string | null,
): Promise<void> {
  await announceChange(tx, thread, participantId);
  if (thread.participant_count <= FANOUT_LIMIT) await store.refreshCopies(tx, thread);
}

/**
 * Tells everybody when a thread becomes large, or small again: its counts change their place.
 * @param thread with the least number of participants that it has, or had before one joined or left
 */
export async function announceSwitch(
  tx: Tx,
  thread: { org_id: string; id: string; participant_count: number },
): Promise<void> {
  if (thread.participant_count === FANOUT_LIMIT) await announceChange(tx, thread, null);
}
