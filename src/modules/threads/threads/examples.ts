import type { Thread, ThreadDetail } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

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
const AGENT = { externalId: 'agent-3', role: 'agent', displayName: 'Tunde' };
const EXAMPLE_DETAIL: ThreadDetail = {
  ...EXAMPLE_THREAD,
  participants: [
    { participantId: 'participant_01kf3w0q2s4v6x8z0b2d4f6h8m', ...CUSTOMER },
    { participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', ...AGENT },
  ],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createThread: {
    body: {
      channel: 'support',
      entityId: EXAMPLE_THREAD.entityId,
      subject: EXAMPLE_THREAD.subject,
      participants: [CUSTOMER, AGENT],
    },
    data: EXAMPLE_DETAIL,
  },
  listThreads: { data: examplePage(EXAMPLE_THREAD) },
  getThread: { data: EXAMPLE_DETAIL },
  updateThread: { body: { status: 'CLOSED' }, data: { ...EXAMPLE_DETAIL, status: 'CLOSED' } },
};
