import type { Actor } from '../../platform/audit/action.ts';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Refusals } from '../../platform/auth/refusals.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ApiKey } from './schemas.ts';
import type { CopyToTest } from './organizations.ts';

/** A key that is made, replaced or resumed. */
export type GivenKey = { scopes: readonly string[]; mode?: string | null | undefined };

/** Checks the caller that makes a key with these scopes, in addition to its own scopes. @throws ApiError FORBIDDEN, APPROVAL_REQUIRED */
type AssertMayProvision = (
  tx: Tx,
  orgId: string,
  key: GivenKey,
  by: { grantor: Principal; actor: Actor },
) => Promise<void>;

/** Services in the context of this module's handlers. */
export type TenantServices = {
  /** Copies an organization's lists and roles to its twin. */
  copyToTest: CopyToTest;
  assertMayProvision: AssertMayProvision;
  /** The latest refusals of keys by this process. */
  refusals: Refusals;
  /** Checks the caller that replaces or resumes a key. @throws ApiError APPROVAL_REQUIRED */
  assertMayHandOut: (tx: Tx, orgId: string, key: GivenKey, actor: Actor) => Promise<void>;
  /** Ends everything that a revoked key has created in other modules and that depends on it. */
  keyRevoked: (tx: Tx, key: ApiKey, actor: Actor) => Promise<void>;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'keys:manage': 'Create, restrict, rotate and revoke keys',
    'cases:manage': null,
  },
  rateLimits: {
    keys: { points: 1000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, TenantServices>();
