import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { SigningKeys } from '../signing/index.ts';
import { detectionPack } from '../tenants/index.ts';

/** Services in the context of this module's handlers. */
export type CaseServices = {
  /** Seals notes and files. */
  envelopes: Envelopes;
  /** Returns the names of people and keys of an organization by their ids. */
  namesOf: (orgId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  /** Signs case files. */
  signing: SigningKeys;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'cases:manage': 'Create, claim, annotate, decide and close cases',
  },
  rateLimits: { cases: { points: 10_000, windowSeconds: 3600 } },
  plans: { detection_pack: detectionPack },
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, CaseServices>();

export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'cases:manage',
  plan: 'detection_pack',
  rateLimit: 'cases',
};
export const WRITE: Policy = { ...READ, idempotency: true };
