import { Type } from 'typebox';
import { defineRoute, read, write } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { THREAD_PREFIX } from '../threads/lock.ts';
import { deleteMessage, editMessage, listMessages } from './messages.ts';
import {
  contentProblems,
  EditMessage,
  Message,
  MessageList,
  MessageQuery,
  SendMessage,
} from './schemas.ts';
import { MESSAGE_PREFIX, prepareMessage, sendAll, sentMessage } from './send.ts';

const common = { tag: 'Threads', extension: true } as const;
const threadParams = Type.Object({ threadId: idParam('thread', THREAD_PREFIX) });
const messageParams = Type.Object({
  threadId: idParam('thread', THREAD_PREFIX),
  messageId: idParam('message', MESSAGE_PREFIX),
});

const exampleMessage: Message = {
  id: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
  threadId: 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k',
  sequence: 1,
  participantId: 'participant_01kf3w0q2s4v6x8z0b2d4f6h8m',
  participantExternalId: 'customer-17',
  participantRole: 'customer',
  type: 'TEXT',
  content: 'It should have come on Monday.',
  createdAt: '2026-11-21T09:42:00.000Z',
  editedAt: null,
  deletedAt: null,
};

export const messageRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/threads/:threadId/messages',
    operationId: 'sendMessage',
    summary: 'Send a message to an open thread',
    description:
      'Its sender takes part in the thread. For all others it is unread; sending moves no read cursor.',
    policy: write,
    params: threadParams,
    body: SendMessage,
    check: ({ body }) => contentProblems(body),
    status: 201,
    data: Message,
    errors: ['CONFLICT'],
    example: {
      body: {
        participantExternalId: exampleMessage.participantExternalId,
        participantRole: exampleMessage.participantRole,
        content: exampleMessage.content,
        type: 'TEXT',
      },
      data: exampleMessage,
    },
    creates: { resource: 'message', ids: (data: Message) => [data.id] },
    prepare: async ({ orgId, params, body }) => prepareMessage(orgId, params.threadId, body),
    writeAll: sendAll,
    answer: (_context, sending) => sentMessage(sending),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/:threadId/messages',
    operationId: 'listMessages',
    summary: 'List the messages of a thread, oldest first',
    description:
      'Pages by sequence: `after` the last one seen, or `before` the first one. Deleted messages are there, without content.',
    policy: read,
    params: threadParams,
    query: MessageQuery,
    status: 200,
    data: MessageList,
    example: { data: { items: [exampleMessage], limit: 20, hasMore: false } },
    handle: ({ orgId, params, query }, db) => listMessages(db, orgId, params.threadId, query),
  }),
  defineRoute({
    ...common,
    method: 'PATCH',
    path: '/threads/:threadId/messages/:messageId',
    operationId: 'editMessage',
    summary: 'Replace the content of a message',
    policy: write,
    params: messageParams,
    body: EditMessage,
    check: ({ body }) => contentProblems(body),
    status: 200,
    data: Message,
    errors: ['CONFLICT'],
    example: {
      body: { content: 'It should have come on Tuesday.' },
      data: {
        ...exampleMessage,
        content: 'It should have come on Tuesday.',
        editedAt: '2026-11-21T09:43:00.000Z',
      },
    },
    handle: ({ orgId, params, body }, tx) =>
      editMessage(tx, orgId, params.threadId, params.messageId, body),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/threads/:threadId/messages/:messageId',
    operationId: 'deleteMessage',
    summary: 'Delete a message',
    description:
      'Its place stays in the list, without content. It is unread by nobody. Deleting it again changes nothing.',
    policy: write,
    params: messageParams,
    status: 200,
    data: Deleted,
    errors: ['CONFLICT'],
    example: { data: { id: exampleMessage.id, deleted: true } },
    handle: ({ orgId, params }, tx) => deleteMessage(tx, orgId, params.threadId, params.messageId),
  }),
];
