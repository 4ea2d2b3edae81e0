import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/index.ts';
import { addressBlock } from '../../../platform/http/address/address-block.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';

/** Groups of requests of browsers, each with the text of its refusal. */
const LIMITS = {
  /** Each asks an identity provider: nobody makes us ask without end. */
  'sign-ins': 'too many sign-ins from this address',
  /** Apart from sign-ins: whose provider ends many sessions at once can still sign in. */
  'provider-logouts': 'too many logouts from this address',
  'sign-in-choices': 'too many requests from this address',
  'own-sessions': 'too many requests about sessions',
};

/**
 * Counts a request.
 * @param subject that it counts for; the address unless another is named
 * @throws ApiError RATE_LIMITED
 */
export async function limit(
  request: FastifyRequest,
  rateLimiter: RateLimiter,
  group: keyof typeof LIMITS,
  subject = addressBlock(request.client.address),
): Promise<void> {
  const state = await rateLimiter.consume(group, subject);
  if (state && !state.allowed)
    throw new ApiError('RATE_LIMITED', LIMITS[group], {
      retryAfterSeconds: state.resetSeconds,
    });
}
