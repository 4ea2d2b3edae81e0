import { defineRoute } from '../access.ts';
import { preparePublished, publishAll } from './outbox.ts';
import { MAX_DATA_BYTES, PublishedEvent, PublishEvent } from './schemas.ts';

export const eventRoutes = [
  defineRoute({
    tag: 'Events',
    extension: true,
    method: 'POST',
    path: '/events',
    operationId: 'publishEvent',
    summary: 'Publish an event to the matching webhooks',
    description:
      'Answers 202 once the event and its deliveries are stored: from then on it is delivered at least once ' +
      'to every active webhook that is subscribed to its type now. An `id` that was published before is the ' +
      'same event: 200, and nothing is sent again.',
    policy: {
      scope: 'events:publish',
      context: 'organization',
      rateLimit: 'events',
      idempotency: true,
    },
    body: PublishEvent,
    check: ({ body }) =>
      Buffer.byteLength(JSON.stringify(body.data)) > MAX_DATA_BYTES
        ? [{ path: 'data', message: `must have at most ${MAX_DATA_BYTES} bytes as JSON` }]
        : [],
    status: 202,
    okWhen: (data) => data.duplicate,
    data: PublishedEvent,
    example: {
      body: { type: 'email.sent', data: { messageId: 'm-1042' }, id: 'email-m-1042' },
      data: {
        id: 'email-m-1042',
        type: 'email.sent',
        timestamp: '2026-11-21T09:40:00.000Z',
        duplicate: false,
      },
    },
    prepare: async ({ orgId, body }) => preparePublished(orgId, body),
    writeAll: publishAll,
    answer: (_context, { published }) => published!,
  }),
];
