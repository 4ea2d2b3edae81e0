import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { OutboundClient } from '../../platform/outbound/client.ts';
import { detectionPack } from '../tenants/index.ts';
import type { ProviderChain } from './chain/chain.ts';
import type { Consents } from './consent/consent.ts';
import type { DeadLetters } from './verify/dead-letters/dead-letters.ts';
import type { Verifier } from './verify/verifier.ts';

/** The services that handlers of this module use. */
export type IdentityServices = {
  verifier: Verifier;
  deadLetters: DeadLetters;
  chain: ProviderChain;
  consents: Consents;
  envelopes: Envelopes;
  /** Fetches images from URLs in requests. */
  images: OutboundClient;
};

/** The callers that the module admits. */
export const access = {
  scopes: {
    'identity:verify': 'Verify people by number and face, and read verifications',
    'identity:reveal': 'Decrypt answers of identity providers; only for people',
    'identity:manage': 'Change which verifications require a consent',
  },
  rateLimits: {
    // Per endpoint.
    identity: { points: 1000, windowSeconds: 3600 },
  },
  plans: { detection_pack: detectionPack },
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, IdentityServices>();

export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'identity:verify',
  plan: 'detection_pack',
  rateLimit: 'identity',
  perEndpoint: true,
};
export const WRITE: Policy = { ...READ, idempotency: true };
