import type { OutboundClient } from '../../platform/outbound/client.ts';
import type { ProviderChain } from './chain/chain.ts';
import type { DeadLetters } from './dead-letters/dead-letters.ts';
import type { Verifier } from './verify/verifier.ts';

/** What the composition root gives to the routes. */
export type IdentityParts = {
  verifier: Verifier;
  deadLetters: DeadLetters;
  chain: ProviderChain;
  /** Fetches images from addresses that callers name. */
  images: OutboundClient;
};
