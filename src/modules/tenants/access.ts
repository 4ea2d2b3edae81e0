import type { Actor } from '../../platform/audit/action.ts';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ApiKey } from './schemas.ts';
import type { CopyToTest } from './test-mode.ts';

/** Checks who makes a key with these scopes, beyond that they have them. @throws ApiError FORBIDDEN */
type AssertMayProvision = (
  tx: Tx,
  orgId: string,
  key: { scopes: readonly string[]; mode?: string | undefined },
  grantor: Principal,
) => Promise<void>;

/** The services that handlers of this module use. */
export type TenantServices = {
  /** Gives the twin of an organization its lists and roles. */
  copyToTest: CopyToTest;
  assertMayProvision: AssertMayProvision;
  /** Ends what a revoked key has given away, which other modules keep. */
  keyRevoked: (tx: Tx, key: ApiKey, actor: Actor) => Promise<void>;
};

/** Whom the module admits. */
export const access = {
  scopes: ['keys:manage'],
  rateLimits: {
    keys: { points: 1000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, TenantServices>();
