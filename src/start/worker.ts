import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { auditStreamUrl } from '../config/audit.ts';
import { erasureFolder } from '../config/exports.ts';
import type { Config } from '../config/config.ts';
import { fileTarget, otlpTarget, type StreamTarget } from '../modules/audit/index.ts';
import { followers, heldCases } from '../modules/cases/index.ts';
import { Exporter, jobResults, type Stores } from '../modules/exports/index.ts';
import type { IdentityServices } from '../modules/identity/index.ts';
import type { PriceSheet } from '../modules/invoices/index.ts';
import { TABLES } from '../modules/declared.ts';
import type { JobServices } from '../modules/index.ts';
import { exportsOf, recordClassesOf, rewrapsOf, type Module } from '../modules/module.ts';
import type { Screening } from '../modules/screening/index.ts';
import { ErasureList } from '../modules/privacy/index.ts';
import { SigningKeys } from '../modules/signing/index.ts';
import { FETCH_TIMEOUT_MS, Refresher, refreshMetrics } from '../modules/lists/index.ts';
import { Dispatcher, DeliveriesUnderWay, SecretBox } from '../modules/webhooks/index.ts';
import type { Job } from '../platform/background/job.ts';
import { firstRunSemaphore, startJobs, type RunningJobs } from '../platform/background/jobs.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import {
  jobs as subjectKeyJobs,
  type CoverServices,
} from '../platform/crypto/subject-keys/jobs.ts';
import type { Buckets } from '../platform/db/buckets/buckets.ts';
import type { Bucket } from '../platform/db/buckets/placement.ts';
import { factsOfServers } from '../platform/db/buckets/server-facts.ts';
import type { Database } from '../platform/db/database.ts';
import { everyBucketOf } from '../platform/db/places.ts';
import { waitingWork } from '../platform/db/inspect.ts';
import { FIRST_BUCKET } from '../platform/db/schemas.ts';
import { Liveness } from '../platform/db/session/liveness.ts';
import { openSessions } from './open/identity.ts';
import { jobs as bucketJobs } from '../platform/background/bucket-jobs.ts';
import { jobs as idempotencyJobs } from '../platform/idempotency/jobs.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { observeServers } from '../platform/observability/servers.ts';
import { observeWaiting } from '../platform/observability/metrics.ts';
import { OutboundClient } from '../platform/outbound/client.ts';
import type { Egress } from '../platform/outbound/egress.ts';

const PLANS_BY_INDEX = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
/**
 * The planner options of the dispatcher's connections: an index always finds its rows. Its tables are emptied and
 * filled all the time, so statistics would mislead the planner. Planning would cost more than most statements.
 */
export const DISPATCHER_PLANS = `-c plan_cache_mode=force_generic_plan ${PLANS_BY_INDEX}`;
/** One to read due deliveries, one to record outcomes, one for metrics and deactivations. */
const DISPATCHER_CONNECTIONS = 3;
/** Two for imports, two for their claims, and one for metrics and the deletion of old data. */
const LIST_CONNECTIONS = 5;
/** Two for exports that record progress, and one to find the next export. */
const EXPORT_CONNECTIONS = 3;
/** The connections of a process with the worker role, in addition to its pool and the one for notifications. */
export const WORKER_CONNECTIONS = DISPATCHER_CONNECTIONS + LIST_CONNECTIONS + EXPORT_CONNECTIONS;
/** The time limit of one statement of an import. */
const LIST_TIMEOUT_MS = 3_600_000;

type WorkerServices = JobServices & CoverServices;

/** Returns the background jobs of these modules and of the platform. */
export function jobsOf(modules: readonly Module<never, JobServices>[]): Job<WorkerServices>[] {
  return [
    ...modules.flatMap(({ jobs = [] }) => jobs),
    ...idempotencyJobs,
    ...bucketJobs,
    ...subjectKeyJobs,
  ];
}

export type WorkerParts = {
  config: Config;
  modules: readonly Module<never, JobServices>[];
  buckets: Buckets;
  egress: Egress;
  /** The server secret. */
  secret: string;
  envelopes: Envelopes;
  identity: IdentityServices;
  screening: Screening;
  /** Undefined if nothing is charged. */
  priceSheet: PriceSheet | undefined;
  files: Stores;
  registry: Registry;
  log: Logger;
};

/**
 * Returns the target of the audit log's stream. @param outbound may reach any address that the operator configures
 */
function auditTarget(config: Config, outbound: OutboundClient): StreamTarget | undefined {
  const { auditStream, tracesHeaders: headers, tracesService: service } = config;
  if (auditStream === undefined) return undefined;
  return auditStream === 'otlp'
    ? otlpTarget(outbound, { url: auditStreamUrl(config)!, headers, service })
    : fileTarget(auditStream);
}

/** The resources of jobs: connections separate from those of requests, and the services of each bucket. */
export class JobResources {
  readonly #parts: WorkerParts;
  readonly #dispatching: Buckets;
  readonly #lists: Buckets;
  readonly #exporting: Buckets;
  readonly #dispatchers = new Set<Dispatcher>();
  readonly #sending: DeliveriesUnderWay;
  readonly #exportSemaphore: Semaphore;
  readonly #outbound: OutboundClient;
  /** The operator's own collector may have any address. */
  readonly #collector: OutboundClient;
  readonly #refresher: Refresher;

  constructor(parts: WorkerParts) {
    const { config, buckets, envelopes, log, registry } = parts;
    this.#parts = parts;
    this.#dispatching = buckets.apart(
      { poolSize: DISPATCHER_CONNECTIONS, tenantRole: undefined },
      // Citus has no generic plan for an insertion that reads its parameters.
      buckets.areNodes ? PLANS_BY_INDEX : DISPATCHER_PLANS,
    );
    const statementTimeoutMs = LIST_TIMEOUT_MS;
    this.#lists = buckets.apart({ poolSize: LIST_CONNECTIONS, statementTimeoutMs });
    this.#exporting = buckets.apart({ poolSize: EXPORT_CONNECTIONS });
    this.#sending = new DeliveriesUnderWay(config.webhookConcurrency);
    this.#exportSemaphore = new Semaphore(config.exportConcurrency);
    this.#outbound = parts.egress.client('list');
    this.#collector = new OutboundClient({
      allow: ['0.0.0.0/0', '::/0'],
      onEnd: parts.egress.counter('audit_stream'),
    });
    const { shared } = this.#lists;
    this.#refresher = new Refresher({
      db: shared,
      outbound: this.#outbound,
      keys: () => Promise.resolve(envelopes),
      folder: join(config.dataDir, 'downloads'),
      maxBytes: config.listMaxBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      log,
      onOutcome: refreshMetrics(shared, registry),
    });
  }

  /** @param liveness has the name under which the process leases webhook queues on the bucket's server */
  async servicesOf(
    bucket: string,
    liveness = new Liveness(),
  ): Promise<{ services: WorkerServices; stop: () => Promise<void> }> {
    const { config, modules, buckets, log, secret, identity, priceSheet } = this.#parts;
    const { files, envelopes, registry } = this.#parts;
    const db = await buckets.bucket(bucket);
    const dispatcher = new Dispatcher({
      db: await this.#dispatching.bucket(bucket),
      liveness,
      outbound: this.#parts.egress.client('webhook'),
      secrets: new SecretBox(envelopes),
      log,
      registry,
      underWay: this.#sending,
      endpointConcurrency: config.webhookEndpointConcurrency,
      timeoutMs: config.webhookTimeoutMs,
    });
    this.#dispatchers.add(dispatcher);
    const exporter = new Exporter({
      exportable: exportsOf(modules),
      db: await this.#exporting.bucket(bucket),
      files,
      envelopes,
      reserveBytes: config.exportReserveBytes,
      log,
      registry,
      concurrency: config.exportConcurrency,
      semaphore: this.#exportSemaphore,
    });
    const services = {
      db,
      log,
      dispatcher,
      followers,
      screening: this.#parts.screening,
      envelopes,
      rewraps: rewrapsOf(modules),
      results: jobResults,
      secret,
      deadLetters: identity.deadLetters.in(db),
      sessions: openSessions(db, this.#parts),
      priceSheet,
      files,
      exporter,
      listsDb: this.#lists.shared,
      refresher: this.#refresher,
      auditStream: auditTarget(config, this.#collector),
      signing: new SigningKeys(buckets.shared, envelopes),
      recordClasses: recordClassesOf(modules),
      heldCases,
      erasures: new ErasureList(erasureFolder(config)),
    };
    const stop = async (): Promise<void> => {
      this.#dispatchers.delete(dispatcher);
      await dispatcher.stop(config.shutdownTimeoutMs);
    };
    return { services, stop };
  }

  /** @param settled resolves when no run is in progress. A run beyond `timeoutMs` loses its connection. */
  async close(settled: Promise<unknown>, timeoutMs: number): Promise<void> {
    const delivered = Promise.all([...this.#dispatchers].map((one) => one.stop(timeoutMs))).then(
      () => this.#dispatching.close(),
    );
    let closed: Promise<void> | undefined;
    const closeLists = (): Promise<void> => (closed ??= this.#lists.close());
    const cut = setTimeout(() => void closeLists(), timeoutMs);
    await settled;
    clearTimeout(cut);
    await Promise.all([delivered, closeLists(), this.#exporting.close(), this.#outbound.close()]);
    await this.#collector.close();
  }
}

export type Worker = {
  /** Returns handlers by notification channel, for the buckets of a server. */
  handlersOf: (server: string) => Record<string, (payload: string | undefined) => void>;
  /** Returns the liveness of a session on the server, which lasts until it is stopped. */
  livenessOf: (server: string) => Liveness;
  /** Starts the work of new buckets, and stops the work of buckets that have moved to another server. */
  follow: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the background work of a process: that of every bucket, and shared work. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { config, buckets, log, registry } = parts;
  const { placement } = buckets;
  const resources = new JobResources(parts);
  const jobs = jobsOf(parts.modules);
  const channels = new Set(jobs.flatMap(({ trigger }) => trigger ?? []));
  const livenesses = new Map([...buckets.connections.keys()].map((name) => [name, new Liveness()]));
  type Running = {
    server: string;
    db: Database;
    jobs: RunningJobs;
    stopServices: () => Promise<void>;
  };
  const running = new Map<string, Running>();
  const firstRunsOf = new Map([...livenesses.keys()].map((name) => [name, firstRunSemaphore()]));
  const begin = async ({ name, server }: Bucket): Promise<void> => {
    const { services, stop } = await resources.servicesOf(name, livenesses.get(server));
    const own = name === FIRST_BUCKET ? jobs : jobs.filter(({ isShared }) => !isShared);
    const db = await buckets.bucket(name);
    const firstRuns = firstRunsOf.get(server)!;
    const started = startJobs(own, services, { db, log, registry, firstRuns });
    running.set(name, { server, db, jobs: started, stopServices: stop });
  };
  const follow = async (): Promise<void> => {
    for (const [name, { server, db, jobs: theirs, stopServices }] of running)
      if (placement.serverOf(name) !== server || placement.epochOf(name) !== db.epoch) {
        running.delete(name);
        await Promise.all([theirs.stop(), stopServices()]);
      }
    for (const bucket of placement.buckets) if (!running.has(bucket.name)) await begin(bucket);
  };
  observeServers(registry, () => factsOfServers(buckets));
  observeWaiting(registry, () => waitingWork(everyBucketOf(buckets.shared.read), TABLES));
  await follow();
  const stopAll = async (): Promise<void> => {
    await Promise.all([...running.values()].map(({ jobs: theirs }) => theirs.stop()));
  };
  return {
    follow,
    livenessOf: (server) => livenesses.get(server)!,
    handlersOf: (server) =>
      Object.fromEntries(
        [...channels].map((channel) => [
          channel,
          (payload) => {
            for (const one of running.values())
              if (one.server === server) one.jobs.handlers[channel]?.(payload);
          },
        ]),
      ),
    stop: () => resources.close(stopAll(), config.shutdownTimeoutMs),
  };
}
