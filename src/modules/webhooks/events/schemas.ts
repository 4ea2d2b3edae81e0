import { Type, type Static } from 'typebox';
import { AnyObject, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { MAX_EVENT_TYPE } from '../event-types.ts';

export const DELIVERY_PREFIX = 'delivery';

/** In bytes of UTF-8, as JSON without spaces. */
export const MAX_DATA_BYTES = 64 * 1024;

export const PublishEvent = Strict({
  type: Type.String({
    maxLength: MAX_EVENT_TYPE,
    format: 'event-type',
    description: 'A lower-case dotted name.',
  }),
  data: AnyObject({
    description: 'At most 64 KiB. Stored and sent in the clear: put ids here, not personal data.',
  }),
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'event-id',
      description:
        'Your own id of the event, sent as `webhook-id`. The same id again is the same event.',
    }),
  ),
});
export type PublishEvent = Static<typeof PublishEvent>;

export const PublishedEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    timestamp: Timestamp('When it was first published.'),
    duplicate: Type.Boolean({
      description: 'true when an event with this id already existed; its data stays.',
    }),
  },
  { title: 'PublishedEvent' },
);

/** The maximum number of events in one request. */
const MAX_BATCH = 100;

export const PublishEvents = Strict({
  events: Type.Array(PublishEvent, {
    minItems: 1,
    maxItems: MAX_BATCH,
    description: 'In order; of two with the same `id` the second is a duplicate.',
  }),
});
export type PublishEvents = Static<typeof PublishEvents>;

export const PublishedEvents = Type.Object(
  { events: Type.Array(PublishedEvent, { description: 'In the order of the request.' }) },
  { title: 'PublishedEvents' },
);

/** The maximum length of an object's id by which events are found. */
export const MAX_OBJECT_ID = 128;
