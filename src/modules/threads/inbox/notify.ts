import { Notifier } from '../../../platform/db/session/notifier.ts';

/** The channel on which streams of every process learn that inboxes have changed. */
export const CHANGED_CHANNEL = 'inboxes_changed';
const changed = new Notifier(CHANGED_CHANNEL, 50);

/** Notifies all processes of changed inboxes once the open transaction has committed. */
export function notifyInboxChanged(): void {
  changed.afterCommit();
}
