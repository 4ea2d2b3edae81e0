import { Type } from 'typebox';
import { Changed } from '../../../platform/audit/audit.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { codeUrl } from '../../../platform/http/pages/html.ts';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';
import {
  CHANGE_MEMBERS,
  CHANGE_SIGN_IN,
  defineRoute,
  READ_SIGN_IN,
  type Policy,
} from '../access.ts';
import { PORTAL_SCOPE } from '../roles.ts';
import { makePortalCode } from './codes.ts';
import {
  changeIssuer,
  checkIssuer,
  createIssuer,
  getIssuer,
  ISSUER_PREFIX,
  issuerProblems,
  listIssuers,
  removeIssuer,
  subjectProblems,
} from './issuers.ts';
import { prepareIssuer } from './providers/prepare.ts';
import { isReturnUrl } from './return-to.ts';
import {
  CreateIssuer,
  CreatePortalSession,
  IssuerCheck,
  PortalSession,
  SignInIssuer,
  SignInIssuerPage,
  UpdateIssuer,
} from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const NEEDS =
  'needs every scope of the roles concerned (403), and a second person where a change of roles needs one.';
const METADATA =
  'Reads the provider’s metadata: on failure 400 with the reason `not_metadata`, `issuer_mismatch` or `unsupported`, or 503 with ' +
  '`unreachable`, and nothing is saved. `skipCheck: true` skips this check.';
const SHOWN = ['issuer', 'requireAuthTime', 'emailWithoutVerified'] as const;
/** Texts and names of groups. The audit log records only which of them have changed. */
const COMPARED = [
  'name',
  'clientId',
  'groupsClaim',
  'groupRoles',
  'acr',
  'scopes',
  'publicKey',
  'subjectClaim',
] as const;
const COMMON = { tag: 'Sign in', extension: true } as const;
const params = Type.Object({ id: idParam('sign-in-issuer', ISSUER_PREFIX) });
const PORTAL: Policy = { ...CHANGE_MEMBERS, scope: PORTAL_SCOPE };

function returnUrlProblems({ body }: { body: CreatePortalSession }): ErrorDetail[] {
  const { returnUrl } = body;
  if (returnUrl === undefined || returnUrl === null || isReturnUrl(returnUrl)) return [];
  return [{ path: 'returnUrl', message: 'must be an https URL without user and password' }];
}

/** The routes for identity providers of an organization, and for sessions that its application opens. */
export const signInRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/sign-in/issuers',
    operationId: 'createSignInIssuer',
    summary: 'Let people sign in at an OpenID Connect provider',
    description: `A provider that maps groups, or whose issuer already has members, ${NEEDS} ${METADATA}`,
    audit: { action: 'sign_in_issuer.create', does: 'added an identity provider', shows: SHOWN },
    policy: CHANGE_SIGN_IN,
    body: CreateIssuer,
    check: ({ services, body }) => [
      ...issuerProblems(body.issuer, services.targetProblem),
      ...subjectProblems(body),
    ],
    status: 201,
    data: SignInIssuer,
    errors: ['APPROVAL_REQUIRED', 'SERVICE_UNAVAILABLE'],
    creates: { resource: 'sign-in-issuer', ids: (data: SignInIssuer) => [data.id] },
    prepare: ({ services, orgId, body }, db) => prepareIssuer(db, services, orgId, undefined, body),
    handle: ({ orgId, body, principal, actor, origin }, tx, sealed) =>
      createIssuer(tx, orgId, body, { sealed, grantor: principal, actor, origin }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/sign-in/issuers',
    operationId: 'listSignInIssuers',
    summary: 'List the identity providers of the organization',
    policy: READ_SIGN_IN,
    query: PageQuery,
    data: SignInIssuerPage,
    handle: ({ orgId, query, origin }, db) => listIssuers(db, orgId, query, origin),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/sign-in/issuers/:id',
    operationId: 'getSignInIssuer',
    summary: 'Fetch an identity provider',
    policy: READ_SIGN_IN,
    params,
    data: SignInIssuer,
    handle: ({ orgId, params: { id }, origin }, db) => getIssuer(db, orgId, id, origin),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/sign-in/issuers/:id',
    operationId: 'changeSignInIssuer',
    summary: 'Change an identity provider; omitted settings stay unchanged',
    description:
      `A change of the people who get a role, or a weaker step-up, ${NEEDS} A change of \`clientId\`, \`clientSecret\`, \`clientKey\` or ` +
      `\`scopes\` repeats the check of the provider.`,
    audit: {
      action: 'sign_in_issuer.update',
      does: 'changed an identity provider',
      shows: SHOWN,
      compares: COMPARED,
    },
    policy: CHANGE_SIGN_IN,
    params,
    body: UpdateIssuer,
    data: SignInIssuer,
    errors: ['APPROVAL_REQUIRED', 'SERVICE_UNAVAILABLE'],
    check: ({ body }) => subjectProblems(body),
    prepare: ({ services, orgId, params: { id }, body }, db) =>
      prepareIssuer(db, services, orgId, id, body),
    handle: ({ orgId, params: { id }, body, principal, actor, origin }, tx, sealed) =>
      changeIssuer(tx, orgId, id, body, { sealed, grantor: principal, actor, origin }),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/sign-in/issuers/:id',
    operationId: 'removeSignInIssuer',
    summary: 'Remove an identity provider',
    description: `Sessions continue until they end; members stay. To delete a provider that gives roles ${NEEDS}`,
    audit: {
      action: 'sign_in_issuer.delete',
      does: 'removed an identity provider',
      removes: SHOWN,
    },
    policy: CHANGE_SIGN_IN,
    params,
    data: Deleted,
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ orgId, params: { id }, principal, actor }, tx) =>
      removeIssuer(tx, orgId, id, { grantor: principal, actor }),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/sign-in/issuers/:id/check',
    operationId: 'checkSignInIssuer',
    summary: 'Check an identity provider, step by step',
    description:
      'Reads the provider’s metadata and keys, requests a token with an invalid code, and changes nothing.',
    policy: { ...READ_SIGN_IN, idempotency: true },
    params,
    data: IssuerCheck,
    bodyRule: 'optional',
    handleQuery: ({ services, orgId, params: { id }, origin }, db) =>
      checkIssuer(db, services, orgId, id, origin),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/portal-sessions',
    operationId: 'createPortalSession',
    replay: 'actor',
    summary: 'Sign in a person of your own application',
    description:
      'The code works once, for 60 seconds. The person has the requested role from now on; if a member has other ' +
      'roles, the caller also needs the scope `members:manage`: 403. The last admin cannot lose the role: 409. A caller cannot grant ' +
      'scopes that it lacks: 403. Another role, or a new person, needs a second person where ' +
      '`member.change_roles` does. The caller is responsible for the identity of these people.',
    audit: {
      action: 'portal_session.create',
      does: 'created a link to the portal',
      object: ({ data }) => data.userId,
      removes: ['roles'],
      shows: ['role', 'expiresAt'],
    },
    policy: PORTAL,
    body: CreatePortalSession,
    check: returnUrlProblems,
    status: 201,
    data: PortalSession,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    async handle({ orgId, body, principal, actor, services: { profiles }, origin }, tx) {
      const { subject, role, email = null, name = null, returnUrl = null } = body;
      const person = { subject, role, email, name, returnUrl };
      const means = { profiles, grantor: principal, actor };
      const { before, after } = await makePortalCode(tx, orgId, person, means);
      return new Changed(before, { ...after, role, url: codeUrl(origin, after.code) });
    },
  }),
]);
