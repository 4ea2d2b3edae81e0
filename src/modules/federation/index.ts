import type { AnyRoute } from '../../platform/http/route.ts';
import { fraudRoutes } from './fraud/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { memberRoutes } from './members/routes.ts';
import type { FederationParts } from './parts.ts';
import { syncRoutes } from './sync/routes.ts';

export type { FederationParts } from './parts.ts';
export { federatedRulesOf } from './fraud/rules.ts';

/** Groups of organizations, their members, and what members give each other. */
export function federationRoutes(parts: FederationParts): AnyRoute[] {
  return [...memberRoutes(parts), ...groupRoutes, ...syncRoutes, ...fraudRoutes];
}
