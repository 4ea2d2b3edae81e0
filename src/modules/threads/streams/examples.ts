import { EXAMPLE_ITEM } from '../inbox/examples.ts';

const AGENT = { externalId: 'agent-3', role: 'agent' };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
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
};
