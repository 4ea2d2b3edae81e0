import { Type } from 'typebox';
import { idParam } from '../../platform/http/schema.ts';
import { IDENTITY_READ, IDENTITY_WRITE, withWithdrawal } from '../identity/index.ts';
import { defineRoute } from './access.ts';
import { cancelSession, createProblems, createSession, prepareSession } from './create.ts';
import { EXAMPLES } from './examples.ts';
import { createLink, PAGE_PATH } from './hosted/link.ts';
import { assertMayRun } from './rights.ts';
import {
  CreateSession,
  Session,
  SESSION_PREFIX,
  SessionLink,
  SessionPage,
  SessionQuery,
  SessionSettings,
  StepInput,
  UpdateSessionSettings,
} from './schemas.ts';
import { STEP_ACTION } from './sessions.ts';
import { getSettings, returnTarget, settingsProblems, updateSettings } from './settings.ts';
import { getSession, listSessions } from './view.ts';
import { withExamples } from '../../platform/http/route.ts';

const COMMON = { tag: 'Identity', extension: true } as const;
const params = Type.Object({ id: idParam('identity-session', SESSION_PREFIX) });
const FACTS = ['status', 'expiresAt'] as const;
/** Base64 of two images of 5 MiB, in units of the server's limit. */
const TWO_IMAGES = 14;

const SETTINGS = { ...COMMON, path: '/identity/session-settings', data: SessionSettings } as const;

/** Sessions that lead a person through several verifications. */
export const sessionRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/sessions',
    operationId: 'createIdentitySession',
    audit: {
      action: 'identity_session.create',
      does: 'created a verification session',
      shows: FACTS,
    },
    summary: 'Create a verification session',
    description:
      'Each step needs the scope and the plan of its own endpoint, now and when it runs: `screen` and `enrol` need `fraud:screen`. ' +
      'A consent that the organization or all providers require comes before the step that needs it.',
    policy: IDENTITY_WRITE,
    body: CreateSession,
    check: createProblems,
    status: 201,
    data: Session,
    errors: ['SERVICE_DISABLED'],
    creates: { resource: 'identity-session', ids: (data: Session) => [data.id] },
    prepare: ({ services: { envelopes }, orgId, principal, body }, db) =>
      prepareSession(db, envelopes, { orgId, principal }, body),
    handle: async ({ orgId, principal, actor, body }, tx, prepared) => {
      const session = await createSession(tx, { orgId, createdBy: actor.id }, body, prepared);
      return withWithdrawal(tx, principal, session);
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/identity/sessions',
    operationId: 'listIdentitySessions',
    summary: 'List verification sessions, newest first',
    policy: IDENTITY_READ,
    query: SessionQuery,
    data: SessionPage,
    handle: ({ orgId, query }, db) => listSessions(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/identity/sessions/:id',
    operationId: 'getIdentitySession',
    summary: 'Fetch a verification session',
    policy: IDENTITY_READ,
    params,
    data: Session,
    handle: ({ services: { envelopes }, orgId, params: { id } }, db) =>
      getSession(db, envelopes, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/sessions/:id/steps',
    operationId: 'advanceIdentitySession',
    audit: { action: STEP_ACTION, does: 'ran a step of a verification session' },
    // The verb writes a row with each attempt.
    okWhen: () => true,
    summary: 'Run the current step of a verification session',
    description:
      'Send the fields of `nextAction`. The answer is the session after the attempt; a repeat of an attempt that has ended changes ' +
      'nothing, so this needs no idempotency key. 409 while another request runs the step.',
    policy: IDENTITY_WRITE,
    params,
    body: StepInput,
    bodyLimitFactor: TWO_IMAGES,
    data: Session,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
    prepareTimeoutMs: ({ sessions }) => sessions.longestMs,
    prepare: async ({ services, orgId, origin, principal, actor, params: { id }, body }, db) => {
      const returnTo = returnTarget(`${origin}${PAGE_PATH}`);
      const asked = { services, principal, orgId, id, actor, returnTo };
      await services.sessions.advance(asked, body, (step) => assertMayRun(principal, [step]));
      return getSession(db, services.envelopes, orgId, id);
    },
    handle: async (_context, _tx, session) => session,
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/sessions/:id/cancel',
    operationId: 'cancelIdentitySession',
    audit: {
      action: 'identity_session.cancel',
      does: 'canceled a verification session',
      shows: FACTS,
    },
    summary: 'Cancel a verification session',
    description: 'Deletes what it knows about the person. A repeat changes nothing.',
    policy: IDENTITY_WRITE,
    params,
    okWhen: ({ created }) => created === false,
    data: Session,
    errors: ['CONFLICT'],
    handle: async ({ orgId, principal, params: { id } }, tx) =>
      withWithdrawal(tx, principal, await cancelSession(tx, orgId, id)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/identity/sessions/:id/link',
    operationId: 'createIdentitySessionLink',
    audit: {
      action: 'identity_session.create_link',
      does: 'made a link for a verification session',
    },
    summary: 'Make a link to the hosted page of a verification session',
    description:
      'The page leads the person through the steps, so the caller needs the scope of each. The link opens once, in one browser. A ' +
      'new link ends the earlier one and its browser.',
    policy: IDENTITY_WRITE,
    params,
    status: 201,
    data: SessionLink,
    replay: 'actor',
    errors: ['CONFLICT'],
    handle: ({ orgId, origin, principal, params: { id } }, tx) =>
      createLink(tx, { orgId, id, origin }, (steps) => assertMayRun(principal, steps)),
  }),
  defineRoute({
    ...SETTINGS,
    method: 'GET',
    operationId: 'getIdentitySessionSettings',
    summary: 'Read the addresses to which verification sessions may return',
    policy: IDENTITY_READ,
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...SETTINGS,
    method: 'PATCH',
    operationId: 'updateIdentitySessionSettings',
    audit: {
      action: 'identity_session_settings.update',
      does: 'changed the addresses to which verification sessions may return',
      compares: ['returnUrls'],
    },
    summary: 'Change the addresses to which verification sessions may return',
    description: 'Sessions that were created before keep their address.',
    policy: { ...IDENTITY_WRITE, scope: 'identity:manage' },
    body: UpdateSessionSettings,
    check: ({ body }) => settingsProblems(body),
    handle: ({ orgId, body }, tx) => updateSettings(tx, orgId, body),
  }),
]);
