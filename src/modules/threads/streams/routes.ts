import { defineRoute, READ, WRITE } from '../access.ts';
import { CreateStreamToken, StreamEvents, StreamQuery, StreamToken } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const STREAM = 'streamInbox';

const COMMON = { tag: 'Threads', extension: true } as const;

/** The routes that stream an inbox: its changes as they happen. */
export const streamRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/inbox/stream',
    operationId: STREAM,
    summary: 'Stream changes in the inbox of one participant, as server-sent events',
    description:
      'First `unread`, then for every change an `item` for each new or changed thread, or ' +
      '`removed` for one that the participant has left, and `unread`. Each has the current state. The `id` of an event ' +
      'is a position: sent back as `Last-Event-ID`, the stream first sends what has changed since. After a ' +
      'restart or restore of the database it first sends `reset`, and then all threads. A comment follows every 15 ' +
      'seconds.',
    policy: { ...READ, rateLimit: 'streams', token: true },
    query: StreamQuery,
    data: StreamEvents,
    example: EXAMPLES.streamInbox,
    stream: ({ services: { inboxStreams }, orgId, query }, lastEventId, db) =>
      inboxStreams.of(db).subscribe(orgId, query, lastEventId || (query.lastEventId ?? '')),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/threads/inbox/stream-token',
    operationId: 'createInboxStreamToken',
    replay: 'actor',
    audit: {
      action: 'inbox.issue_token',
      does: 'created a token for an inbox',
      shows: ['expiresAt'],
    },
    summary: 'Create a token for a browser to open the stream of one participant',
    description:
      'The token replaces the API key in one operation, `GET /threads/inbox/stream` of this participant, for 60 seconds.',
    policy: { ...WRITE, rateLimit: 'streams' },
    body: CreateStreamToken,
    status: 201,
    data: StreamToken,
    handle: async ({ services: { tokens }, principal, body: { externalId, role } }) =>
      tokens.issue(principal, STREAM, { externalId, role }),
  }),
]);
