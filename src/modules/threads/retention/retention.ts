import type { Tx } from '../../../platform/db/database.ts';
import type { Part, RecordClasses, Removed } from '../../../platform/db/lists/aged/record-class.ts';
import { refreshInboxes } from '../inbox/refresh.ts';
import { eraseMessage, showNewestLeft } from '../messages/store.ts';
import * as store from './store.ts';

/** Replaces the due messages of a part with tombstones, as a deletion does. */
async function eraseMessages(tx: Tx, part: Part): Promise<Removed> {
  const { orgId } = part;
  const { ids, next } = await store.selectDue(tx, part);
  if (ids.length === 0) return { ids, next };
  const threads = await store.lockThreadsOf(tx, orgId, ids);
  const threadIds = threads.map(({ id }) => id);
  const messages = await store.selectOf(tx, part, threadIds, ids);
  for (const thread of threads) {
    const own = messages.filter((message) => message.thread_id === thread.id);
    if (own.length === 0) continue;
    for (const message of own) await eraseMessage(tx, orgId, message);
    if (own.some(({ sequence }) => sequence === thread.last_message_sequence))
      await showNewestLeft(tx, orgId, thread.id);
    await refreshInboxes(tx, thread, null);
  }
  return { ids: messages.map(({ id }) => id), next };
}

export const retention: RecordClasses = {
  messages: {
    title: 'Messages',
    days: 1096,
    reason: 'Customers may dispute what was agreed for three years.',
    remains: 'A deleted message: its sender, time and place in the thread.',
    count: store.countMessages,
    remove: eraseMessages,
  },
};
