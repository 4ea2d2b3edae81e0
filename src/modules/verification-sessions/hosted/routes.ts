/** The routes of the hosted page: a browser that has opened a link takes the steps of its session. */
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { newAction, writeActions } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import { clock } from '../../../platform/clock.ts';
import type { DatabaseScope } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { actorOf } from '../../../platform/http/audit-line.ts';
import type { BrowserContext } from '../../../platform/http/browser/route.ts';
import { originOf } from '../../../platform/http/browser/same-origin.ts';
import {
  assertProtected,
  cookieOf,
  setCookie,
} from '../../../platform/http/browser/session-cookie.ts';
import { refuseCaller } from '../../../platform/http/identify.ts';
import { Nullable, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { getConsentKinds, getOrganization } from '../../tenants/index.ts';
import { defineBrowserRoute, type SessionServices } from '../access.ts';
import { mayStillRun } from '../rights.ts';
import { NextAction, StepInput } from '../schemas.ts';
import { STEP_ACTION } from '../sessions.ts';
import { returnAddress } from '../settings.ts';
import type { StepType } from '../steps.ts';
import { getSession, statusOf, toSession, type SessionRow } from '../view.ts';
import { holderOf, openLink, PAGE_PATH, sessionOf, type Holder } from './link.ts';

type Context<Body = unknown> = BrowserContext<SessionServices, unknown, unknown, Body>;

/** Base64 of two images of 5 MiB, in units of the server's limit. */
const TWO_IMAGES = 14;
const POLICY = { from: 'own pages', caller: 'proof', rateLimit: 'verification-pages' } as const;
const OPEN_ACTION = 'identity_session.open';

/** A session in the form for its person. It does not show that screening stopped it. */
const HostedSession = Type.Object({
  organization: Type.String(),
  state: StringEnum('HostedSessionState', ['open', 'done', 'failed', 'ended']),
  /** The position among the steps that the person takes, from 0. */
  position: Type.Integer(),
  steps: Type.Integer(),
  reason: Nullable(Type.String()),
  nextAction: Nullable(NextAction),
  returnUrl: Nullable(Type.String()),
});
type HostedSession = Static<typeof HostedSession>;

/** A browser with a session that it may use. */
type Browser = { own: DatabaseScope; holder: Holder; row: SessionRow };

function isOfPerson({ type }: { type: StepType }): boolean {
  return type !== 'screen' && type !== 'enrol';
}

function stateOf(row: SessionRow): HostedSession['state'] {
  const status = statusOf(row);
  if (status === 'open') return 'open';
  if (status === 'completed') return 'done';
  if (status !== 'failed') return 'ended';
  // Screening may have stopped the session, which the person must not learn here.
  return isOfPerson(row.steps[row.position]!) ? 'failed' : 'done';
}

async function shown({ server, services }: Context, own: DatabaseScope, row: SessionRow) {
  const { org_id: orgId, id, steps, position, return_url: returnUrl } = row;
  const { name } = await getOrganization(server.buckets.shared.read, orgId);
  const { nextAction } = await getSession(own.read, services.envelopes, orgId, id);
  const current = steps[position];
  return {
    organization: name,
    state: stateOf(row),
    position: steps.slice(0, position).filter(isOfPerson).length,
    steps: steps.filter(isOfPerson).length,
    reason: current && isOfPerson(current) ? current.reason : null,
    nextAction,
    returnUrl: returnUrl && returnAddress(returnUrl, id),
  };
}

const GONE = 'the link is unknown, was opened before, or has ended';

/** @throws ApiError UNAUTHORIZED */
async function browserOf({ server, request }: Context): Promise<Browser> {
  const holder = holderOf(cookieOf(request, server.publicUrl, 'verification'));
  const own = holder && (await ownOf(server, holder.orgId));
  const row = own && (await sessionOf(own, holder));
  return row ? { own, holder, row } : refuseCaller(request, server.rateLimiter, GONE);
}

async function ownOf({ buckets }: Context['server'], orgId: string): Promise<DatabaseScope> {
  return (await databaseOf(buckets.first, orgId)).organization(orgId);
}

function personOf(request: FastifyRequest, id: string): Actor {
  return actorOf(request, { kind: 'link', id, via: null });
}

/** Runs a step with the rights of the creator of the session. */
async function advance(
  context: Context,
  { holder, row }: Browser,
  input: StepInput,
): Promise<void> {
  const { services, server, request } = context;
  const { orgId, id } = holder;
  const db = server.buckets.shared.read;
  const consentKinds = await getConsentKinds(db, orgId);
  const page = `${server.publicUrl ?? originOf(request)}${PAGE_PATH}`;
  await services.sessions.advance(
    {
      services,
      principal: { organization: { id: orgId, consentKinds } },
      orgId,
      id,
      actor: personOf(request, id),
      returnTo: () => page,
    },
    input,
    async (step) => {
      if (await mayStillRun(db, row, step)) return;
      throw new ApiError('FORBIDDEN', 'the creator of the session may no longer run this step');
    },
  );
}

/** Runs steps that need no action of the person, unless the worker runs them. */
async function continueAlone(context: Context, browser: Browser): Promise<void> {
  const { own, holder } = browser;
  for (;;) {
    const row = await sessionOf(own, holder);
    const next = row && toSession(row).nextAction;
    if (!row || next?.type !== 'none' || next.isRunning) return;
    const { step, attempt } = next;
    try {
      await advance(context, { ...browser, row }, { step, attempt });
    } catch (error) {
      // Another process runs the step, or the worker ends the session because its creator may no longer run the step.
      if (error instanceof ApiError && ['CONFLICT', 'FORBIDDEN'].includes(error.code)) return;
      throw error;
    }
  }
}

/** The routes of the hosted page. */
export const hostedRoutes = [
  defineBrowserRoute({
    method: 'POST',
    path: `${PAGE_PATH}/open`,
    operationId: 'openSessionLink',
    policy: POLICY,
    audit: [{ action: OPEN_ACTION, does: 'opened the link of a verification session' }],
    body: Strict({ token: Type.String({ maxLength: 200 }) }),
    data: HostedSession,
    async handle(context) {
      const { server, request, reply, body } = context;
      const { publicUrl } = server;
      assertProtected(request, publicUrl);
      const link = holderOf(body.token);
      const own = link && (await ownOf(server, link.orgId));
      const secret =
        own &&
        (await own.transaction(async (tx) => {
          const opened = await openLink(tx, link);
          if (opened === undefined) return undefined;
          const { orgId, id } = link;
          const actor = personOf(request, id);
          await writeActions(tx, [newAction({ orgId, actor, action: OPEN_ACTION, object: id })]);
          return opened;
        }));
      if (secret === undefined) return refuseCaller(request, server.rateLimiter, GONE);
      const row = (await sessionOf(own!, holderOf(secret)!))!;
      const seconds = Math.ceil((row.expires_at.getTime() - clock.nowMs()) / 1000);
      setCookie({ request, reply, publicUrl }, 'verification', secret, seconds);
      return shown(context, own!, row);
    },
  }),
  defineBrowserRoute({
    method: 'GET',
    path: `${PAGE_PATH}/session`,
    operationId: 'readHostedSession',
    policy: POLICY,
    data: HostedSession,
    async handle(context) {
      const { own, row } = await browserOf(context);
      return shown(context, own, row);
    },
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${PAGE_PATH}/steps`,
    operationId: 'advanceHostedSession',
    policy: POLICY,
    audit: [{ action: STEP_ACTION, does: 'ran a step of a verification session' }],
    body: StepInput,
    bodyLimitFactor: TWO_IMAGES,
    data: HostedSession,
    async handle(context) {
      const browser = await browserOf(context);
      await advance(context, browser, context.body);
      await continueAlone(context, browser);
      const { own, row } = await browserOf(context);
      return shown(context, own, row);
    },
  }),
];
