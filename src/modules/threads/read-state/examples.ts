import type { ReadState } from './schemas.ts';

const EXAMPLE_STATE: ReadState = {
  participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v',
  participant: { role: 'agent', externalId: 'agent-3', displayName: 'Tunde' },
  lastReadMessageId: 'message_01kf3w3m5p7r9t1v3x5z7b9d1f',
  lastReadAt: '2026-11-21T09:44:00.000Z',
  unreadCount: 0,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
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
};
