import { exampleItem } from '../inbox/routes.ts';
import { defineRoute, read, write } from '../access.ts';
import { CreateStreamToken, StreamEvents, StreamQuery, StreamToken } from './schemas.ts';

const STREAM = 'streamInbox';
const agent = { externalId: 'agent-3', role: 'agent' };

const common = { tag: 'Threads', extension: true } as const;

/** Streams of an inbox: what is new, as it happens. */
export const streamRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/inbox/stream',
    operationId: STREAM,
    summary: 'Stream changes in the inbox of one participant, as server-sent events',
    description:
      'First `unread`, then, whenever something changes: an `item` for each thread that is new or has changed, or ' +
      '`removed` for one that the participant has left, and `unread`. Each says how it is now. The `id` of an event ' +
      'stands for a place to go on from: sent back as `Last-Event-ID`, what has changed since comes first. After a ' +
      'restart or restore of the database `reset` comes before that, and then all threads. A comment comes every 15 ' +
      'seconds.',
    policy: { ...read, rateLimit: 'streams', token: true },
    query: StreamQuery,
    status: 200,
    data: StreamEvents,
    example: {
      query: agent,
      data: {
        unread: { count: 1 },
        item: exampleItem,
        reset: {},
        removed: { threadId: exampleItem.thread.id },
      },
    },
    stream: ({ services: { inboxStreams }, orgId, query }, lastEventId, db) =>
      inboxStreams.of(db).subscribe(orgId, query, lastEventId || (query.lastEventId ?? '')),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/threads/inbox/stream-token',
    operationId: 'createInboxStreamToken',
    summary: 'Have a browser open the stream of one participant',
    description:
      'The token stands for the API key in one operation, `GET /threads/inbox/stream` of this participant, for 60 seconds.',
    policy: { ...write, rateLimit: 'streams' },
    body: CreateStreamToken,
    status: 201,
    data: StreamToken,
    example: {
      body: agent,
      data: {
        token: 'q2N0ZXhhbXBsZS1vZi1hLXRva2Vu',
        expiresAt: '2026-11-21T09:45:00.000Z',
      },
    },
    handle: async ({ services: { tokens }, principal, body: { externalId, role } }) =>
      tokens.issue(principal, STREAM, { externalId, role }),
  }),
];
