import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { federationRoutes } from './modules/federation/index.ts';
import { identityRoutes, type IdentityParts } from './modules/identity/index.ts';
import {
  Permissions,
  permissionRoutes,
  type PermissionParts,
} from './modules/permissions/index.ts';
import { Screening, screeningRoutes, type ScreeningParts } from './modules/screening/index.ts';
import { threadRoutes } from './modules/threads/index.ts';
import { SecretBox, webhookRoutes, type WebhookParts } from './modules/webhooks/index.ts';
import { findPrincipal, planGates, SCOPES, tenantRoutes } from './modules/tenants/index.ts';
import { KeyCache } from './platform/auth/key-cache.ts';
import type { Envelopes } from './platform/crypto/envelopes.ts';
import type { Database } from './platform/db/database.ts';
import { registerDocs } from './platform/http/docs.ts';
import { registerHealth, type Lifecycle } from './platform/http/health.ts';
import { buildOpenApi } from './platform/http/openapi.ts';
import { registerRoutes } from './platform/http/register.ts';
import type { AnyRoute } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { Idempotency } from './platform/idempotency/idempotency.ts';
import type { Logger } from './platform/observability/logger.ts';
import { observeRequests, type Metrics } from './platform/observability/metrics.ts';
import { AddressRules } from './platform/outbound/address.ts';
import { checkTarget } from './platform/outbound/target.ts';
import { RateLimiter } from './platform/rate-limit/rate-limiter.ts';

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

export type RouteParts = WebhookParts & IdentityParts & ScreeningParts & PermissionParts;

/** Every operation of the API, in the order of the OpenAPI document. */
export function allRoutes(parts: RouteParts): AnyRoute[] {
  return [
    ...identityRoutes(parts),
    ...screeningRoutes(parts),
    ...federationRoutes,
    ...permissionRoutes(parts),
    ...threadRoutes,
    ...webhookRoutes(parts),
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
    verifier: undefined as never,
    deadLetters: undefined as never,
    chain: undefined as never,
    images: undefined as never,
  });
}

/** The machine-readable description of these routes. */
export function openApiDocument(routes: AnyRoute[], publicUrl: string): object {
  return buildOpenApi(routes, {
    publicUrl,
    version,
    description:
      'Verifies identities, screens names against sanctions lists and an organization’s own block- and ' +
      'allowlists, decides who may do what, and delivers events to webhooks. ' +
      'Every response is an envelope: `success`, then `data` or `error`.',
    planGates,
  });
}

export type AppParts = {
  config: Config;
  db: Database;
  secret: string;
  envelopes: Envelopes;
  screening: Screening;
  identity: IdentityParts;
  lifecycle: Lifecycle;
  metrics: Metrics;
  log: Logger;
  listener: Server;
};

/** The composition root of the HTTP side: an explicit, ordered list of parts. */
export async function buildApp(
  parts: AppParts,
): Promise<{ app: FastifyInstance; keys: KeyCache; serve: () => void }> {
  const { config, db, log } = parts;
  const { app, serve } = createHttpServer(
    { log, trustedProxies: config.trustedProxies, bodyLimitBytes: config.bodyLimitBytes },
    parts.listener,
  );
  const keys = new KeyCache((hash) => findPrincipal(db.read, hash));
  const rules = new AddressRules(config.outboundAllow);
  const routes = allRoutes({
    ...parts.identity,
    screening: parts.screening,
    permissions: new Permissions(db.read, config.permissionsMemoryBytes),
    secrets: new SecretBox(parts.envelopes),
    targetProblem: (url) => checkTarget(url, rules).problem,
  });
  observeRequests(app, parts.metrics);
  registerHealth(app, db, parts.lifecycle);
  registerDocs(app, openApiDocument(routes, config.publicUrl ?? ''));
  registerRoutes(app, routes, {
    db,
    keys,
    rateLimiter: new RateLimiter({
      limits: config.rateLimits,
      store:
        config.rateLimitStore === 'postgres'
          ? { type: 'postgres', pool: db.pool }
          : { type: 'memory' },
    }),
    idempotency: new Idempotency(db, parts.secret),
    planGates,
    scopes: SCOPES,
    bodyLimitBytes: config.bodyLimitBytes,
  });
  await app.ready();
  return { app, keys, serve };
}
