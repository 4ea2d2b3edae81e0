import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { THREAD_PREFIX } from '../threads/lock.ts';
import { listReadStates, markRead, markUnread } from './read-state.ts';
import { MarkRead, MarkUnread, ReadState, ReadStates } from './schemas.ts';

const common = {
  tag: 'Threads',
  extension: false,
  params: Type.Object({ threadId: idParam('thread', THREAD_PREFIX) }),
  status: 200,
} as const;

const EXAMPLE_STATE: ReadState = {
  participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v',
  participant: { role: 'agent', externalId: 'agent-3', displayName: 'Tunde' },
  lastReadMessageId: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
  lastReadAt: '2026-11-21T09:44:00.000Z',
  unreadCount: 0,
};

/** The read-state routes of the contract. */
export const readStateRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/threads/:threadId/read',
    operationId: 'markThreadRead',
    audit: {
      action: 'thread.read',
      does: 'read a thread',
      shows: ['participantId', 'lastReadMessageId'],
    },
    summary: 'Mark a thread as read, up to a message',
    description:
      'The read cursor only moves forward: an older message changes nothing. Default of `messageId`: the latest message that is not deleted.',
    policy: WRITE,
    body: MarkRead,
    data: ReadState,
    example: {
      body: { participantExternalId: 'agent-3', participantRole: 'agent' },
      data: EXAMPLE_STATE,
    },
    handle: ({ orgId, params, body }, tx) => markRead(tx, orgId, params.threadId, body),
  }),
  defineRoute({
    ...common,
    extension: true,
    method: 'POST',
    path: '/threads/:threadId/unread',
    operationId: 'markThreadUnread',
    audit: {
      action: 'thread.unread',
      does: 'marked a thread as unread',
      shows: ['participantId', 'lastReadMessageId'],
    },
    summary: 'Mark a thread as unread, from a message on',
    description:
      'The read cursor moves back to the message before it. A cursor that is already there or earlier stays. The participant’s ' +
      'own messages, and deleted ones, are never unread.',
    policy: WRITE,
    body: MarkUnread,
    data: ReadState,
    example: {
      body: {
        participantExternalId: 'agent-3',
        participantRole: 'agent',
        messageId: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
      },
      data: {
        ...EXAMPLE_STATE,
        lastReadMessageId: 'message_01kf3w2k4n6q8s0u2w4y6a8c0e',
        unreadCount: 1,
      },
    },
    handle: ({ orgId, params, body }, tx) => markUnread(tx, orgId, params.threadId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/:threadId/read-state',
    operationId: 'listReadStates',
    summary: 'Show how far each participant of a thread has read',
    description: 'All counts are from one snapshot.',
    policy: READ,
    data: ReadStates,
    example: { data: { readStates: [EXAMPLE_STATE] } },
    handle: ({ orgId, params }, db) => listReadStates(db, orgId, params.threadId),
  }),
];
