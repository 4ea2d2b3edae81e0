import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/index.ts';
import { addressBlock } from '../../../platform/http/address/address-block.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';

/** The rate limits of browser requests, with their error messages. */
const LIMITS = {
  /** Each one sends a request to an identity provider, so their number is limited. */
  'sign-ins': 'too many sign-ins from this address',
  /** Separate from sign-ins: people can still sign in while their provider ends many sessions. */
  'provider-logouts': 'too many logouts from this address',
  'sign-in-choices': 'too many requests from this address',
  'own-sessions': 'too many requests about sessions',
};

/**
 * Counts a request.
 * @param subject the subject to count for; the address by default
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
