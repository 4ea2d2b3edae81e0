import type { InboxItem } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

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

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  readInbox: {
    query: { ...AGENT, statuses: 'OPEN,CLOSED' },
    data: examplePage(EXAMPLE_ITEM),
  },
  countUnread: { query: AGENT, data: { count: 1 } },
  markInboxRead: { body: AGENT, data: { read: 3, complete: true } },
};
