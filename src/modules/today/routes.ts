import { defineRoute, READ } from './access.ts';
import { EXAMPLES } from './examples.ts';
import { Today } from './schemas.ts';
import { today } from './today.ts';

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
