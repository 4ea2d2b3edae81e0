import { Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { MessageType } from './messages/schemas.ts';
import { Status } from './schemas.ts';

const EXAMPLE_THREAD = 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k';
const EXAMPLE_MESSAGE = 'message_01kf3w3m5p7r9t1v3x5z7b9d1f';
const EXAMPLE_PARTICIPANT = 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v';

export const threadCreated = defineEvent('thread.created', {
  description: 'A thread was started.',
  schema: Type.Object({
    threadId: Type.String(),
    channel: Type.String({ description: 'Its slug.' }),
  }),
  example: { threadId: EXAMPLE_THREAD, channel: 'support' },
});

export const threadStatusChanged = defineEvent('thread.status_changed', {
  description: 'A thread was closed, reopened or archived.',
  schema: Type.Object({ threadId: Type.String(), status: Status, previousStatus: Status }),
  example: { threadId: EXAMPLE_THREAD, status: 'CLOSED', previousStatus: 'OPEN' },
});

export const messageCreated = defineEvent('message.created', {
  description: 'A message was sent. Within a thread, the sequence determines the order.',
  schema: Type.Object({
    threadId: Type.String(),
    messageId: Type.String(),
    sequence: Type.Integer(),
    participantId: Type.String({ description: 'Who sent it.' }),
    type: MessageType,
  }),
  example: {
    threadId: EXAMPLE_THREAD,
    messageId: EXAMPLE_MESSAGE,
    sequence: 2,
    participantId: EXAMPLE_PARTICIPANT,
    type: 'TEXT',
  },
});

export const threadRead = defineEvent('thread.read', {
  description: 'A participant has read further in a thread.',
  schema: Type.Object({
    threadId: Type.String(),
    participantId: Type.String(),
    lastReadMessageId: Type.String(),
    unreadCount: Type.Integer({ description: 'Unread messages of the thread after the change.' }),
  }),
  example: {
    threadId: EXAMPLE_THREAD,
    participantId: EXAMPLE_PARTICIPANT,
    lastReadMessageId: EXAMPLE_MESSAGE,
    unreadCount: 0,
  },
});

export const threadUnread = defineEvent('thread.unread', {
  description: 'A participant has marked messages of a thread as unread.',
  schema: Type.Object({
    threadId: Type.String(),
    participantId: Type.String(),
    lastReadMessageId: Nullable(Type.String(), { description: 'Null when nothing is read.' }),
    unreadCount: Type.Integer({ description: 'Unread messages of the thread after the change.' }),
  }),
  example: {
    threadId: EXAMPLE_THREAD,
    participantId: EXAMPLE_PARTICIPANT,
    lastReadMessageId: EXAMPLE_MESSAGE,
    unreadCount: 1,
  },
});

export const events = [
  threadCreated,
  threadStatusChanged,
  messageCreated,
  threadRead,
  threadUnread,
];
