import type { Module, ModuleTables } from '../module.ts';
import { access, type FederationServices } from './access.ts';
import { events } from './events.ts';
import { groupRoutes } from './groups/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { syncRoutes } from './sync/routes.ts';

/** The module's tables. */
const TABLES = {
  federation_groups: { isShared: true },
  federation_invitations: { isShared: true },
  federation_members: { isShared: true },
} satisfies ModuleTables;

export { leaveNextGroup } from './members/members.ts';
export { federatedRulesOf } from './fraud/rules.ts';

/** Groups of organizations, their members, and the data that members share. */
export const federationModule = {
  ...access,
  tags: {
    Federation: 'Groups of organizations that share fraud lists and permission roles.',
  },
  routes: [...memberRoutes, ...groupRoutes, ...syncRoutes],
  events,
  tables: TABLES,
} satisfies Module<FederationServices>;
