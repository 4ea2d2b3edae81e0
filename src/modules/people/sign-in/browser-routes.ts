/** The routes by which a browser signs in, and by which an identity provider ends sessions. */
import { Type } from 'typebox';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { hashSessionToken } from '../../../platform/auth/api-key.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { sayMode } from '../../../platform/http/admission.ts';
import { countRequest } from '../../../platform/http/browser/register.ts';
import type { BrowserContext } from '../../../platform/http/browser/route.ts';
import { originOf } from '../../../platform/http/browser/same-origin.ts';
import {
  assertProtected,
  cookieOf,
  sessionTokenOf,
  setCookie,
} from '../../../platform/http/browser/session-cookie.ts';
import { refuseCaller } from '../../../platform/http/identify.ts';
import { prefixOf } from '../../../platform/http/pages/html.ts';
import { Nullable, Strict } from '../../../platform/http/schema.ts';
import { isTestOrganization } from '../../tenants/index.ts';
import { defineBrowserRoute, SESSION_PATH, type PeopleServices } from '../access.ts';
import { invitingOrganization } from '../invitations/invitations.ts';
import { asking } from './log.ts';
import { ATTEMPT_SECONDS, type SignIn } from './sign-in.ts';
import { homeOf } from './viewing.ts';

type Context = BrowserContext<PeopleServices>;

const BEGIN = { action: 'session.begin', does: 'signed in', shows: ['method', 'roles'] } as const;
const REFUSE = { action: 'session.refuse', does: 'was rejected at sign-in' } as const;
const params = Type.Object({ organization: Type.String(), issuer: Type.String() });
const Choices = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }));
const returnTo = Type.Optional(Type.String());

/** The path of the service, to which a browser returns by default. */
function homePath({ server }: Context): string {
  return `${prefixOf(server.publicUrl)}/`;
}

/** Begins a sign-in in this browser. @returns the URL of the identity provider */
async function begun(
  { services, server: { publicUrl }, request, reply }: Context,
  where: Parameters<SignIn['begin']>[1],
): Promise<string> {
  assertProtected(request, publicUrl);
  const { url, attempt } = await services.signIn.begin(publicUrl ?? originOf(request), where);
  setCookie({ request, reply, publicUrl }, 'sign-in', attempt, ATTEMPT_SECONDS);
  return url;
}

function signedIn(
  { services, server: { publicUrl }, request, reply }: Context,
  token: string,
  orgId: string,
): void {
  setCookie({ request, reply, publicUrl }, 'session', token, services.times.absoluteSeconds);
  services.signIns.signedIn();
  sayMode(reply, { isTest: isTestOrganization(orgId) });
}

/** Counts and records a failed sign-in. Failures count against the address, like invalid keys. */
async function refused(
  { services, server, request }: Pick<Context, 'services' | 'server' | 'request'>,
  { code, message }: ApiError,
): Promise<void> {
  services.signIns.failed(code);
  const { organization } = request.params as { organization?: string };
  const recorded = () => services.signIn.refused(organization, asking(request));
  // The identity provider knows the person, but the organization has not admitted them.
  if (code === 'FORBIDDEN' || code === 'APPROVAL_REQUIRED') await recorded();
  if (code !== 'UNAUTHORIZED') return;
  // After too many failures, 429 is thrown and no row is written.
  await refuseCaller(request, server.rateLimiter, message).catch(async (refusal) => {
    if (refusal.code === 'UNAUTHORIZED') await recorded();
    throw refusal;
  });
}

export const signInBrowserRoutes = [
  defineBrowserRoute({
    method: 'GET',
    path: `${SESSION_PATH}/issuers`,
    operationId: 'listSignInChoices',
    policy: { from: 'own pages', caller: 'anyone', rateLimit: 'sign-in-choices' },
    query: Type.Object({ organization: Type.Optional(Type.String()) }),
    data: Type.Object({ issuers: Choices }),
    handle: async ({ services: { signIn }, query: { organization = PLATFORM } }) => ({
      issuers: await signIn.choices(organization),
    }),
  }),
  defineBrowserRoute({
    method: 'GET',
    path: `${SESSION_PATH}/sign-in`,
    operationId: 'beginSignIn',
    policy: { from: 'anywhere', caller: 'anyone', rateLimit: 'sign-ins' },
    query: Type.Object({
      organization: Type.Optional(Type.String()),
      issuer: Type.Optional(Type.String()),
      returnTo,
    }),
    async answer(context) {
      const { organization: orgId = PLATFORM, issuer, returnTo: to } = context.query;
      const issuerId = issuer ?? (await context.services.signIn.choices(orgId))[0]?.id;
      if (issuerId === undefined)
        throw new ApiError('NOT_FOUND', 'there is no identity provider for a sign-in');
      const where = { orgId, issuerId, returnTo: to ?? homePath(context) };
      return context.reply.redirect(await begun(context, where));
    },
  }),
  defineBrowserRoute({
    method: 'GET',
    path: `${SESSION_PATH}/step-up`,
    operationId: 'beginStepUp',
    policy: { from: 'anywhere', caller: 'session', rateLimit: 'own-sessions' },
    query: Type.Object({ returnTo }),
    async answer(context) {
      const { services, server, query, request, reply } = context;
      const person = context.person!;
      const orgId = homeOf(person);
      const issuerId = await services.signIn.issuerOf(orgId, person.id);
      await countRequest(request, server.rateLimiter, 'sign-ins');
      const to = query.returnTo ?? homePath(context);
      const where = { orgId, issuerId, returnTo: to, stepUpOf: person.id };
      return reply.redirect(await begun(context, where));
    },
  }),
  defineBrowserRoute({
    method: 'GET',
    path: `${SESSION_PATH}/callback/:organization/:issuer`,
    operationId: 'finishSignIn',
    policy: { from: 'anywhere', caller: 'proof', rateLimit: 'sign-ins' },
    audit: [BEGIN, REFUSE],
    params,
    anyQuery: true,
    refused,
    async answer(context) {
      const { services, server, request, reply } = context;
      const { publicUrl } = server;
      const { organization: orgId, issuer: issuerId } = context.params;
      const attempt = cookieOf(request, publicUrl, 'sign-in');
      // The browser cannot use the state again, even after a failure.
      setCookie({ request, reply, publicUrl }, 'sign-in', null);
      const { token, returnTo: to } = await services.signIn.finish(
        publicUrl ?? originOf(request),
        { orgId, issuerId, query: queryText(request.url) },
        { attempt, session: sessionTokenOf(request, publicUrl), asked: asking(request) },
      );
      signedIn(context, token, orgId);
      return reply.redirect(to);
    },
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/exchange`,
    operationId: 'exchangeSignInCode',
    policy: { from: 'own pages', caller: 'proof', rateLimit: 'none' },
    audit: [BEGIN, REFUSE],
    body: Strict({ code: Type.String({ maxLength: 100 }) }),
    data: Type.Object({ returnUrl: Nullable(Type.String()) }),
    refused,
    async handle(context) {
      const { services, server, body, request } = context;
      assertProtected(request, server.publicUrl);
      const session = sessionTokenOf(request, server.publicUrl);
      const asked = asking(request);
      const { token, returnUrl, orgId } = await services.signIn.exchange(body.code, session, asked);
      signedIn(context, token, orgId);
      return { returnUrl };
    },
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/invitation`,
    operationId: 'beginInvitation',
    policy: { from: 'own pages', caller: 'proof', rateLimit: 'sign-in-choices' },
    audit: [REFUSE],
    body: Strict({
      token: Type.String({ maxLength: 100 }),
      issuer: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    data: Type.Object({ url: Type.String(), issuers: Choices }),
    refused,
    async handle(context) {
      const { services, server, request } = context;
      const { token, issuer } = context.body;
      const orgId = await invitingOrganization(server.buckets.shared.read, token);
      if (orgId === undefined)
        throw new ApiError('UNAUTHORIZED', 'the invitation is unknown, was accepted, or has ended');
      const issuers = await services.signIn.choices(orgId);
      const issuerId = issuer ?? issuers[0]?.id;
      if (issuerId === undefined)
        throw new ApiError('CONFLICT', 'the organization has no identity provider yet');
      await countRequest(request, server.rateLimiter, 'sign-ins');
      const invitation = hashSessionToken(token);
      const where = { orgId, issuerId, returnTo: homePath(context), invitation };
      return { url: await begun(context, where), issuers };
    },
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/logout/:organization/:issuer`,
    operationId: 'providerLogout',
    policy: { from: 'anywhere', caller: 'proof', rateLimit: 'provider-logouts' },
    audit: [
      {
        action: 'session.provider_logout',
        does: 'was signed out by the identity provider',
        shows: ['ended'],
      },
    ],
    params,
    bodyRule: 'form',
    body: Type.Object({ logout_token: Type.String({ minLength: 1 }) }),
    data: Type.Object({ ended: Type.Literal(true) }),
    async handle({ services: { signIn }, params: { organization, issuer }, body, request }) {
      await signIn.providerLogout(organization, issuer, body.logout_token, asking(request));
      return { ended: true as const };
    },
  }),
];

/** Returns the query as sent, with its question mark. */
function queryText(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}
