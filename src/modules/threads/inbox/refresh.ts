import type { Tx } from '../../../platform/db/database.ts';
import { Notifier } from '../../../platform/db/session/notifier.ts';
import { FANOUT_LIMIT } from './schemas.ts';
import * as store from './store.ts';

/** The channel on which streams of every process learn that inboxes have changed. */
export const CHANGED_CHANNEL = 'inboxes_changed';
const changed = new Notifier(CHANGED_CHANNEL, 50);

/** Notifies all processes of changed inboxes once the open transaction has committed. */
export function notifyInboxChanged(): void {
  changed.afterCommit();
}

/**
 * Notifies open streams that inboxes show a locked thread differently.
 * @param participantId the participant whose inbox changes, or null for all participants of the thread
 */
export async function announceChange(
  tx: Tx,
  thread: { org_id: string; id: string },
  participantId: string | null,
): Promise<void> {
  await store.recordChange(tx, thread, participantId);
  notifyInboxChanged();
}

/**
 * Sends a change of a small thread to its inboxes and to open streams. Call it at most once in a transaction, after all
 * other writes to threads. Inboxes read a large thread directly, so the cost of a message does not depend on the number
 * of participants.
 * @param thread locked, with the lowest number of participants that it has or had in this transaction
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
 * Notifies all participants when a thread becomes large, or small again, because its counts then move to another table.
 * @param thread with the lower of the numbers of participants before and after a participant joined or left
 */
export async function announceSwitch(
  tx: Tx,
  thread: { org_id: string; id: string; participant_count: number },
): Promise<void> {
  if (thread.participant_count === FANOUT_LIMIT) await announceChange(tx, thread, null);
}
