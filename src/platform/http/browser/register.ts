/** Registers routes of kind `browser`, and pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { RateLimiter } from '../../rate-limit/rate-limiter.ts';
import { sayMode, tooMany } from '../admission.ts';
import { addressBlock } from '../address/client-address.ts';
import { reservation } from '../body/read-body.ts';
import { refuseCaller } from '../identify.ts';
import { inTime } from '../boot/in-time.ts';
import { inputReader } from '../read-input.ts';
import type { PolicyServices } from '../register.ts';
import { serialiserOf } from '../serialise.ts';
import type { AnyBrowserRoute, BrowserContext, ServedPage } from './route.ts';
import { assertSameOrigin } from './same-origin.ts';
import { sessionTokenOf } from './session-cookie.ts';

/** A body contains an id or a code. */
const MAX_BODY_BYTES = 4 * 1024;
/** A logout token has a few KiB. */
const MAX_FORM_BYTES = 64 * 1024;

/**
 * Counts a request.
 * @param counter by default the client's address
 * @throws ApiError RATE_LIMITED
 */
export async function countRequest(
  request: FastifyRequest,
  rateLimiter: RateLimiter,
  group: string,
  counter = addressBlock(request.client.address),
): Promise<void> {
  const state = await rateLimiter.consume(group, counter);
  if (state && !state.allowed) throw tooMany(state);
}

/** @throws Error when a declaration is incomplete */
function assertBrowserRoute({ method, path, policy, audit = [] }: AnyBrowserRoute): void {
  const wrong = (what: string) => new Error(`${method} ${path}: ${what}`);
  if (method === 'POST' && audit.length === 0)
    throw wrong('changes state, so it must declare an audit action');
  if (method === 'POST' && policy.caller !== 'proof' && policy.from !== 'own pages')
    throw wrong('could be sent with a session by another site');
}

function originCheck({ policy }: AnyBrowserRoute, { publicUrl }: PolicyServices) {
  return async (request: FastifyRequest): Promise<void> => {
    if (policy.from === 'own pages') assertSameOrigin(request, publicUrl);
  };
}

function admission({ policy }: AnyBrowserRoute, { keys, publicUrl, rateLimiter }: PolicyServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (policy.caller === 'session') {
      const token = sessionTokenOf(request, publicUrl);
      const person = token === undefined ? undefined : await keys.resolveSession(token);
      if (!person)
        return refuseCaller(request, rateLimiter, 'the session has ended: sign in again');
      request.principal = person;
      sayMode(reply, person);
    }
    if (policy.rateLimit !== 'none')
      await countRequest(request, rateLimiter, policy.rateLimit, request.principal?.via);
  };
}

function bodyLimitOf(
  { bodyRule, bodyLimitFactor }: AnyBrowserRoute,
  { bodyLimitBytes }: PolicyServices,
): number {
  if (bodyLimitFactor) return bodyLimitBytes * bodyLimitFactor;
  return bodyRule === 'form' ? MAX_FORM_BYTES : MAX_BODY_BYTES;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function handler(route: AnyBrowserRoute, server: PolicyServices): Handler {
  const { services } = server;
  const { method, path, operationId, params: paths, query: parameters, body: fields } = route;
  const readInput = inputReader(
    {
      method,
      path,
      operationId,
      policy: { idempotency: false },
      ...(paths && { params: paths }),
      ...(parameters && { query: parameters }),
      ...(fields && { body: fields }),
      ...(route.bodyRule === 'form' && { bodyRule: 'optional' }),
    },
    services,
    server.cursors,
  );
  return async (request, reply) => {
    const { query, body } = route.anyQuery
      ? { query: request.query, body: undefined }
      : readInput(request);
    const { params, principal: person } = request;
    const context: BrowserContext<unknown> = {
      services,
      server,
      person,
      params,
      query,
      body,
      request,
      reply,
    };
    // The types of these members were checked before the declaration was erased.
    if ('answer' in route) return route.answer(context as never);
    const data = await route.handle(context as never);
    const text = serialiserOf(route, reply)({ success: true, data });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  };
}

/** Makes the routes of a scope accept forms only. A request without a body has an empty form. */
function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

/**
 * Registers every declared browser route on the server with its policy.
 * @throws at boot when a declaration is incomplete
 */
export function registerBrowserRoutes(
  app: FastifyInstance,
  routes: readonly AnyBrowserRoute[],
  server: PolicyServices,
): void {
  const add = (scope: FastifyInstance, route: AnyBrowserRoute): void => {
    assertBrowserRoute(route);
    const { refused } = route;
    const handle = handler(route, server);
    const guarded = (work: Handler): Handler =>
      refused === undefined
        ? work
        : (request, reply) =>
            work(request, reply).catch(async (error: unknown) => {
              const context = { services: server.services, server, request };
              if (error instanceof ApiError) await refused(context, error);
              throw error;
            });
    scope.route({
      method: route.answersHead ? [route.method, 'HEAD'] : route.method,
      url: route.path,
      config: { operationId: route.operationId },
      exposeHeadRoute: false,
      bodyLimit: bodyLimitOf(route, server),
      ...(route.bodyLimitFactor && { preParsing: reservation(server.bodyBudget) }),
      onRequest: [originCheck(route, server), guarded(admission(route, server))],
      handler: guarded((request, reply) =>
        inTime(request, server.requestDeadlineMs, () => handle(request, reply)),
      ),
    });
  };
  const isForm = ({ bodyRule }: AnyBrowserRoute) => bodyRule === 'form';
  for (const route of routes) if (!isForm(route)) add(app, route);
  app.register(async (scope) => {
    readForms(scope);
    for (const route of routes.filter(isForm)) add(scope, route);
  });
}

/** Registers pages and probes. */
export function registerPages(app: FastifyInstance, pages: readonly ServedPage[]): void {
  for (const { path, serve } of pages) app.get(path, serve);
}
