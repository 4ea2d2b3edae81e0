import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { outbox } from '../../webhooks/index.ts';
import { threadRead, threadUnread } from '../events.ts';
import { refreshInboxes } from '../inbox/refresh.ts';
import { MESSAGE_PREFIX } from '../schemas.ts';
import { lockThread, THREAD_PREFIX } from '../lock.ts';
import { selectThread, type ThreadRow } from '../threads/store.ts';
import type { MarkRead, MarkUnread, ReadState } from './schemas.ts';
import * as store from './store.ts';

function toReadState(row: store.ReadStateRow): ReadState {
  return {
    participantId: row.participant_id,
    participant: {
      role: row.role,
      externalId: row.external_id,
      displayName: row.display_name,
    },
    lastReadMessageId: row.last_read_message_id,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
    unreadCount: row.unread_count,
  };
}

type Target = { sequence: number; messageId: string };

/** Returns undefined in a thread without messages. @throws ApiError NOT_FOUND */
async function findTarget(
  tx: Tx,
  thread: ThreadRow,
  messageId: string | undefined,
): Promise<Target | undefined> {
  if (messageId === undefined) {
    const { last_message_sequence: sequence, last_message_id: id } = thread;
    return id === null ? undefined : { sequence: sequence!, messageId: id };
  }
  const sequence = await found(
    'message',
    isId(MESSAGE_PREFIX, messageId) &&
      store.selectSequence(tx, thread.org_id, thread.id, messageId),
  );
  return { sequence, messageId };
}

/** Locks the thread. @returns it, the participant's read state and the message. @throws ApiError NOT_FOUND */
async function lockState(
  tx: Tx,
  orgId: string,
  threadId: string,
  { participantExternalId: externalId, participantRole: role, messageId }: MarkRead | MarkUnread,
) {
  const thread = await lockThread(tx, orgId, threadId);
  const state = await found(
    'participant',
    store.selectReadState(tx, orgId, threadId, { externalId, role }),
  );
  return { thread, state, target: await findTarget(tx, thread, messageId) };
}

/**
 * Marks all messages up to one as read. An older message changes nothing.
 * @throws ApiError NOT_FOUND if the thread, the participant or the message is not found
 */
export async function markRead(
  tx: Tx,
  orgId: string,
  threadId: string,
  marked: MarkRead,
): Promise<ReadState> {
  const { thread, state, target } = await lockState(tx, orgId, threadId, marked);
  if (!target || target.sequence <= state.last_read_sequence) return toReadState(state);

  const moved = await store.moveReadCursor(tx, orgId, thread, state.participant_id, target);
  await refreshInboxes(tx, thread, state.participant_id);
  const { participant_id: participantId } = state;
  const data = { threadId, participantId, lastReadMessageId: target.messageId };
  const unreadCount = thread.message_count - moved.seen_count;
  await outbox(tx, orgId, threadRead({ ...data, unreadCount }));
  const read = { last_read_message_id: target.messageId, unread_count: unreadCount };
  return toReadState({ ...state, ...moved, ...read });
}

/**
 * Marks a message and all later ones as unread. A read cursor before the message does not move.
 * @throws ApiError NOT_FOUND if the thread, the participant or the message is not found
 */
export async function markUnread(
  tx: Tx,
  orgId: string,
  threadId: string,
  marked: MarkUnread,
): Promise<ReadState> {
  const { thread, state, target } = await lockState(tx, orgId, threadId, marked);
  if (!target || target.sequence > state.last_read_sequence) return toReadState(state);

  const moved = await store.moveReadCursorBack(
    tx,
    orgId,
    threadId,
    state.participant_id,
    target.sequence,
  );
  await refreshInboxes(tx, thread, state.participant_id);
  const { participant_id: participantId } = state;
  const { last_read_message_id: lastReadMessageId } = moved;
  const unreadCount = thread.message_count - moved.seen_count;
  await outbox(
    tx,
    orgId,
    threadUnread({ threadId, participantId, lastReadMessageId, unreadCount }),
  );
  return toReadState({ ...state, ...moved, unread_count: unreadCount });
}

/** Lists the read states of current participants, in the order of joining. @throws ApiError NOT_FOUND */
export async function listReadStates(
  db: Queryable,
  orgId: string,
  threadId: string,
): Promise<{ readStates: ReadState[] }> {
  await found('thread', isId(THREAD_PREFIX, threadId) && selectThread(db, orgId, threadId));
  return { readStates: (await store.selectReadStates(db, orgId, threadId)).map(toReadState) };
}
