import type { Tx } from '../../../platform/db/database.ts';
import { outboxAll } from '../../webhooks/index.ts';
import { threadRead } from '../events.ts';
import type { ParticipantKey } from '../schemas.ts';
import { notifyInboxChanged } from './refresh.ts';
import { lockUnread, readLocked } from './read-all/store.ts';
import { recordChanges } from './store.ts';

/** The maximum number of threads that one call marks: a transaction of about a second. */
const MAX_READ_THREADS = 1000;

/** Marks unread threads of a participant as read, the first `MAX_READ_THREADS` in the order of their ids. */
export async function markAllRead(
  tx: Tx,
  orgId: string,
  key: ParticipantKey,
): Promise<{ read: number; complete: boolean }> {
  const threads = await lockUnread(tx, orgId, key, MAX_READ_THREADS);
  const complete = threads.length < MAX_READ_THREADS;
  if (threads.length === 0) return { read: 0, complete };
  const { participantId } = threads[0]!;
  const threadIds = threads.map(({ id }) => id);
  await recordChanges(tx, orgId, threadIds, participantId);
  notifyInboxChanged();
  await readLocked(tx, orgId, participantId, threadIds);
  await outboxAll(
    tx,
    threads.map(({ id: threadId, lastReadMessageId }) => ({
      orgId,
      event: threadRead({ threadId, participantId, lastReadMessageId, unreadCount: 0 }),
    })),
  );
  return { read: threads.length, complete };
}
