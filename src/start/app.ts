import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { verifyAudit } from '../modules/audit/index.ts';
import { followers } from '../modules/cases/index.ts';
import { ExportUrls, jobResults, type Stores } from '../modules/exports/index.ts';
import type { IdentityServices } from '../modules/identity/index.ts';
import type { EgressRules } from '../modules/egress/index.ts';
import type { JobServices, Services } from '../modules/index.ts';
import { Permissions } from '../modules/permissions/index.ts';
import {
  findPerson,
  homeOf,
  newMember,
  ProfileBox,
  assertMayHandOut,
  assertMayProvision,
  registerScim,
  revokeInvitationsOfKey,
  touchSession,
  type Issuer,
} from '../modules/people/index.ts';
import type { Screening } from '../modules/screening/index.ts';
import { refusedFile } from '../modules/lists/index.ts';
import { decidedTogether, hasCountingHits, hitScore } from '../modules/monitoring/index.ts';
import { openSignIn } from './open/sign-in.ts';
import { caseServices } from './open/case-services.ts';
import { revisionOf } from './open/guarded-objects.ts';
import { pagesOf } from './open/pages.ts';
import { openSessions } from './open/identity.ts';
import type { Principal } from '../platform/auth/key-cache.ts';
import { findPrincipal, replacesKey, touchKey } from '../modules/tenants/index.ts';
import { monthCost, type PriceSheet } from '../modules/invoices/index.ts';
import { LiveStreams } from '../modules/live/index.ts';
import { InboxStreams, threadLog } from '../modules/threads/index.ts';
import { defineEventFormats, SecretBox } from '../modules/webhooks/index.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { PrincipalCache } from '../platform/auth/key-cache.ts';
import { Presence } from '../platform/auth/presence.ts';
import { RequestTokens } from '../platform/auth/request-token.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import { BodyBudget } from '../platform/http/body/body-budget.ts';
import { SilentProxies } from '../platform/http/address/client-address.ts';
import { EventStreams } from '../platform/http/event-stream.ts';
import { registerBrowserRoutes, registerPages } from '../platform/http/browser/register.ts';
import type { Readiness } from '../platform/http/admin/health.ts';
import { CONSOLE } from '../platform/http/pages/console.ts';
import { ListCursors } from '../platform/http/list-cursors.ts';
import { registerRoutes, type PolicyServices } from '../platform/http/register.ts';
import { OPERATE_SCOPE, PLATFORM_SCOPE } from '../platform/http/policy.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { RequestsUnderWay } from '../platform/http/under-way.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { observeRequests, type Metrics } from '../platform/observability/metrics.ts';
import { traceRequests } from '../platform/observability/tracing.ts';
import { AddressRules } from '../platform/outbound/address.ts';
import { checkTarget } from '../platform/outbound/target.ts';
import {
  browserRoutesIn,
  eventTypesOf,
  exportsOf,
  planGatesOf,
  routesIn,
  type Module,
} from '../modules/module.ts';
import type { OpenDatabase } from './open.ts';
import { systemServices } from './system.ts';
import { copyToTest } from './test-mode.ts';
import type { SharedCounters } from '../platform/rate-limit/counters.ts';
import { RateLimiter } from '../platform/rate-limit/rate-limiter.ts';

export type AppParts = Pick<
  OpenDatabase,
  'buckets' | 'connection' | 'embedded' | 'secret' | 'egress'
> & {
  egressRules: EgressRules;
  modules: readonly Module<Services, JobServices>[];
  config: Config;
  envelopes: Envelopes;
  /** The identity providers at which operators sign in. */
  operatorIssuers: readonly Issuer[];
  /** Undefined if nothing is charged. */
  priceSheet: PriceSheet | undefined;
  screening: Screening;
  identity: IdentityServices;
  files: Stores;
  /** Undefined if this process counts rate limits alone. */
  sharedCounters: SharedCounters | undefined;
  readiness: Readiness;
  metrics: Metrics;
  log: Logger;
  listener: Server;
};

export type BuiltApp = {
  app: FastifyInstance;
  keys: PrincipalCache;
  /** The streams that follow changes, each with its own log. */
  followed: { inboxStreams: InboxStreams; liveStreams: LiveStreams };
  serve: () => void;
  /** Ends open streams, which otherwise never end, and rejects requests for new ones. */
  endStreams: () => Promise<void>;
};

/** Returns a person whose part of the console is served here; otherwise undefined. */
function ofConsole(
  served: Config['console'],
  person: Principal | undefined,
): Principal | undefined {
  const part = person?.organization && !person.viewing ? 'tenant' : 'operator';
  return served === 'all' || served === part ? person : undefined;
}

/** Composes the HTTP side from an explicit, ordered list of parts. */
export async function buildApp(parts: AppParts): Promise<BuiltApp> {
  const { config, buckets, log, modules } = parts;
  const { first, shared, placement } = buckets;
  const eventTypes = eventTypesOf(modules);
  defineEventFormats(eventTypes.map(({ type }) => type));
  const silentProxies = new SilentProxies();
  const { app, serve } = createHttpServer(
    {
      log,
      trustedProxies: config.trustedProxies,
      clientAddressHeader: config.clientAddressHeader,
      silentProxies,
      bodyLimitBytes: config.bodyLimitBytes,
    },
    parts.listener,
  );
  const times = {
    idleSeconds: config.sessionIdleSeconds,
    absoluteSeconds: config.sessionSeconds,
  };
  const keys = new PrincipalCache(async (kind, hash, db = shared.read) => {
    const found =
      kind === 'key'
        ? await findPrincipal(db, hash)
        : ofConsole(config.console, await findPerson(db, hash, times.idleSeconds));
    if (found?.organization) placement.remember(found.organization.id, found.organization.bucket);
    return found;
  });
  const tokens = new RequestTokens(keys, parts.secret);
  const chainChecks = new Semaphore(1);
  const streams = new EventStreams({
    keys,
    log,
    registry: parts.metrics.registry,
    limits: {
      perProcess: config.eventStreams,
      perOrganization: config.eventStreamsPerOrganization,
    },
  });
  const followed = {
    inboxStreams: new InboxStreams(parts.secret, log),
    liveStreams: new LiveStreams(parts.secret, log, [threadLog]),
  };
  const profiles = new ProfileBox(parts.secret);
  const signIns = openSignIn(parts, profiles, times);
  const urls = new ExportUrls(parts.secret, config.exportUrlKeys);
  const services: Services = {
    ...parts.identity,
    urls,
    files: parts.files,
    exportable: exportsOf(parts.modules),
    screening: parts.screening,
    followers,
    hasHits: hasCountingHits,
    results: jobResults,
    identicalTo: async (db, orgId, hitId) =>
      (await decidedTogether(db, orgId, [hitId])).get(hitId) ?? { hits: {} },
    refusedFile,
    revisionOf,
    scoreOf: hitScore,
    newMember: (db, orgId, detail) => newMember(db, orgId, detail, profiles),
    permissions: new Permissions(first, config.permissionsMemoryBytes),
    secrets: new SecretBox(parts.envelopes),
    eventTypes,
    targetProblem: (url) => checkTarget(url, parts.egress.rules).problem,
    originKeys: () => Promise.resolve(parts.envelopes),
    sessions: openSessions(first, parts),
    ...followed,
    copyToTest,
    monthCost: (db, of) => monthCost(db, parts.priceSheet, of),
    keyRevoked: revokeInvitationsOfKey,
    assertMayHandOut,
    assertMayProvision,
    refusals: app.refusals,
    tokens,
    profiles,
    times,
    ...caseServices(modules, shared, parts.envelopes, profiles),
    ...signIns.services,
    invitations: config.rateLimits?.['federation-invitations'],
    // A check reads a whole log. One check at a time leaves connections for requests.
    verifyChain: (orgId) => chainChecks.use(() => verifyAudit(first, { orgId })),
    egressRules: parts.egressRules,
    ...systemServices(parts, streams, silentProxies),
  };
  const rateLimiter = new RateLimiter({
    limits: config.rateLimits && {
      ...Object.assign({}, ...modules.map((module) => module.rateLimits)),
      ...config.rateLimits,
    },
    shared: parts.sharedCounters,
    secret: parts.secret,
    registry: parts.metrics.registry,
  });
  const proxies = new AddressRules(config.trustedProxies);
  traceRequests(app, (address) => proxies.judge(address) === 'allowed');
  observeRequests(app, parts.metrics);
  registerPages(app, pagesOf(config, modules, parts.readiness));
  const presence = new Presence({
    write: (caller) =>
      caller.kind === 'key'
        ? touchKey(shared.read, caller.via)
        : touchSession(shared.read, homeOf(caller), caller.via),
    onFailure: (error) => log.warn({ err: error }, 'the last use could not be recorded'),
  });
  buckets.history.listen({
    drop(server) {
      if (server !== HOME) return;
      keys.clear();
      presence.forget();
      rateLimiter.forget();
    },
  });
  const policy: PolicyServices = {
    services,
    buckets,
    keys,
    tokens,
    streams,
    presence,
    underWay: new RequestsUnderWay(
      {
        perProcess: config.requestsUnderWay,
        perOrganization: config.requestsUnderWayPerOrganization,
      },
      parts.metrics.registry,
    ),
    rateLimiter,
    idempotency: new Idempotency(first, parts.secret),
    replacesKey: (id, older) => replacesKey(shared.read, id, older),
    cursors: new ListCursors(parts.secret),
    planGates: planGatesOf(modules),
    scopes: [
      ...modules.flatMap(({ scopes }) => Object.keys(scopes)),
      PLATFORM_SCOPE,
      OPERATE_SCOPE,
    ],
    bodyLimitBytes: config.bodyLimitBytes,
    bodyBudget: new BodyBudget(config.bodiesBytes),
    requestDeadlineMs: config.requestDeadlineMs,
    publicUrl: config.publicUrl,
  };
  registerRoutes(app, routesIn(modules), policy);
  const browserRoutes = browserRoutesIn(modules);
  registerBrowserRoutes(
    app,
    config.console === 'off'
      ? browserRoutes.filter(({ path }) => !path.startsWith(CONSOLE))
      : browserRoutes,
    policy,
  );
  registerScim(app, { policy, profiles });
  await app.ready();
  const endStreams = async (): Promise<void> => {
    streams.end();
    await followed.inboxStreams.stop();
    await followed.liveStreams.stop();
    await signIns.close();
  };
  return { app, keys, followed, serve, endStreams };
}
