/** Identifies the caller of a request. */
import type { FastifyRequest } from 'fastify';
import type { PrincipalCache, Principal } from '../auth/key-cache.ts';
import type { RequestTokens } from '../auth/request-token.ts';
import { ApiError } from '../errors/index.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { addressBlock } from './address/client-address.ts';
import type { AnyRoute } from './route.ts';
import { sessionTokenOf } from './browser/session-cookie.ts';

const FAILED_AUTHENTICATION = 'failed-authentication';

/**
 * Returns the API key of a request: from `x-api-key`, otherwise a bearer token (RFC 6750), which many clients send by
 * default. Gateways add their own `Authorization` header. So that header is ignored if there is an `x-api-key`, and a
 * bearer token that is not one of our keys counts as no key.
 */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  return /^Bearer +(ork_\S*)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Identifies the caller by its key, otherwise by the token where the route accepts one, otherwise by the session
 * cookie.
 */
export function identify(
  route: Pick<AnyRoute, 'operationId' | 'policy'>,
  request: FastifyRequest,
  {
    keys,
    tokens,
    publicUrl,
  }: { keys: PrincipalCache; tokens: RequestTokens; publicUrl?: string | undefined },
): Promise<Principal | undefined> | undefined {
  const key = keyOf(request);
  if (key !== undefined) return keys.resolve(key);
  const query = request.query as Record<string, unknown>;
  if (route.policy.token && typeof query['token'] === 'string')
    return tokens.resolve(query['token'], route.operationId, query);
  const session = sessionTokenOf(request, publicUrl);
  return session === undefined ? undefined : keys.resolveSession(session);
}

/** Answers 401 and counts it against the client's address; answers 429 after too many. */
export async function refuseCaller(
  request: FastifyRequest,
  rateLimiter: RateLimiter,
  message = 'missing or invalid API key; send it in the header x-api-key',
): Promise<never> {
  const state = await rateLimiter.consume(
    FAILED_AUTHENTICATION,
    addressBlock(request.client.address),
  );
  if (state && !state.allowed)
    throw new ApiError('RATE_LIMITED', 'too many failed authentication attempts', {
      retryAfterSeconds: state.resetSeconds,
    });
  throw new ApiError('UNAUTHORIZED', message);
}
