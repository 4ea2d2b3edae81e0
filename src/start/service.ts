import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp, type AppParts, type BuiltApp } from './app.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { storeSettings } from '../config/exports.ts';
import { createDemo, type Demo } from './demo.ts';
import { openStores } from '../modules/exports/index.ts';
import { MODULES, type JobServices, type Services } from '../modules/index.ts';
import { Readiness, type Lifecycle } from '../platform/http/admin/health.ts';
import { createListener } from '../platform/http/server.ts';
import { startAdminServer } from '../platform/http/admin/admin-server.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { createMetrics, type Metrics } from '../platform/observability/metrics.ts';
import type { Module } from '../modules/module.ts';
import {
  countUnconfirmed,
  followClocks,
  followLists,
  followNotifications,
  followPlaces,
  followSchema,
  reportLosses,
  type Start,
} from './following.ts';
import { cannotListen, closeListener, takePort, urlOf } from './listening.ts';
import { recordConfiguration } from './configuration-audit.ts';
import { openDatabase, openKeys } from './open.ts';
import { egressRules } from './open/egress.ts';
import { openIdentityParts, readProviders } from './open/identity.ts';
import { readPriceSheet } from './open/prices.ts';
import { openKeptParts, openScreening, readEffects } from './open/screening.ts';
import { readIssuers } from './open/sign-in.ts';
import { repeatListed } from './open/erasures.ts';
import { openSharedCounters } from './open/rate-limits.ts';
import { openTracing } from './open/tracing.ts';
import { missingPackages } from './optional-packages.ts';
import { StartError } from './start-error.ts';
import { startWorker } from './worker.ts';

export type Service = {
  /** The address of the API; undefined for a worker. */
  url: string | undefined;
  adminUrl: string | undefined;
  /** Set on the first start of an empty embedded database. */
  demo: Demo | undefined;
  readiness: Readiness;
  metrics: Metrics;
  /** Reports not ready, drains and stops. Safe to call more than once. */
  stop: () => Promise<void>;
};

/** Answers all requests, ends streams, and closes the listener. */
async function drain(
  listener: Server,
  {
    config,
    built,
    identity,
  }: { config: Config; built: BuiltApp | undefined; identity: AppParts['identity'] },
): Promise<void> {
  // From here on answers have "connection: close", so that clients disconnect themselves before their connections are
  // closed. All requests are still answered.
  await built?.app.close();
  await sleep(config.drainDelayMs);
  // Streams end only now: earlier, clients would reconnect at once, while load balancers still sent them here.
  await built?.endStreams();
  // A request to a provider costs money, so the process waits for its answer and records it.
  const { underWay, longestMs } = identity.verifier;
  const { shutdownTimeoutMs } = config;
  const timeoutMs = underWay > 0 ? Math.max(shutdownTimeoutMs, longestMs) : shutdownTimeoutMs;
  await closeListener(listener, timeoutMs);
}

/**
 * Starts one process of the service in its configured role.
 * @param options.modules the modules to serve; all by default
 * @param options.signal aborts the start, and ends the started parts in order
 * @param options.listensLast true to listen only once everything else is ready, because other processes answer on the
 * port until then
 * @throws StartError with advice for the operator; the signal's reason; `loadConfig` has thrown ConfigError earlier
 */
export async function startService(
  config: Config,
  options: {
    log?: Logger;
    progress?: (line: string) => void;
    signal?: AbortSignal;
    listensLast?: boolean;
    modules?: readonly Module<Services, JobServices>[];
  } = {},
): Promise<Service> {
  const log = options.log ?? createLogger(config.logLevel);
  const progress = options.progress ?? ((line) => log.info(line));
  const signal = options.signal ?? new AbortController().signal;
  const undo: Start['undo'] = [];
  const unwind = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  const lifecycle: Lifecycle = { state: 'starting' };
  const missing = missingPackages(config);
  if (missing.length > 0) throw new StartError(missing.join('\n'), ConfigError.exitCode);
  try {
    undo.push(await openTracing(config, log));
    const listener = config.role === 'worker' ? undefined : createListener(config);
    if (listener && !options.listensLast) await takePort(listener, config);
    if (listener) undo.push(() => closeListener(listener, config.shutdownTimeoutMs));
    const providers = await readProviders(config);
    const [priceSheet, effects] = [await readPriceSheet(config), await readEffects(config)];
    const operatorIssuers = await readIssuers(config);
    const opened = await openDatabase(config, log, progress, signal);
    undo.push(() => opened.close());
    const { buckets, db, embedded } = opened;
    const { revision } = buckets.placement;
    const clocks = followClocks(opened, log);
    undo.push(() => clocks.stop());
    const schema = await followSchema(opened, lifecycle, log);
    undo.push(() => schema.stop());
    const envelopes = await openKeys(config, opened, log);
    await recordConfiguration(db, config, opened.secret);
    const readiness = new Readiness(buckets.shared, lifecycle);
    const metrics = createMetrics(() => buckets.servers.map(({ pool }) => pool));
    const identity = await openIdentityParts(config, opened, {
      envelopes,
      providers,
      registry: metrics.registry,
      log,
    });
    undo.push(() => identity.close());
    const files = await openStores(db.read, storeSettings(config));
    const kept = openKeptParts(config, log);
    const screening = openScreening({ ...opened, config, effects }, () => buckets.isInUse, kept);
    const shared = listener && (await openSharedCounters(config, buckets.shared, log));
    if (shared) undo.push(() => shared.close());
    const built =
      listener &&
      (await buildApp({
        modules: options.modules ?? MODULES,
        config,
        ...opened,
        envelopes,
        egressRules: await egressRules(config, providers, operatorIssuers),
        operatorIssuers,
        priceSheet,
        screening,
        identity,
        files,
        sharedCounters: shared?.counters,
        readiness,
        metrics,
        log,
        listener,
      }));
    await repeatListed(config, { ...opened, envelopes, files, log, signal });
    countUnconfirmed(buckets, metrics.registry);
    reportLosses(buckets.history, { log, registry: metrics.registry }, built);
    signal.throwIfAborted();
    const worker =
      config.role === 'api'
        ? undefined
        : await startWorker({
            modules: options.modules ?? MODULES,
            config,
            ...opened,
            envelopes,
            identity,
            screening,
            priceSheet,
            files,
            registry: metrics.registry,
            log,
          });
    const places = followPlaces(opened, revision, { built, worker }, log);
    undo.push(() => places.stop());
    for (const notifications of followNotifications(opened, { built, worker }, places, log))
      undo.push(() => notifications.stop());
    // Other processes must see that this one is alive while it has running requests.
    if (worker) undo.push(() => worker.stop());
    const admin = await startAdminServer({
      config,
      metrics: () => metrics.registry.metrics(),
      readiness,
      log,
    }).catch((error: unknown) => {
      throw cannotListen(error, config, 'ORIKI_ADMIN_PORT');
    });
    if (admin) undo.push(() => closeListener(admin, config.shutdownTimeoutMs));
    built?.serve();
    if (built) await followLists(screening, lifecycle, { signal, undo, log });
    else lifecycle.state = 'ready';
    signal.throwIfAborted();
    if (listener && options.listensLast) await takePort(listener, config);
    // This step is last, because the key is shown only if the start succeeds.
    const demo = embedded && (await db.transaction((tx) => createDemo(tx, opened.secret)));
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      lifecycle.state = 'draining';
      if (listener) await drain(listener, { config, built, identity });
      await unwind();
    };
    return {
      url: listener && urlOf(listener),
      adminUrl: admin && urlOf(admin),
      demo,
      readiness,
      metrics,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    lifecycle.state = 'draining';
    await unwind();
    throw error;
  }
}
