import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { Exporter, type Stores } from '../modules/exports/index.ts';
import type { IdentityServices } from '../modules/identity/index.ts';
import type { PriceSheet } from '../modules/invoices/index.ts';
import type { JobServices } from '../modules/index.ts';
import type { Module } from '../modules/module.ts';
import { FETCH_TIMEOUT_MS, Refresher, refreshMetrics } from '../modules/screening/index.ts';
import { Dispatcher, SecretBox } from '../modules/webhooks/index.ts';
import type { Job } from '../platform/background/job.ts';
import { startJobs } from '../platform/background/jobs.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import {
  Database,
  type ConnectionSettings,
  type DatabaseOptions,
} from '../platform/db/database.ts';
import { waitingWork } from '../platform/db/inspect.ts';
import { withOptions } from '../platform/db/schemas.ts';
import { Liveness } from '../platform/db/session/liveness.ts';
import { jobs as idempotencyJobs } from '../platform/idempotency/jobs.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { observeWaiting } from '../platform/observability/waiting.ts';
import { OutboundClient } from '../platform/outbound/client.ts';

/**
 * The options of the dispatcher's connections: an index always finds what it asks. Its tables are emptied and filled
 * all the time, so statistics would mislead the planner, and planning would cost more than most of its statements.
 */
export const DISPATCHER_PLANS =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off ' +
  '-c enable_mergejoin=off';
/** One to read what is due, one to record, one for metrics and deactivations. */
const DISPATCHER_CONNECTIONS = 3;
/** Two imports, the claims of both, and one for metrics and removing what is old. */
const LIST_CONNECTIONS = 5;
/** One for each of two exports that record something, and one to look for the next. */
const EXPORT_CONNECTIONS = 3;
/** The connections of a process with the worker role beside its pool and the one for notifications. */
export const WORKER_CONNECTIONS = DISPATCHER_CONNECTIONS + LIST_CONNECTIONS + EXPORT_CONNECTIONS;
/** The time that one statement of an import may run. */
const LIST_TIMEOUT_MS = 3_600_000;

/** All background work of these modules, and of the platform. */
export function jobsOf(modules: readonly Module<never, JobServices>[]): Job<JobServices>[] {
  return [...modules.flatMap(({ jobs = [] }) => jobs), ...idempotencyJobs];
}

type ServiceParts = {
  config: Config;
  db: Database;
  connection: ConnectionSettings;
  tenantRole: string | undefined;
  envelopes: Envelopes;
  identity: IdentityServices;
  /** Without one, nothing is charged. */
  priceSheet: PriceSheet | undefined;
  files: Stores;
  registry: Registry;
  log: Logger;
};

export type WorkerParts = ServiceParts & { modules: readonly Module<never, JobServices>[] };

/** Connections apart from those that answer requests. */
function openPool(
  { connection, config, log }: Pick<ServiceParts, 'connection' | 'config' | 'log'>,
  poolSize: number,
  options: Partial<DatabaseOptions> = {},
): Database {
  return new Database({
    connection,
    poolSize,
    statementTimeoutMs: config.databaseTimeoutMs,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    ...options,
  });
}

/**
 * Makes what runs of jobs need, and what ends it.
 * @param liveness of the name under which queues of webhooks are leased
 */
export function openServices(
  parts: ServiceParts,
  liveness = new Liveness(),
): {
  services: JobServices;
  /**
   * @param settled resolves when no run is under way; one that takes longer than `timeoutMs` is cut off with its
   *   connection
   */
  close: (settled: Promise<unknown>, timeoutMs: number) => Promise<void>;
} {
  const { config, db, log, identity, priceSheet, files, envelopes, registry } = parts;
  const dispatcherDb = openPool(parts, DISPATCHER_CONNECTIONS, {
    connection: withOptions(parts.connection, DISPATCHER_PLANS),
  });
  const dispatcher = new Dispatcher({
    db: dispatcherDb,
    liveness,
    outbound: new OutboundClient({ allow: config.outboundAllow }),
    secrets: new SecretBox(envelopes),
    log,
    registry,
    concurrency: config.webhookConcurrency,
    endpointConcurrency: config.webhookEndpointConcurrency,
    timeoutMs: config.webhookTimeoutMs,
  });
  const listsDb = openPool(parts, LIST_CONNECTIONS, { statementTimeoutMs: LIST_TIMEOUT_MS });
  const outbound = new OutboundClient({ allow: config.outboundAllow });
  const refresher = new Refresher({
    db: listsDb,
    outbound,
    keys: () => Promise.resolve(envelopes),
    folder: join(config.dataDir, 'downloads'),
    maxBytes: config.listMaxBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    log,
    onOutcome: refreshMetrics(listsDb, registry),
  });
  const exportsDb = openPool(parts, EXPORT_CONNECTIONS, { tenantRole: parts.tenantRole });
  const exporter = new Exporter({
    db: exportsDb,
    connection: parts.connection,
    files,
    reserveBytes: config.exportReserveBytes,
    log,
    registry,
    concurrency: config.exportConcurrency,
  });
  const { deadLetters } = identity;
  return {
    services: { db, log, dispatcher, deadLetters, priceSheet, files, exporter, listsDb, refresher },
    async close(settled, timeoutMs) {
      const delivered = dispatcher.stop(timeoutMs).then(() => dispatcherDb.close());
      let closed: Promise<void> | undefined;
      const closeLists = (): Promise<void> => (closed ??= listsDb.close());
      const cut = setTimeout(() => void closeLists(), timeoutMs);
      await settled;
      clearTimeout(cut);
      await Promise.all([delivered, closeLists(), exportsDb.close(), outbound.close()]);
    },
  };
}

export type Worker = {
  /** Handlers by notification channel. */
  handlers: Record<string, (payload: string | undefined) => void>;
  /** The liveness of a session that lasts until the worker is stopped. */
  liveness: Liveness;
  stop: () => Promise<void>;
};

/** The background work of a process. */
export function startWorker(parts: WorkerParts): Worker {
  const { config, db, log, registry } = parts;
  const liveness = new Liveness();
  const { services, close } = openServices(parts, liveness);
  observeWaiting(registry, () => waitingWork(db.read));
  const running = startJobs(jobsOf(parts.modules), services, { db, log, registry });
  return {
    handlers: running.handlers,
    liveness,
    stop: () => close(running.stop(), config.shutdownTimeoutMs),
  };
}
