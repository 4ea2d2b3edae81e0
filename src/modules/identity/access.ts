import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { OutboundClient } from '../../platform/outbound/client.ts';
import { detectionPack } from '../tenants/index.ts';
import type { ProviderChain } from './chain/chain.ts';
import type { DeadLetters } from './verify/dead-letters/dead-letters.ts';
import type { Verifier } from './verify/verifier.ts';

/** The services that handlers of this module use. */
export type IdentityServices = {
  verifier: Verifier;
  deadLetters: DeadLetters;
  chain: ProviderChain;
  /** Fetches images from URLs in requests. */
  images: OutboundClient;
};

/** The callers that the module admits. */
export const access = {
  scopes: {
    'identity:verify': 'Verify people by number and face, and read verifications',
  },
  rateLimits: {
    // Per endpoint.
    identity: { points: 1000, windowSeconds: 3600 },
  },
  plans: { detection_pack: detectionPack },
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, IdentityServices>();
