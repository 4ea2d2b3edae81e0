import type { AnyRoute } from '../../platform/http/route.ts';
import { fraudRoutes } from './fraud/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { syncRoutes } from './sync/routes.ts';

export { federatedRulesOf } from './fraud/rules.ts';

/** Groups of organizations, their members, and what members give each other. */
export const federationRoutes: AnyRoute[] = [
  ...memberRoutes,
  ...groupRoutes,
  ...syncRoutes,
  ...fraudRoutes,
];
