import { examplePage } from '../../platform/http/schema.ts';
import type { Channel } from './channels/schemas.ts';
import type { InboxItem } from './inbox/schemas.ts';
import type { Message } from './messages/schemas.ts';
import type { ReadState } from './read-state/schemas.ts';
import type { Thread, ThreadDetail } from './threads/schemas.ts';

const AGENT = { externalId: 'agent-3', role: 'agent' };
const EXAMPLE_ITEM: InboxItem = {
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

const EXAMPLE_CHANNEL: Channel = {
  id: 'channel_01kf3w0a2c4e6g8j0m2p4r6t8v',
  slug: 'support',
  displayName: 'Customer support',
  entityType: 'order',
  createdAt: '2026-11-21T09:30:00.000Z',
};

const SUPERVISOR = { externalId: 'lead-2', role: 'supervisor', displayName: 'Ngozi' };

const EXAMPLE_MESSAGE: Message = {
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

const EXAMPLE_STATE: ReadState = {
  participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v',
  participant: { role: 'agent', externalId: 'agent-3', displayName: 'Tunde' },
  lastReadMessageId: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
  lastReadAt: '2026-11-21T09:44:00.000Z',
  unreadCount: 0,
};

const EXAMPLE_THREAD: Thread = {
  id: 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k',
  channel: 'support',
  entityId: 'order-1042',
  subject: 'Where is my parcel?',
  status: 'OPEN',
  messageCount: 0,
  participantCount: 2,
  lastActivityAt: '2026-11-21T09:40:00.000Z',
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};
const CUSTOMER = { externalId: 'customer-17', role: 'customer', displayName: 'Adaeze' };
const THREAD_AGENT = { externalId: 'agent-3', role: 'agent', displayName: 'Tunde' };
const EXAMPLE_DETAIL: ThreadDetail = {
  ...EXAMPLE_THREAD,
  participants: [
    { participantId: 'participant_01kf3w0q2s4v6x8z0b2d4f6h8m', ...CUSTOMER },
    { participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', ...THREAD_AGENT },
  ],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  readInbox: {
    query: { ...AGENT, statuses: 'OPEN,CLOSED' },
    data: examplePage(EXAMPLE_ITEM),
  },
  countUnread: { query: AGENT, data: { count: 1 } },
  markInboxRead: { body: AGENT, data: { read: 3, complete: true } },
  createChannel: {
    body: { slug: 'support', displayName: 'Customer support', entityType: 'order' },
    data: EXAMPLE_CHANNEL,
  },
  listChannels: { data: examplePage(EXAMPLE_CHANNEL) },
  addThreadParticipant: {
    body: SUPERVISOR,
    data: { participantId: 'participant_01kf3w2b4d6f8h0k2n4q6s8v0x', ...SUPERVISOR },
  },
  removeThreadParticipant: {
    query: { externalId: 'agent-3', role: 'agent' },
    data: { id: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', deleted: true },
  },
  streamInbox: {
    query: AGENT,
    data: {
      unread: { count: 1 },
      item: EXAMPLE_ITEM,
      reset: {},
      removed: { threadId: EXAMPLE_ITEM.thread.id },
    },
  },
  createInboxStreamToken: {
    body: AGENT,
    data: {
      token: 'q2N0ZXhhbXBsZS1vZi1hLXRva2Vu',
      expiresAt: '2026-11-21T09:45:00.000Z',
    },
  },
  sendMessage: {
    body: {
      participantExternalId: EXAMPLE_MESSAGE.participantExternalId,
      participantRole: EXAMPLE_MESSAGE.participantRole,
      content: EXAMPLE_MESSAGE.content,
      type: 'TEXT',
    },
    data: EXAMPLE_MESSAGE,
  },
  listMessages: {
    data: {
      items: [EXAMPLE_MESSAGE],
      limit: 20,
      hasMore: false,
      total: 1,
      totalIsExact: true,
      nextCursor: null,
    },
  },
  editMessage: {
    body: { content: 'It should have come on Tuesday.' },
    data: {
      ...EXAMPLE_MESSAGE,
      content: 'It should have come on Tuesday.',
      editedAt: '2026-11-21T09:43:00.000Z',
    },
  },
  deleteMessage: { data: { id: EXAMPLE_MESSAGE.id, deleted: true } },
  markThreadRead: {
    body: { participantExternalId: 'agent-3', participantRole: 'agent' },
    data: EXAMPLE_STATE,
  },
  markThreadUnread: {
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
  listReadStates: { data: { readStates: [EXAMPLE_STATE] } },
  createThread: {
    body: {
      channel: 'support',
      entityId: EXAMPLE_THREAD.entityId,
      subject: EXAMPLE_THREAD.subject,
      participants: [CUSTOMER, THREAD_AGENT],
    },
    data: EXAMPLE_DETAIL,
  },
  listThreads: { data: examplePage(EXAMPLE_THREAD) },
  getThread: { data: EXAMPLE_DETAIL },
  updateThread: { body: { status: 'CLOSED' }, data: { ...EXAMPLE_DETAIL, status: 'CLOSED' } },
};
