import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { ExportRunner, startSweeping, type Stores } from '../modules/exports/index.ts';
import { startLinker, startReplayer, type IdentityServices } from '../modules/identity/index.ts';
import { startInvoicing, type PriceSheet } from '../modules/invoices/index.ts';
import { recanonicalise, startRefreshing, startWatcher } from '../modules/screening/index.ts';
import { startRollUp } from '../modules/usage/index.ts';
import { startPruning } from '../modules/threads/index.ts';
import { Dispatcher, DUE_CHANNEL, SecretBox, startCleanup } from '../modules/webhooks/index.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import { Database, type ConnectionSettings } from '../platform/db/database.ts';
import { startSweeper } from '../platform/idempotency/sweeper.ts';
import { waitingWork } from '../platform/db/inspect.ts';
import { Jobs, JOBS_CHANNEL } from '../platform/db/jobs.ts';
import { Liveness } from '../platform/db/session/liveness.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { observeWaiting } from '../platform/observability/waiting.ts';
import { OutboundClient } from '../platform/outbound/client.ts';

/**
 * What the dispatcher asks is always found by an index. Its tables are emptied and filled all the time, so
 * statistics would mislead the planner, and planning would cost more than most of its statements.
 */
export const DISPATCHER_PLANS =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off ' +
  '-c enable_mergejoin=off';
/** One to read what is due, one to record, one for metrics and deactivations. */
const DISPATCHER_CONNECTIONS = 3;
/** Two imports, the claims of both, and one for metrics and removing what is old. */
const LIST_CONNECTIONS = 5;
/** The queue's, and one for each of two exports that record something. */
const EXPORT_CONNECTIONS = 3;
/** What a process with the worker role takes beside its pool and the one for notifications. */
export const WORKER_CONNECTIONS = DISPATCHER_CONNECTIONS + LIST_CONNECTIONS + EXPORT_CONNECTIONS;
/** How long one statement of an import may run. */
const LIST_TIMEOUT_MS = 3_600_000;

export type WorkerParts = {
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

export type Worker = {
  /** By notification channel. */
  handlers: Record<string, (payload: string | undefined) => void>;
  /** For a session that lasts until it is stopped. */
  liveness: Liveness;
  stop: () => Promise<void>;
};

/** The background work of a process: webhooks, over connections of their own, and housekeeping. */
export function startWorker(parts: WorkerParts): Worker {
  const { config, db, log } = parts;
  let stopping = false;
  const dispatcherDb = new Database({
    connection: { ...parts.connection, options: DISPATCHER_PLANS },
    poolSize: DISPATCHER_CONNECTIONS,
    statementTimeoutMs: config.databaseTimeoutMs,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  });
  const outbound = new OutboundClient({ allow: config.outboundAllow });
  const liveness = new Liveness();
  const dispatcher = new Dispatcher({
    db: dispatcherDb,
    liveness,
    outbound,
    secrets: new SecretBox(parts.envelopes),
    log,
    registry: parts.registry,
    concurrency: config.webhookConcurrency,
    endpointConcurrency: config.webhookEndpointConcurrency,
    timeoutMs: config.webhookTimeoutMs,
  });
  dispatcher.start();
  const listsDb = new Database({
    connection: parts.connection,
    poolSize: LIST_CONNECTIONS,
    statementTimeoutMs: LIST_TIMEOUT_MS,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  });
  const refreshing = startRefreshing({
    db: listsDb,
    outbound: new OutboundClient({ allow: config.outboundAllow }),
    keys: () => Promise.resolve(parts.envelopes),
    folder: join(config.dataDir, 'downloads'),
    maxBytes: config.listMaxBytes,
    log,
    registry: parts.registry,
  });
  const exportsDb = new Database({
    connection: parts.connection,
    tenantRole: parts.tenantRole,
    poolSize: EXPORT_CONNECTIONS,
    statementTimeoutMs: config.databaseTimeoutMs,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  });
  const jobs = new Jobs(exportsDb, { works: true, log });
  const exports = new ExportRunner({
    db: exportsDb,
    connection: parts.connection,
    files: parts.files,
    reserveBytes: config.exportReserveBytes,
    jobs,
    log,
    registry: parts.registry,
    concurrency: config.exportConcurrency,
  });
  exports.start();
  observeWaiting(parts.registry, () => waitingWork(db.read));
  const sweepers = [
    startSweeper(db, log),
    startCleanup(db, log),
    startLinker(db, log),
    startReplayer(parts.identity.deadLetters, log),
    startWatcher(db, log),
    startRollUp(db, log),
    ...(parts.priceSheet ? [startInvoicing(db, parts.priceSheet, log)] : []),
    startSweeping(db, parts.files, log),
    startPruning(db, log),
  ];
  const renewal = recanonicalise(db, () => stopping).catch((error: unknown) =>
    log.warn({ err: error }, 'stored names could not be canonicalised again'),
  );
  return {
    handlers: {
      [DUE_CHANNEL]: (payload) => dispatcher.notified(payload),
      [JOBS_CHANNEL]: (payload) => jobs.notified(payload),
    },
    liveness,
    async stop() {
      stopping = true;
      const exported = exports.stop();
      const refreshed = refreshing.stop(config.shutdownTimeoutMs);
      await dispatcher.stop(config.shutdownTimeoutMs);
      await dispatcherDb.close();
      await refreshed;
      await exported;
      await exportsDb.close();
      for (const sweeper of sweepers) await sweeper.stop();
      await renewal;
    },
  };
}
