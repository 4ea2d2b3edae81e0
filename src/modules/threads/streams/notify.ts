import { Notifier } from '../../../platform/background/notifier.ts';

/** Streams of every process are told here that inboxes have changed. */
export const CHANGED_CHANNEL = 'inboxes_changed';
const changed = new Notifier(CHANGED_CHANNEL, 50);

/** Once the open transaction has committed, tells all processes that inboxes have changed. */
export function notifyInboxChanged(): void {
  changed.afterCommit();
}
