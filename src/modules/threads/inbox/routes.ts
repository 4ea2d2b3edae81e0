import { defineRoute, read } from '../access.ts';
import { countUnread, readInbox } from './inbox.ts';
import { InboxPage, InboxQuery, UnreadCount, UnreadCountQuery, type InboxItem } from './schemas.ts';

const common = {
  tag: 'Threads',
  extension: false,
  policy: read,
  status: 200,
} as const;

const agent = { externalId: 'agent-3', role: 'agent' };
export const exampleItem: InboxItem = {
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

/** The contract's endpoints of the inbox. */
export const inboxRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/inbox',
    operationId: 'readInbox',
    summary: 'The threads of one participant, the newest activity first',
    description: 'Page and total are of one moment.',
    query: InboxQuery,
    data: InboxPage,
    example: { query: agent, data: { items: [exampleItem], total: 1, page: 1, limit: 20 } },
    handle: ({ orgId, query }, db) => readInbox(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/inbox/unread-count',
    operationId: 'countUnread',
    summary: 'Unread messages of one participant in all open threads',
    query: UnreadCountQuery,
    data: UnreadCount,
    example: { query: agent, data: { count: 1 } },
    handle: ({ orgId, query }, db) => countUnread(db, orgId, query),
  }),
];
