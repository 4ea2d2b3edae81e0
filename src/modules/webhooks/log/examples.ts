import { examplePage } from '../../../platform/http/schema.ts';
import type { LoggedEvent } from './schemas.ts';

const EXAMPLE: LoggedEvent = {
  id: 'email-m-1042',
  type: 'email.sent',
  timestamp: '2026-11-21T09:40:00.000Z',
  objectId: 'm-1042',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listEvents: { query: { type: 'email.sent', page: 1, limit: 20 }, data: examplePage(EXAMPLE) },
  getEvent: {
    data: {
      ...EXAMPLE,
      data: { messageId: 'm-1042' },
      redacted: [],
      deliveryCount: 1,
      deliveries: [
        {
          id: 'delivery_01kf3vd1mde2vrm8v1s4n8h3xw',
          webhookId: 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k',
          eventId: EXAMPLE.id,
          eventType: EXAMPLE.type,
          status: 'succeeded',
          attemptCount: 1,
          createdAt: EXAMPLE.timestamp,
          nextAttemptAt: null,
          finishedAt: '2026-11-21T09:40:00.038Z',
        },
      ],
    },
  },
};
