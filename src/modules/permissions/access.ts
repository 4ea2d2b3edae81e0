import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { Permissions } from './check/check.ts';

/** The services that handlers of this module use. */
export type PermissionServices = { permissions: Permissions };

/** The callers that the module admits. */
export const access = {
  scopes: {
    'permissions:manage': 'Manage roles, policies and assignments, and share them in a federation',
    'permissions:check': 'Check permissions',
  },
  rateLimits: {
    permissions: { points: 10_000, windowSeconds: 3600 },
    'permissions-check': { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, PermissionServices>();

export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'permissions:manage',
  rateLimit: 'permissions',
};
export const WRITE: Policy = { ...READ, idempotency: true };

/** A separate group, so that changes and checks do not use up each other's requests. */
export const QUERY: Policy = {
  scope: 'permissions:check',
  context: 'organization',
  rateLimit: 'permissions-check',
  idempotency: true,
};
