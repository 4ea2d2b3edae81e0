import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { THREAD_PREFIX } from '../lock.ts';
import { deleteMessage, editMessage, listMessages, prepareEdit } from './messages.ts';
import {
  contentProblems,
  EditMessage,
  Message,
  MessageList,
  MessageQuery,
  SendMessage,
} from './schemas.ts';
import { MESSAGE_PREFIX } from '../schemas.ts';
import { prepareMessage, sealSending, sendAll, sentMessage } from './send.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Threads', extension: true } as const;
const threadParams = Type.Object({ threadId: idParam('thread', THREAD_PREFIX) });
const messageParams = Type.Object({
  threadId: idParam('thread', THREAD_PREFIX),
  messageId: idParam('message', MESSAGE_PREFIX),
});

export const messageRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/threads/:threadId/messages',
    operationId: 'sendMessage',
    audit: {
      action: 'message.send',
      does: 'sent a message',
      object: ({ data }) => data.id,
      shows: ['type'],
    },
    summary: 'Send a message to an open thread',
    description:
      'The sender becomes a participant of the thread. The message is unread for all others; sending moves no read cursor.',
    policy: WRITE,
    params: threadParams,
    body: SendMessage,
    check: ({ body }) => contentProblems(body),
    status: 201,
    data: Message,
    errors: ['CONFLICT'],
    creates: { resource: 'message', ids: (data: Message) => [data.id] },
    prepare: async ({ services, orgId, principal, params, body }) => {
      const sending = prepareMessage(orgId, params.threadId, body);
      return principal.organization!.sealsContent
        ? sealSending(services.envelopes, sending)
        : sending;
    },
    writeAll: sendAll,
    answer: (_context, sending) => sentMessage(sending),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/:threadId/messages',
    operationId: 'listMessages',
    summary: 'List the messages of a thread, oldest first',
    description:
      'Pages by sequence: `after` the last one seen, or `before` the first one. Includes deleted messages, without content.',
    policy: READ,
    params: threadParams,
    query: MessageQuery,
    appended: ['cursor'],
    data: MessageList,
    handle: ({ services, orgId, params, query }, db) =>
      listMessages(db, services.envelopes, orgId, params.threadId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/threads/:threadId/messages/:messageId',
    operationId: 'editMessage',
    audit: { action: 'message.edit', does: 'edited a message' },
    summary: 'Replace the content of a message',
    policy: WRITE,
    params: messageParams,
    body: EditMessage,
    check: ({ body }) => contentProblems(body),
    data: Message,
    errors: ['CONFLICT'],
    prepare: ({ services, principal, params, body }, db) =>
      prepareEdit(db, services.envelopes, principal.organization!, params, body),
    handle: ({ orgId, params, body }, tx, edit) =>
      editMessage(tx, orgId, params.threadId, params.messageId, body, edit),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/threads/:threadId/messages/:messageId',
    operationId: 'deleteMessage',
    audit: { action: 'message.delete', does: 'deleted a message' },
    summary: 'Delete a message',
    description:
      'Its place stays in the list, without content. It no longer counts as unread. Deleting it again changes nothing.',
    policy: WRITE,
    params: messageParams,
    data: Deleted,
    errors: ['CONFLICT'],
    handle: ({ orgId, params }, tx) => deleteMessage(tx, orgId, params.threadId, params.messageId),
  }),
]);
