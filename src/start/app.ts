import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './api-document.ts';
import type { Config } from '../config/config.ts';
import {
  exportRoutes,
  ExportUrls,
  registerDownload,
  type ExportParts,
  type Stores,
} from '../modules/exports/index.ts';
import { federationRoutes, type FederationParts } from '../modules/federation/index.ts';
import { identityRoutes, type IdentityParts } from '../modules/identity/index.ts';
import { invoiceRoutes } from '../modules/invoices/index.ts';
import {
  Permissions,
  permissionRoutes,
  type PermissionParts,
} from '../modules/permissions/index.ts';
import { Screening, screeningRoutes, type ScreeningParts } from '../modules/screening/index.ts';
import { InboxStreams, threadRoutes, type StreamParts } from '../modules/threads/index.ts';
import { usageRoutes } from '../modules/usage/index.ts';
import { SecretBox, webhookRoutes, type WebhookParts } from '../modules/webhooks/index.ts';
import { findPrincipal, planGates, SCOPES, tenantRoutes } from '../modules/tenants/index.ts';
import { KeyCache } from '../platform/auth/key-cache.ts';
import { RequestTokens } from '../platform/auth/request-token.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import type { Database } from '../platform/db/database.ts';
import { BodyBudget } from '../platform/http/body/body-budget.ts';
import { EventStreams } from '../platform/http/event-stream.ts';
import { registerHealth, type Readiness } from '../platform/http/health.ts';
import { registerDocuments } from '../platform/http/pages/documents.ts';
import { registerExplorer } from '../platform/http/pages/explorer.ts';
import { registerRoutes } from '../platform/http/register.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { RequestsUnderWay } from '../platform/http/under-way.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { observeRequests, type Metrics } from '../platform/observability/metrics.ts';
import { traceRequests } from '../platform/observability/tracing.ts';
import { AddressRules } from '../platform/outbound/address.ts';
import { checkTarget } from '../platform/outbound/target.ts';
import type { SharedCounters } from '../platform/rate-limit/counters.ts';
import { RateLimiter } from '../platform/rate-limit/rate-limiter.ts';

/** Served as pages. */
const DOCUMENTS_FOLDER = join(import.meta.dirname, '../../docs');

type RouteParts = WebhookParts &
  FederationParts &
  IdentityParts &
  ScreeningParts &
  PermissionParts &
  StreamParts &
  ExportParts;

/** Every operation of the API, in the order of the OpenAPI document. */
function allRoutes(parts: RouteParts): AnyRoute[] {
  return [
    ...identityRoutes(parts),
    ...screeningRoutes(parts),
    ...federationRoutes(parts),
    ...permissionRoutes(parts),
    ...threadRoutes(parts),
    ...webhookRoutes(parts),
    ...usageRoutes,
    ...invoiceRoutes,
    ...exportRoutes(parts),
    ...tenantRoutes,
  ];
}

/** The same for whoever only reads the declarations: none of their handlers can run. */
export function routeDeclarations(): AnyRoute[] {
  return allRoutes({
    screening: undefined as never,
    permissions: undefined as never,
    secrets: undefined as never,
    targetProblem: () => undefined,
    originKeys: undefined as never,
    verifier: undefined as never,
    deadLetters: undefined as never,
    chain: undefined as never,
    images: undefined as never,
    urls: undefined as never,
    inboxStreams: undefined as never,
    tokens: undefined as never,
    invitations: undefined,
  });
}

export type AppParts = {
  config: Config;
  db: Database;
  secret: string;
  envelopes: Envelopes;
  screening: Screening;
  identity: IdentityParts;
  files: Stores;
  /** Undefined when this process counts rate limits for itself. */
  sharedCounters: SharedCounters | undefined;
  readiness: Readiness;
  metrics: Metrics;
  log: Logger;
  listener: Server;
};

export type BuiltApp = {
  app: FastifyInstance;
  keys: KeyCache;
  inboxStreams: InboxStreams;
  serve: () => void;
  /** Streams have no end of their own. Requests for new ones are refused from here on. */
  endStreams: () => Promise<void>;
};

/** The composition root of the HTTP side: an explicit, ordered list of parts. */
export async function buildApp(parts: AppParts): Promise<BuiltApp> {
  const { config, db, log } = parts;
  const { app, serve } = createHttpServer(
    { log, trustedProxies: config.trustedProxies, bodyLimitBytes: config.bodyLimitBytes },
    parts.listener,
  );
  const keys = new KeyCache((hash) => findPrincipal(db.read, hash));
  const tokens = new RequestTokens(keys, parts.secret);
  const streams = new EventStreams({
    keys,
    log,
    registry: parts.metrics.registry,
    limits: {
      perProcess: config.eventStreams,
      perOrganization: config.eventStreamsPerOrganization,
    },
  });
  const inboxStreams = new InboxStreams(db, parts.secret, log);
  const rules = new AddressRules(config.outboundAllow);
  const urls = new ExportUrls(parts.secret, config.exportUrlKeys);
  const routes = allRoutes({
    ...parts.identity,
    urls,
    screening: parts.screening,
    permissions: new Permissions(db, config.permissionsMemoryBytes),
    secrets: new SecretBox(parts.envelopes),
    targetProblem: (url) => checkTarget(url, rules).problem,
    originKeys: () => Promise.resolve(parts.envelopes),
    inboxStreams,
    tokens,
    invitations: config.rateLimits?.['federation-invitations'],
  });
  const proxies = new AddressRules(config.trustedProxies);
  traceRequests(app, (address) => proxies.judge(address) === 'allowed');
  observeRequests(app, parts.metrics);
  registerHealth(app, parts.readiness);
  registerExplorer(app, () => openApiDocument(routes, config.publicUrl ?? ''));
  registerDocuments(app, DOCUMENTS_FOLDER);
  registerRoutes(app, routes, {
    db,
    keys,
    tokens,
    streams,
    underWay: new RequestsUnderWay(
      {
        perProcess: config.requestsUnderWay,
        perOrganization: config.requestsUnderWayPerOrganization,
      },
      parts.metrics.registry,
    ),
    rateLimiter: new RateLimiter({
      limits: config.rateLimits,
      shared: parts.sharedCounters,
      secret: parts.secret,
      registry: parts.metrics.registry,
    }),
    idempotency: new Idempotency(db, parts.secret),
    planGates,
    scopes: SCOPES,
    bodyLimitBytes: config.bodyLimitBytes,
    bodyBudget: new BodyBudget(config.bodiesBytes),
    publicUrl: config.publicUrl,
  });
  registerDownload(app, { db, files: parts.files, urls });
  await app.ready();
  const endStreams = async (): Promise<void> => {
    streams.end();
    await inboxStreams.stop();
  };
  return { app, keys, inboxStreams, serve, endStreams };
}
