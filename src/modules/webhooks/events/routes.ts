import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { defineRoute, type Policy } from '../access.ts';
import { preparePublished, publishAll } from './outbox.ts';
import {
  MAX_DATA_BYTES,
  PublishedEvent,
  PublishedEvents,
  PublishEvent,
  PublishEvents,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const PUBLISH: Policy = {
  scope: 'events:publish',
  context: 'organization',
  rateLimit: 'events',
  idempotency: true,
};

/** @param prefix the path of the event in the body */
function dataProblems({ data }: PublishEvent, prefix: string): ErrorDetail[] {
  return Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES
    ? [{ path: `${prefix}data`, message: `must have at most ${MAX_DATA_BYTES} bytes as JSON` }]
    : [];
}

export const eventRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Events',
    extension: true,
    method: 'POST',
    path: '/events',
    operationId: 'publishEvent',
    audit: { action: 'event.publish', does: 'published an event', shows: ['type'] },
    summary: 'Publish an event to the matching webhooks',
    description:
      'Returns 202 once the event and its deliveries are stored. Oriki then delivers it at least once ' +
      'to every active webhook that is subscribed to its type now. A repeated `id` is the ' +
      'same event: 200, and nothing is sent again.',
    policy: PUBLISH,
    body: PublishEvent,
    exactNumbers: true,
    check: ({ body }) => dataProblems(body, ''),
    status: 202,
    okWhen: (data) => data.duplicate,
    data: PublishedEvent,
    prepare: async ({ orgId, body }) => preparePublished(orgId, body),
    writeAll: publishAll,
    answer: (_context, { published }) => published!,
  }),
  defineRoute({
    tag: 'Events',
    extension: true,
    method: 'POST',
    path: '/events/batch',
    operationId: 'publishEventBatch',
    audit: { action: 'event.publish_batch', does: 'published events' },
    summary: 'Publish up to 100 events in one request',
    description:
      'All of them are stored, with their deliveries, or none: 400 names the invalid event. Each follows the rules of ' +
      'a single one. The request counts once for the rate limit.',
    policy: PUBLISH,
    body: PublishEvents,
    exactNumbers: true,
    bodyLimitFactor: 8,
    check: ({ body: { events } }) =>
      events.flatMap((event, index) => dataProblems(event, `events[${index}].`)),
    status: 202,
    okWhen: ({ events }) => events.every(({ duplicate }) => duplicate),
    data: PublishedEvents,
    prepare: async ({ orgId, body: { events } }) =>
      events.map((event) => preparePublished(orgId, event)),
    handle: async (_context, tx, prepared) => {
      await publishAll(tx, prepared);
      return { events: prepared.map(({ published }) => published!) };
    },
  }),
]);
