import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute, READ } from '../access.ts';
import { EXAMPLES } from './examples.ts';
import { EVENT_PREFIX } from '../events/outbox.ts';
import { getEvent, listEvents } from './log.ts';
import { EventDetail, EventPage, EventQuery } from './schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

export const eventLogRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Events',
    extension: true,
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    summary: 'List the events of the organization, newest first',
    description:
      'Includes Oriki’s own events and published ones, delivered or not. They are kept for 30 days.',
    policy: READ,
    query: EventQuery,
    data: EventPage,
    handle: ({ orgId, query }, db) => listEvents(db, orgId, query),
  }),
  defineRoute({
    tag: 'Events',
    extension: true,
    method: 'GET',
    path: '/events/:id',
    operationId: 'getEvent',
    summary: 'Fetch an event with its data and its deliveries',
    policy: READ,
    params: Type.Object({ id: idParam('event', EVENT_PREFIX) }),
    data: EventDetail,
    handle: ({ orgId, params: { id }, services }, db) =>
      getEvent(db, orgId, id, services.eventTypes),
  }),
]);
