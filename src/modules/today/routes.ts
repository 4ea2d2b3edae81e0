import { EXAMPLES } from './examples.ts';
import { Today } from './schemas.ts';
import { today } from './today.ts';
import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { IdentityServices } from '../identity/index.ts';

/** The services in the context of this module's handlers. */
export type TodayServices = Pick<IdentityServices, 'chain'>;

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {},
  // A page reads it again after each change.
  rateLimits: { today: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

const defineRoute = routesOf<typeof access, TodayServices>();

/** Each part has its own scope. */
const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'today',
  idempotency: false,
};

export const todayRoutes = [
  defineRoute({
    tag: 'Today',
    extension: true,
    method: 'GET',
    path: '/today',
    operationId: 'getToday',
    summary: 'Fetch the waiting work: hits, webhooks, verifications, lists, usage',
    description:
      'Each figure equals that of its list. A part is null for callers without its scope, or without the plan that its ' +
      'list needs.',
    policy: READ,
    status: 200,
    data: Today,
    example: EXAMPLES.getToday,
    handle: ({ services, orgId, principal }, db) => today(db, orgId, principal, services),
  }),
];
