import { kindsFor, LiveEvents, LiveQuery } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import {
  ORGANIZATION_READ,
  ANY_SCOPE,
  type Access,
  type PolicyOf,
} from '../../platform/http/policy.ts';
import { routesOf, withExamples } from '../../platform/http/route.ts';
import type { LiveStreams } from './streams.ts';

/** The services in the context of this module's handlers. */
export type LiveServices = { liveStreams: LiveStreams };

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {},
  // A browser opens a stream whenever its page becomes visible again.
  rateLimits: { live: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

const defineRoute = routesOf<typeof access, LiveServices>();

/** Each kind of change has its own scope. */
const READ: PolicyOf<typeof access> = { ...ORGANIZATION_READ, scope: ANY_SCOPE, rateLimit: 'live' };

/** The route for the stream of changes. */
export const liveRoutes = withExamples(EXAMPLES, [
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
    data: LiveEvents,
    stream: ({ services: { liveStreams }, principal, orgId, query }, lastEventId, db) => {
      const caller = { kinds: kindsFor(principal), id: principal.id };
      const since = lastEventId || (query.lastEventId ?? '');
      return liveStreams.of(db).subscribe(orgId, caller, since);
    },
    // New scopes mean other kinds, so the client must reconnect.
    goesOn: (before, now) => String(kindsFor(before)) === String(kindsFor(now)),
  }),
]);
