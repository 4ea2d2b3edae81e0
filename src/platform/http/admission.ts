import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/key-cache.ts';
import { ApiError } from '../errors/index.ts';
import { rateLimitHeaders, type RateLimitState } from '../rate-limit/rate-limiter.ts';
import { identify, refuseKey } from './identify.ts';
import type { PolicyServices } from './register.ts';
import type { AnyRoute } from './route.ts';

/** Stands for the organization of platform keys, which have none. */
export const PLATFORM = 'platform';

function contextAndScopeRefusal(route: AnyRoute, principal: Principal): ApiError | undefined {
  const { policy } = route;
  if (policy.context === 'organization' && !principal.organization)
    return new ApiError('FORBIDDEN', 'the API key belongs to no organization');
  if (!principal.scopes.has(policy.scope))
    return new ApiError('FORBIDDEN', `the API key lacks the scope ${policy.scope}`);
  return undefined;
}

/** The reason that a route is not for this caller: organization, scope, then plan gate. */
export function refusalOf(
  route: AnyRoute,
  principal: Principal,
  services: Pick<PolicyServices, 'planGates'>,
): ApiError | undefined {
  const refusal = contextAndScopeRefusal(route, principal);
  if (refusal) return refusal;
  const gate = route.policy.plan === undefined ? undefined : services.planGates[route.policy.plan];
  if (!gate || !principal.organization || gate.allows(principal.organization)) return undefined;
  return new ApiError(gate.code, gate.message);
}

/**
 * authenticate -> organization -> scope -> plan gate -> requests under way -> rate limit, before a byte of the body is
 * read. A request that is refused because of others under way moves no counter of rate limits.
 */
export function admission(route: AnyRoute, services: PolicyServices) {
  const group = route.policy.rateLimit;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await identify(route, request, services);
    if (!principal) return refuseKey(request, services.rateLimiter);
    request.principal = principal;
    const refusal = refusalOf(route, principal, services);
    // Streams have limits of their own.
    if (!refusal && !('stream' in route)) {
      const orgId = principal.organization?.id ?? PLATFORM;
      request.passage = services.underWay.enter(orgId, reply.raw);
    }
    if (group !== 'none') {
      const limiter = services.rateLimiter;
      const counter = route.policy.perEndpoint
        ? `${principal.keyId} ${route.operationId}`
        : principal.keyId;
      const state = refusal
        ? await limiter.peek(group, counter)
        : await limiter.consume(group, counter);
      if (state) reply.headers(rateLimitHeaders(state));
      if (!refusal && state && !state.allowed) throw tooMany(state);
    }
    if (refusal) throw refusal;
  };
}

function tooMany(state: RateLimitState): ApiError {
  const what = `more than ${state.points} requests in ${state.windowSeconds} s`;
  return new ApiError('RATE_LIMITED', what, { retryAfterSeconds: state.resetSeconds });
}
