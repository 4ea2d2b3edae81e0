import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import {
  ANY_SCOPE,
  ORGANIZATION_READ,
  type Access,
  type PolicyOf,
} from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { HeldCases } from '../retention/index.ts';
import type { Hosts } from './register.ts';

/** Services in the context of this module's handlers. */
export type PrivacyServices = {
  envelopes: Envelopes;
  heldCases: HeldCases;
  /** Returns the hosts that get personal data according to the configuration of this process. */
  hosts: () => Hosts;
};

/** The callers that the module admits. */
export const access = {
  scopes: { 'identity:reveal': null },
  rateLimits: { subjects: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, PrivacyServices>();

/** Each area requires its own scope. */
export const READ: Policy = { ...ORGANIZATION_READ, scope: ANY_SCOPE, rateLimit: 'subjects' };
/** The rights of those who read receipts of erasures. */
export const READ_RECEIPT: Policy = {
  ...ORGANIZATION_READ,
  scope: 'identity:reveal',
  rateLimit: 'subjects',
};
/** The rules of a reveal. */
export const EXPORT: Policy = {
  ...ORGANIZATION_READ,
  scope: 'identity:reveal',
  peopleOnly: true,
  stepUp: true,
  rereadsCaller: true,
  rateLimit: 'subjects',
};
/** The rules of a write of the same kind. */
export const ERASE: Policy = { ...EXPORT, idempotency: true };
