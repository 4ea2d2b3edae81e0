import { defineRoute, READ } from './access.ts';
import { kindsFor, LiveEvents, LiveQuery } from './schemas.ts';
import { EXAMPLES } from './examples.ts';

/** The route for the stream of changes. */
export const liveRoutes = [
  defineRoute({
    tag: 'Live',
    extension: true,
    method: 'GET',
    path: '/live',
    operationId: 'streamChanges',
    summary: 'Stream changes in the organization, as server-sent events',
    description:
      'First `reset`, then `changed` for every change, with its kind and the ids. Callers get the kinds that ' +
      'they may read. The `id` of an event is a position: sent back as `Last-Event-ID` within 30 ' +
      'seconds, the stream first sends the changes since then as `changed`; later, `reset`. A comment follows every 15 seconds.',
    policy: READ,
    query: LiveQuery,
    status: 200,
    data: LiveEvents,
    example: EXAMPLES.streamChanges,
    stream: ({ services: { liveStreams }, principal, orgId, query }, lastEventId, db) => {
      const caller = { kinds: kindsFor(principal), id: principal.id };
      const since = lastEventId || (query.lastEventId ?? '');
      return liveStreams.of(db).subscribe(orgId, caller, since);
    },
    // New scopes mean other kinds: the client must reconnect.
    goesOn: (before, now) => String(kindsFor(before)) === String(kindsFor(now)),
  }),
];
