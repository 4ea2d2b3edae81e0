import { Type, type Static } from 'typebox';
import {
  AnyObject,
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  rangeQuery,
  Timestamp,
} from '../../../platform/http/schema.ts';
import '../../../platform/calendar/iso-time.ts';
import { Delivery, redactedFields } from '../deliveries/schemas.ts';
import { MAX_EVENT_TYPE } from '../event-types.ts';
import { MAX_OBJECT_ID } from '../events/schemas.ts';

const LoggedEvent = Type.Object(
  {
    id: Type.String({ description: 'Sent as `webhook-id`.' }),
    type: Type.String(),
    timestamp: Timestamp('When it was published.'),
    objectId: Nullable(
      Type.String({
        description:
          'The object of the event: the first field of its data that is `id` or ends in `Id`, a text of at most ' +
          '128 characters. Null without one.',
      }),
    ),
  },
  { title: 'LoggedEvent' },
);
export type LoggedEvent = Static<typeof LoggedEvent>;
export const EventPage = PageOf(LoggedEvent);

export const EventQuery = Type.Object({
  type: Type.Optional(Type.String({ maxLength: MAX_EVENT_TYPE, description: 'Exactly this.' })),
  objectId: Type.Optional(
    ExternalId({ maxLength: MAX_OBJECT_ID, description: 'Only events about this object.' }),
  ),
  ...rangeQuery('published'),
  ...pageQuery(PAGE_CAP),
});
export type EventQuery = Static<typeof EventQuery>;

const { attempts: _attempts, ...deliveryFields } = Delivery.properties;
const EventDelivery = Type.Object(deliveryFields, { title: 'EventDelivery' });

export const EventDetail = Type.Object(
  {
    ...LoggedEvent.properties,
    data: AnyObject({ description: 'As sent.' }),
    ...redactedFields,
    deliveryCount: Type.Integer({
      description: 'Its deliveries to webhooks that still exist.',
    }),
    deliveries: Type.Array(EventDelivery, { description: 'The first 100 of them.' }),
  },
  { title: 'EventDetail' },
);
export type EventDetail = Static<typeof EventDetail>;
