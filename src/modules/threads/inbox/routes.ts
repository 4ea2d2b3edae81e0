import { defineRoute, READ, WRITE } from '../access.ts';
import { examplePage } from '../../../platform/http/schema.ts';
import { countUnread, readInbox } from './inbox.ts';
import { markAllRead } from './read-all.ts';
import {
  InboxPage,
  InboxQuery,
  ReadAll,
  ReadThreads,
  UnreadCount,
  UnreadCountQuery,
  type InboxItem,
} from './schemas.ts';

const COMMON = {
  tag: 'Threads',
  extension: false,
  policy: READ,
  status: 200,
} as const;

const AGENT = { externalId: 'agent-3', role: 'agent' };
export const EXAMPLE_ITEM: InboxItem = {
  thread: {
    id: 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k',
    entityId: 'order-1042',
    subject: 'Where is my parcel?',
    status: 'OPEN',
    messageCount: 2,
  },
  channel: { slug: 'support', displayName: 'Customer support', entityType: 'order' },
  unreadCount: 1,
  lastMessage: {
    id: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
    content: 'It should have come on Monday.',
    type: 'TEXT',
    createdAt: '2026-11-21T09:42:00.000Z',
  },
};

/** The inbox routes of the contract. */
export const inboxRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/inbox',
    operationId: 'readInbox',
    summary: 'List the threads of one participant, by latest activity',
    description: 'Page and total are from one snapshot.',
    query: InboxQuery,
    appended: ['cursor', 'unread', 'channel', 'statuses'],
    data: InboxPage,
    example: {
      query: { ...AGENT, statuses: 'OPEN,CLOSED' },
      data: examplePage(EXAMPLE_ITEM),
    },
    handle: ({ orgId, query }, db) => readInbox(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/inbox/unread-count',
    operationId: 'countUnread',
    summary: 'Count the unread messages of one participant in all open threads',
    query: UnreadCountQuery,
    data: UnreadCount,
    example: { query: AGENT, data: { count: 1 } },
    handle: ({ orgId, query }, db) => countUnread(db, orgId, query),
  }),
  defineRoute({
    tag: 'Threads',
    extension: true,
    method: 'POST',
    path: '/threads/inbox/read',
    operationId: 'markInboxRead',
    audit: { action: 'inbox.read', does: 'marked an inbox as read', shows: ['read', 'complete'] },
    summary: 'Mark every thread of one participant as read',
    description:
      'Up to the latest message of each, in any status. For an unknown participant the count is 0.',
    policy: WRITE,
    body: ReadAll,
    status: 200,
    data: ReadThreads,
    example: { body: AGENT, data: { read: 3, complete: true } },
    handle: ({ orgId, body }, tx) => markAllRead(tx, orgId, body),
  }),
];
