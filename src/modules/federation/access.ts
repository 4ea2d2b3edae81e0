import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { InvitationLimit } from './groups/limits.ts';

function isEnterprise({ plan }: { plan: string }): boolean {
  return plan === 'enterprise';
}
const NEEDS_ENTERPRISE = 'federation needs the Enterprise plan';

/** Services in the context of this module's handlers. */
export type FederationServices = { invitations: InvitationLimit };

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'permissions:manage': null,
  },
  rateLimits: {
    'federation-members': { points: 500, windowSeconds: 3600 },
    federation: { points: 500, windowSeconds: 3600 },
    // The limit for invitations of one organization by another. The verb counts them, because each creates deliveries
    // at the other organization.
    'federation-invitations': { points: 10, windowSeconds: 86_400 },
  },
  plans: {
    // The contract has one error code for the members of a group and another for the other endpoints of federation.
    federation_members: { allows: isEnterprise, code: 'FORBIDDEN', message: NEEDS_ENTERPRISE },
    federation: { allows: isEnterprise, code: 'FEDERATION_NOT_ALLOWED', message: NEEDS_ENTERPRISE },
  },
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, FederationServices>();

export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'permissions:manage',
  acrossOrganizations: true,
  plan: 'federation',
  rateLimit: 'federation',
};
export const WRITE: Policy = { ...READ, idempotency: true };

/** The three endpoints of members: a separate error code without the plan, and a separate rate limit. */
export const MEMBERS: Policy = {
  ...WRITE,
  plan: 'federation_members',
  rateLimit: 'federation-members',
};
