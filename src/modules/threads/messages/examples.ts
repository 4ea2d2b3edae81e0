import type { Message } from './schemas.ts';

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

/** The examples of the routes, by operation. */
export const EXAMPLES = {
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
};
