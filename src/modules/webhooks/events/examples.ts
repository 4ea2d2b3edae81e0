const TIMESTAMP = '2026-11-21T09:40:00.000Z';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  publishEvent: {
    body: { type: 'email.sent', data: { messageId: 'm-1042' }, id: 'email-m-1042' },
    data: {
      id: 'email-m-1042',
      type: 'email.sent',
      timestamp: TIMESTAMP,
      duplicate: false,
    },
  },
  publishEventBatch: {
    body: {
      events: [
        { type: 'email.sent', data: { messageId: 'm-1042' }, id: 'email-m-1042' },
        { type: 'email.sent', data: { messageId: 'm-1043' } },
      ],
    },
    data: {
      events: [
        { id: 'email-m-1042', type: 'email.sent', timestamp: TIMESTAMP, duplicate: false },
        {
          id: 'event_01kf3vd1mcfj5r2q1k0t9b7xyz',
          type: 'email.sent',
          timestamp: TIMESTAMP,
          duplicate: false,
        },
      ],
    },
  },
};
