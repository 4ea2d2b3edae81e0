import { EXAMPLES } from './examples.ts';
import { Team, Today, Work } from './schemas.ts';
import { team, today, work } from './today.ts';
import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf, withExamples } from '../../platform/http/route.ts';
import type { IdentityServices } from '../identity/index.ts';
import { detectionPack } from '../tenants/index.ts';

/** The services in the context of this module's handlers. */
export type TodayServices = Pick<IdentityServices, 'chain'>;

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: { 'audit:read': null },
  // A page reads it again after each change.
  rateLimits: { today: { points: 10_000, windowSeconds: 3600 } },
  plans: { detection_pack: detectionPack },
} as const satisfies Access;

const defineRoute = routesOf<typeof access, TodayServices>();

/** Each part has its own scope. */
const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'today',
  idempotency: false,
};

export const todayRoutes = withExamples(EXAMPLES, [
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
    data: Today,
    handle: ({ services, orgId, principal }, db) => today(db, orgId, principal, services),
  }),
  defineRoute({
    tag: 'Today',
    extension: true,
    method: 'GET',
    path: '/today/work',
    operationId: 'getWork',
    summary: 'Count the work that waits for the caller: hits, cases, approvals',
    description:
      'A count is at most 100, so that a page can read it often. A part is null for callers without its scope, or without ' +
      'the plan that its list needs.',
    policy: READ,
    data: Work,
    handle: ({ orgId, principal }, db) => work(db, orgId, principal),
  }),
  defineRoute({
    tag: 'Today',
    extension: true,
    method: 'GET',
    path: '/today/team',
    operationId: 'getTeam',
    summary: 'Fetch the figures of the team: decisions by person, open hits by age, overdue cases',
    description:
      'For the people who lead the team. The scope is that of the audit log, which contains the same actions one by one.',
    policy: { ...READ, scope: 'audit:read', plan: 'detection_pack' },
    data: Team,
    handle: ({ orgId }, db) => team(db, orgId),
  }),
]);
