/**
 * The routes for browsers: sign-in, sign-out, and a person's own sessions. They are not part of the API and its
 * clients, which never have a session.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Type, type Static, type TSchema } from 'typebox';
import type { PrincipalCache, Principal } from '../../../platform/auth/key-cache.ts';
import { hashSessionToken } from '../../../platform/auth/session-token.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { sayMode } from '../../../platform/http/admission.ts';
import { assertSameOrigin, originOf } from '../../../platform/http/browser/same-origin.ts';
import {
  assertProtected,
  cookieOf,
  sessionTokenOf,
  setCookie,
} from '../../../platform/http/browser/session-cookie.ts';
import { prefixOf } from '../../../platform/http/pages/prefix.ts';
import { refuseCaller } from '../../../platform/http/identify.ts';
import { PAGE_CAP, Strict } from '../../../platform/http/schema.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';
import { isTestOrganization } from '../../tenants/index.ts';
import { invitingOrganization } from '../invitations/invitations.ts';
import { listSessions } from '../sessions/sessions.ts';
import type { SessionTimes } from '../sessions/store.ts';
import { limit } from './browser-limits.ts';
import { signInMetrics } from './metrics.ts';
import { registerLinkPage } from './page.ts';
import type { Acting, Asked } from './log.ts';
import { beginView, endView, homeOf, View } from './viewing.ts';
import { ATTEMPT_SECONDS, type SignIn } from './sign-in.ts';

const BASE = '/console/session';
/** A logout token has a few KiB. */
const MAX_FORM_BYTES = 64 * 1024;
/** A body contains an id or a code. */
const MAX_BODY_BYTES = 4 * 1024;

export type BrowserParts = {
  signIn: SignIn;
  shared: Database;
  keys: PrincipalCache;
  rateLimiter: RateLimiter;
  times: SessionTimes;
  publicUrl: string | undefined;
  registry: Registry;
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function bodyOf<S extends TSchema>(schema: S): (request: FastifyRequest) => Static<S> {
  const validate = compileValidator('body', schema);
  return ({ body }) => {
    const problems =
      body === undefined ? [{ path: 'body', message: 'is required' }] : validate(body);
    if (problems.length > 0) throw badRequest(problems);
    return body as Static<S>;
  };
}

const readCode = bodyOf(Strict({ code: Type.String({ maxLength: 100 }) }));
const readInvitation = bodyOf(
  Strict({
    token: Type.String({ maxLength: 100 }),
    issuer: Type.Optional(Type.String({ maxLength: 100 })),
  }),
);
const readView = bodyOf(View);
const readSession = bodyOf(Strict({ id: Type.String({ maxLength: 100 }) }));

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined || typeof value === 'string') return value;
  throw badRequest([{ path: name, message: 'must be there once' }]);
}

export function registerBrowserRoutes(app: FastifyInstance, parts: BrowserParts): void {
  const { signIn, shared, keys, rateLimiter, times, publicUrl } = parts;
  const metrics = signInMetrics(parts.registry);
  const prefix = prefixOf(publicUrl);
  const home = `${prefix}/`;

  const begun = async (
    request: FastifyRequest,
    reply: FastifyReply,
    where: Parameters<SignIn['begin']>[1],
  ): Promise<string> => {
    assertProtected(request, publicUrl);
    await limit(request, rateLimiter, 'sign-ins');
    const { url, attempt } = await signIn.begin(publicUrl ?? originOf(request), where);
    setCookie({ request, reply, publicUrl }, 'sign-in', attempt, ATTEMPT_SECONDS);
    return url;
  };
  const signedIn = (request: FastifyRequest, reply: FastifyReply, token: string): void => {
    setCookie({ request, reply, publicUrl }, 'session', token, times.absoluteSeconds);
    metrics.signedIn();
  };
  /** Counts failures against the address, like invalid keys. */
  const counted = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      metrics.failed(error.code);
      const { organization } = request.params as { organization?: string };
      // The identity provider knows the person, but the organization has not admitted them.
      if (error.code === 'FORBIDDEN' || error.code === 'APPROVAL_REQUIRED')
        await signIn.refused(organization, asking(request));
      if (error.code !== 'UNAUTHORIZED') throw error;
      // After too many failures, 429 is thrown and no row is written.
      return await refuseCaller(request, rateLimiter, error.message).catch(async (refusal) => {
        if (refusal.code === 'UNAUTHORIZED') await signIn.refused(organization, asking(request));
        throw refusal;
      });
    }
  };
  const personOf = async (request: FastifyRequest): Promise<Principal> => {
    const token = sessionTokenOf(request, publicUrl);
    const person = token === undefined ? undefined : await keys.resolveSession(token);
    if (!person) return refuseCaller(request, rateLimiter, 'the session has ended: sign in again');
    request.principal = person;
    await limit(request, rateLimiter, 'own-sessions', person.via);
    return person;
  };

  const route = (method: 'GET' | 'POST', path: string, operationId: string, handler: Handler) =>
    app.route({
      method,
      url: BASE + path,
      config: { operationId },
      exposeHeadRoute: false,
      bodyLimit: MAX_BODY_BYTES,
      handler,
    });
  /** Declares a route for the service's own pages: JSON in and out, and unusable from other sites. */
  const own = (method: 'GET' | 'POST', path: string, operationId: string, handle: Handler) =>
    route(method, path, operationId, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      try {
        return { success: true, data: await handle(request, reply) };
      } finally {
        if (request.principal) sayMode(reply, request.principal);
      }
    });

  registerLinkPage(app, prefix);

  const choicesOf = async (request: FastifyRequest, orgId: string) => {
    await limit(request, rateLimiter, 'sign-in-choices');
    return signIn.choices(orgId);
  };

  own('GET', '/issuers', 'listSignInChoices', async (request) => ({
    issuers: await choicesOf(request, queryOf(request, 'organization') ?? PLATFORM),
  }));

  route('GET', '/sign-in', 'beginSignIn', async (request, reply) => {
    const orgId = queryOf(request, 'organization') ?? PLATFORM;
    const issuerId = queryOf(request, 'issuer') ?? (await choicesOf(request, orgId))[0]?.id;
    if (issuerId === undefined)
      throw new ApiError('NOT_FOUND', 'there is no identity provider to sign in at');
    const returnTo = queryOf(request, 'returnTo') ?? home;
    return reply.redirect(await begun(request, reply, { orgId, issuerId, returnTo }));
  });

  route('GET', '/step-up', 'beginStepUp', async (request, reply) => {
    const person = await personOf(request);
    const orgId = homeOf(person);
    const issuerId = await signIn.issuerOf(orgId, person.id);
    const returnTo = queryOf(request, 'returnTo') ?? home;
    const where = { orgId, issuerId, returnTo, stepUpOf: person.id };
    return reply.redirect(await begun(request, reply, where));
  });

  route('GET', '/callback/:organization/:issuer', 'finishSignIn', (request, reply) =>
    counted(request, async () => {
      await limit(request, rateLimiter, 'sign-ins');
      const { organization: orgId, issuer: issuerId } = request.params as Record<string, string>;
      const attempt = cookieOf(request, publicUrl, 'sign-in');
      // Whatever the outcome, the browser cannot use it again.
      setCookie({ request, reply, publicUrl }, 'sign-in', null);
      const { token, returnTo } = await signIn.finish(
        publicUrl ?? originOf(request),
        { orgId: orgId!, issuerId: issuerId!, query: queryText(request) },
        { attempt, session: sessionTokenOf(request, publicUrl), asked: asking(request) },
      );
      signedIn(request, reply, token);
      sayMode(reply, { isTest: isTestOrganization(orgId!) });
      return reply.redirect(returnTo);
    }),
  );

  own('POST', '/exchange', 'exchangeSignInCode', (request, reply) =>
    counted(request, async () => {
      assertProtected(request, publicUrl);
      const { code } = readCode(request);
      const session = sessionTokenOf(request, publicUrl);
      const { token, returnUrl, orgId } = await signIn.exchange(code, session, asking(request));
      sayMode(reply, { isTest: isTestOrganization(orgId) });
      signedIn(request, reply, token);
      return { returnUrl };
    }),
  );

  own('POST', '/invitation', 'beginInvitation', (request, reply) =>
    counted(request, async () => {
      const { token, issuer } = readInvitation(request);
      const orgId = await invitingOrganization(shared.read, token);
      if (orgId === undefined)
        throw new ApiError('UNAUTHORIZED', 'the invitation is unknown, was accepted, or has ended');
      const choices = await choicesOf(request, orgId);
      const issuerId = issuer ?? choices[0]?.id;
      if (issuerId === undefined)
        throw new ApiError('CONFLICT', 'the organization has no identity provider yet');
      const invitation = hashSessionToken(token);
      const where = { orgId, issuerId, returnTo: home, invitation };
      return { url: await begun(request, reply, where), issuers: choices };
    }),
  );

  own('POST', '/sign-out', 'signOut', async (request, reply) => {
    await limit(request, rateLimiter, 'own-sessions');
    const token = sessionTokenOf(request, publicUrl);
    const person = token === undefined ? undefined : await keys.resolveSession(token);
    if (person) await signIn.signOut(token!, actingOf(person), asking(request));
    setCookie({ request, reply, publicUrl }, 'session', null);
    reply.header('clear-site-data', '"cache", "cookies", "storage"');
    return { signedOut: true };
  });

  own('GET', '', 'listOwnSessions', async (request) => {
    const person = await personOf(request);
    const query = { userId: person.id, limit: PAGE_CAP };
    const { items } = await listSessions(shared.read, homeOf(person), query, times);
    return { current: person.via, sessions: items };
  });

  own('POST', '/end', 'endOwnSession', async (request) => {
    const person = await personOf(request);
    const { id } = readSession(request);
    return signIn.endOwn(id, actingOf(person), asking(request));
  });

  own('POST', '/view', 'viewOrganization', async (request) => {
    const person = await personOf(request);
    return beginView(shared, person, readView(request), asking(request));
  });

  own('POST', '/view-end', 'endView', async (request) => {
    await endView(shared, await personOf(request), asking(request));
    return { viewing: null };
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.route({
      method: 'POST',
      url: `${BASE}/logout/:organization/:issuer`,
      config: { operationId: 'providerLogout' },
      bodyLimit: MAX_FORM_BYTES,
      async handler(request, reply) {
        await limit(request, rateLimiter, 'provider-logouts');
        const { organization, issuer } = request.params as Record<string, string>;
        const token = (request.body as URLSearchParams | undefined)?.get('logout_token');
        if (!token) throw badRequest([{ path: 'logout_token', message: 'is required' }]);
        await signIn.providerLogout(organization!, issuer!, token, asking(request));
        return reply.send({ success: true, data: { ended: true } });
      },
    });
  });
}

function actingOf(person: Principal): Acting {
  return { orgId: homeOf(person), userId: person.id, sessionId: person.via };
}

function asking({ id, client }: FastifyRequest): Asked {
  return { requestId: id, address: client.address };
}

/** Returns the query as sent, with its question mark. */
function queryText({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}
