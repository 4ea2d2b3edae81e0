import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { THREAD_PREFIX } from '../lock.ts';
import { listReadStates, markRead, markUnread } from './read-state.ts';
import { MarkRead, MarkUnread, ReadState, ReadStates } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const common = {
  tag: 'Threads',
  extension: false,
  params: Type.Object({ threadId: idParam('thread', THREAD_PREFIX) }),
} as const;

/** The read-state routes of the contract. */
export const readStateRoutes = withExamples(EXAMPLES, [
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
    handle: ({ orgId, params }, db) => listReadStates(db, orgId, params.threadId),
  }),
]);
