/** Whose request it is. */
import type { FastifyRequest } from 'fastify';
import type { PrincipalCache, Principal } from '../auth/key-cache.ts';
import type { RequestTokens } from '../auth/request-token.ts';
import { ApiError } from '../errors/index.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { addressBlock } from './address/address-block.ts';
import type { AnyRoute } from './route.ts';
import { sessionTokenOf } from './browser/session-cookie.ts';

const FAILED_AUTHENTICATION = 'failed-authentication';

/**
 * The API key that a request carries: in `x-api-key`, or else as a bearer token (RFC 6750), which many clients send
 * unasked. Gateways have an `Authorization` of their own, so beside `x-api-key` it means nothing, and one that is no key
 * of ours is none.
 */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  return /^Bearer +(ork_\S*)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * The key that the request carries, or else the token where the route takes one, or else the session whose cookie it has.
 */
export async function identify(
  route: AnyRoute,
  request: FastifyRequest,
  {
    keys,
    tokens,
    publicUrl,
  }: { keys: PrincipalCache; tokens: RequestTokens; publicUrl?: string | undefined },
): Promise<Principal | undefined> {
  const key = keyOf(request);
  if (key !== undefined) return keys.resolve(key);
  const query = request.query as Record<string, unknown>;
  if (route.policy.token && typeof query['token'] === 'string')
    return tokens.resolve(query['token'], route.operationId, query);
  const session = sessionTokenOf(request, publicUrl);
  return session === undefined ? undefined : keys.resolveSession(session);
}

/** 401, after counting it against the client's address; 429 once there were too many. */
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
