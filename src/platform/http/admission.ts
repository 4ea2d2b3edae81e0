import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PLATFORM } from '../audit/action.ts';
import type { Principal } from '../auth/key-cache.ts';
import { lockRights } from '../auth/store.ts';
import type { Tx } from '../db/database.ts';
import { ApiError, CallerRefused } from '../errors/index.ts';
import { rateLimitHeaders, type RateLimitState } from '../rate-limit/rate-limiter.ts';
import { clock } from '../clock.ts';
import { reservation } from './body/read-body.ts';
import type { ClientAddress } from './address/client-address.ts';
import { identify, refuseCaller } from './identify.ts';
import { isId } from '../ids.ts';
import { inTime } from './boot/in-time.ts';
import { ANY_SCOPE, OPERATE_SCOPE, PLATFORM_SCOPE } from './policy.ts';
import type { PolicyServices } from './register.ts';
import type { AnyRoute } from './route.ts';
import { assertSameOrigin } from './browser/same-origin.ts';

/** Announces the deprecation of an operation (RFC 9745 and RFC 8594) in every answer. */
function announcement({ deprecated }: Pick<AnyRoute, 'deprecated'>) {
  if (!deprecated) return [];
  const { since, sunset } = deprecated;
  const headers: Record<string, string> = { deprecation: `@${Date.parse(since) / 1000}` };
  if (sunset !== undefined) headers['sunset'] = new Date(sunset).toUTCString();
  const announce = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
  };
  return [announce];
}

/** Dangerous actions require a sign-in or step-up of at most this age. */
const STEP_UP_MS = 5 * 60_000;

/** The part of a declaration that admission reads. */
export type Admitted = Pick<AnyRoute, 'operationId' | 'policy'> & { method: string };

/** Marks every answer to a caller in test mode. */
export function sayMode(reply: FastifyReply, { isTest }: { isTest?: boolean }): void {
  if (isTest) reply.header('oriki-mode', 'test');
}

/**
 * Returns true if the route writes nothing. A route that creates a document counts as a write, so a read-only caller
 * gets none.
 */
function isRead(route: Admitted): boolean {
  return (route.method === 'GET' && !('document' in route)) || 'handleQuery' in route;
}

function holds({ scopes, reads }: Principal, scope: string, isReading: boolean): boolean {
  if (scope === ANY_SCOPE || scopes.has(scope) || (isReading && reads.has(scope))) return true;
  return (
    scope === OPERATE_SCOPE && holds({ scopes, reads } as Principal, PLATFORM_SCOPE, isReading)
  );
}

function contextAndScopeRefusal(route: Admitted, principal: Principal): ApiError | undefined {
  const { policy } = route;
  const caller = principal.kind === 'key' ? 'the API key' : 'the session';
  if (policy.context === 'organization' && !principal.organization)
    return new ApiError('FORBIDDEN', `${caller} belongs to no organization`);
  if (policy.acrossOrganizations === true && principal.isTest)
    return new ApiError('FORBIDDEN', 'this is not available in test mode');
  if (policy.keysOnly && principal.kind !== 'key')
    return new ApiError('FORBIDDEN', 'this requires an API key');
  if (policy.peopleOnly && principal.kind !== 'person')
    return new ApiError('FORBIDDEN', 'this requires a person');
  // A holder of a key can use the sessions that the key opens.
  if (policy.peopleOnly && principal.through.some((id) => isId('key', id)))
    return new ApiError(
      'FORBIDDEN',
      'this requires a person who has signed in: a key opened the session',
    );
  const { scope } = policy;
  if (holds(principal, scope, isRead(route))) return undefined;
  const lack =
    principal.kind === 'key'
      ? `the API key lacks the scope ${scope === OPERATE_SCOPE ? PLATFORM_SCOPE : scope}`
      : `none of your roles has the scope ${scope}`;
  return new ApiError('FORBIDDEN', lack);
}

/**
 * Returns the reason to reject this caller. Checks in order: organization, scope, plan gate, age of the authentication.
 */
export function refusalOf(
  route: Admitted,
  principal: Principal,
  services: Pick<PolicyServices, 'planGates'>,
): ApiError | undefined {
  const refusal = contextAndScopeRefusal(route, principal);
  if (refusal) return refusal;
  const gate = route.policy.plan === undefined ? undefined : services.planGates[route.policy.plan];
  if (gate && principal.organization && !gate.allows(principal.organization))
    return new ApiError(gate.code, gate.message);
  return route.policy.stepUp ? stepUpRefusal(principal) : undefined;
}

/** The refusal of a person whose last proof of identity is too old. */
export function stepUpRefusal({ session }: Principal): ApiError | undefined {
  if (!session) return undefined;
  return clock.nowMs() - session.authenticatedAtMs <= STEP_UP_MS
    ? undefined
    : new ApiError('STEP_UP_REQUIRED', 'sign in again to do this');
}

/** The reason to reject a key at this client address. */
export function addressRefusal(
  { allowedFrom }: Principal,
  { address, known }: ClientAddress,
): ApiError | undefined {
  return !allowedFrom || (known && allowedFrom.judge(address) === 'allowed')
    ? undefined
    : new ApiError('FORBIDDEN', 'the API key may not be used from this address');
}

/**
 * Returns the caller as the transaction sees it now. Its rights cannot change until the transaction ends.
 * @throws ApiError UNAUTHORIZED, or the reason why the route now rejects the caller
 */
export async function readCaller(
  route: Admitted,
  request: FastifyRequest,
  services: PolicyServices,
  tx: Tx,
): Promise<Principal> {
  const { credential, organization } = request.principal!;
  await lockRights(tx, organization?.id ?? PLATFORM);
  const caller = await services.keys.readAgain(credential, tx);
  if (!caller) throw new ApiError('UNAUTHORIZED', 'the API key or the session has just ended');
  const refusal = addressRefusal(caller, request.client) ?? refusalOf(route, caller, services);
  if (refusal) throw new CallerRefused(refusal.code, refusal.message);
  return caller;
}

/**
 * Checks authentication, organization, scope, plan gate, requests in progress and rate limit, in this order, before any
 * byte of the body is read. A request that is rejected because too many are in progress does not count against rate
 * limits.
 */
function admission(route: Admitted, services: PolicyServices) {
  const group = route.policy.rateLimit;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await identify(route, request, services);
    if (!principal) return refuseCaller(request, services.rateLimiter);
    request.principal = principal;
    sayMode(reply, principal);
    const elsewhere = addressRefusal(principal, request.client);
    if (elsewhere) throw elsewhere;
    if (principal.kind === 'person') assertSameOrigin(request, services.publicUrl);
    services.presence.note(principal);
    const refusal = refusalOf(route, principal, services);
    // Streams have separate limits.
    if (!refusal && !('stream' in route)) {
      const orgId = principal.organization?.id ?? PLATFORM;
      request.passage = services.underWay.enter(orgId, reply.raw);
    }
    if (group !== 'none') {
      const limiter = services.rateLimiter;
      const counter = route.policy.perEndpoint
        ? `${principal.via} ${route.operationId}`
        : principal.via;
      const points = principal.rateLimits?.[group];
      const state = refusal
        ? await limiter.peek(group, counter, points)
        : await limiter.consume(group, counter, points);
      if (state) reply.headers(rateLimitHeaders(state));
      if (!refusal && state && !state.allowed) throw tooMany(state);
    }
    if (refusal) throw refusal;
  };
}

export function tooMany(state: RateLimitState): ApiError {
  const what = `more than ${state.points} requests in ${state.windowSeconds} s`;
  return new ApiError('RATE_LIMITED', what, { retryAfterSeconds: state.resetSeconds });
}

type Operation = Pick<AnyRoute, 'operationId' | 'policy' | 'deprecated' | 'exactNumbers'> & {
  method: AnyRoute['method'] | 'PUT';
};

/**
 * Adds an operation to a server. The policy admits its caller before a byte of the body is read.
 * @param how.reads true if the body counts in the budget
 * @param how.limitMs the time limit of its statements
 */
export function addOperation(
  scope: FastifyInstance,
  services: PolicyServices,
  route: Operation,
  how: {
    url: string;
    bodyLimit: number;
    reads: boolean;
    exposeHeadRoute: boolean;
    limitMs: number | undefined;
  },
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { url, bodyLimit, reads, exposeHeadRoute, limitMs } = how;
  const work = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    inTime(request, limitMs, () => handle(request, reply));
  scope.route({
    method: route.method,
    url,
    config: {
      operationId: route.operationId,
      ...(route.exactNumbers && { exactNumbers: true }),
    },
    exposeHeadRoute,
    bodyLimit,
    onRequest: [...announcement(route), admission(route, services)],
    ...(reads && { preParsing: reservation(services.bodyBudget) }),
    handler: (request, reply) =>
      request.passage ? request.passage(() => work(request, reply)) : work(request, reply),
  });
}
