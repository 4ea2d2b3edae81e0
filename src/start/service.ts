import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { storeSettings } from '../config/exports.ts';
import { createDemo, type Demo } from './demo.ts';
import { openStores } from '../modules/exports/index.ts';
import { LIVE_CHANNEL } from '../modules/live/index.ts';
import { CHANGED_CHANNEL } from '../modules/threads/index.ts';
import { MODULES, type JobServices, type Services } from '../modules/index.ts';
import { Runner } from '../platform/concurrency/runner.ts';
import { AUTH_CHANNEL } from '../platform/auth/key-cache.ts';
import { clock } from '../platform/clock.ts';
import { HOME, PLACES_CHANNEL } from '../platform/db/buckets/placement.ts';
import { followClock } from '../platform/db/inspect.ts';
import { startListener } from '../platform/db/session/listener.ts';
import { Readiness, type Lifecycle } from '../platform/http/admin/health.ts';
import { createListener } from '../platform/http/server.ts';
import { startAdminServer } from '../platform/http/admin/admin-server.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { createMetrics, type Metrics } from '../platform/observability/metrics.ts';
import type { Module } from '../modules/module.ts';
import { reportLosses } from './losses.ts';
import { cannotListen, takePort, urlOf } from './listening.ts';
import { recordConfiguration } from './configuration-audit.ts';
import { openDatabase, openKeys } from './open.ts';
import { openIdentityParts, readProviders } from './open/identity.ts';
import { readPriceSheet } from './open/prices.ts';
import { openKeptParts, openScreening, readEffects } from './open/screening.ts';
import { readIssuers } from './open/sign-in.ts';
import { openSharedCounters } from './open/rate-limits.ts';
import { openTracing } from './open/tracing.ts';
import { missingPackages } from './optional-packages.ts';
import { StartError } from './start-error.ts';
import { startWorker } from './worker.ts';

/** The longest wait for a moment without new connections. */
const QUIET_WAIT_MS = 500;
/** A turn of the event loop with almost no work. */
const SHORT_TURN_MS = 0.5;

/**
 * Waits for a short turn of the event loop without a new connection. Closing the listener resets connections that
 * wait to be accepted, and nginx does not repeat a POST that it has sent on one. Without this wait, one stop in three
 * lost a caller's answer.
 */
async function untilQuiet(listener: Server): Promise<void> {
  let accepted = false;
  const note = (): void => void (accepted = true);
  listener.on('connection', note);
  const end = clock.monotonicMs() + QUIET_WAIT_MS;
  for (let began = clock.monotonicMs(), now = began; ; began = now) {
    accepted = false;
    await new Promise((resolve) => setImmediate(resolve));
    now = clock.monotonicMs();
    if ((!accepted && now - began < SHORT_TURN_MS) || now > end) break;
  }
  listener.off('connection', note);
}

async function closeListener(listener: Server, timeoutMs: number): Promise<void> {
  await untilQuiet(listener);
  const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
  listener.closeIdleConnections();
  const timer = setTimeout(() => listener.closeAllConnections(), timeoutMs);
  // Connections become idle one by one while their last requests finish.
  const sweep = setInterval(() => listener.closeIdleConnections(), 50);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}

/** A change of a global list is loaded into memory after this time, even without screenings. */
const LISTS_FOLLOWED_MS = 1000;
/** The time for which a start loads lists of organizations, after the global ones. */
const PRELOAD_MS = 5000;
/** Every process learns of new and moved buckets within this time, even without a notification. */
const PLACES_FOLLOWED_MS = 2000;
/** Clocks drift apart by less than a millisecond in this time, unless one is set. */
const CLOCK_FOLLOWED_MS = 10_000;

export type Service = {
  /** The address of the API; undefined for a worker. */
  url: string | undefined;
  adminUrl: string | undefined;
  /** Set on the first start of an empty embedded database. */
  demo: Demo | undefined;
  readiness: Readiness;
  metrics: Metrics;
  /** Sets not ready, drains and stops. Safe to call more than once. */
  stop: () => Promise<void>;
};

/**
 * Starts one process of the service in its configured role.
 * @param options.modules the modules to serve; all by default
 * @param options.signal aborts the start, and ends what was started in order
 * @param options.listensLast true to listen only once everything else is ready, because other processes answer on the
 * port until then
 * @throws StartError with advice for the operator; the signal's reason; ConfigError is thrown earlier, by
 * `loadConfig`
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
  const undo: (() => Promise<unknown> | void)[] = [];
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
    const { placement } = buckets;
    let followedRevision = placement.revision;
    const clocks = new Runner({
      everyMs: CLOCK_FOLLOWED_MS,
      round: () => followClock(buckets.shared.read),
      onFailure: (error) => log.warn({ err: error }, 'the clock of the database could not be read'),
    });
    clocks.wakeIn(CLOCK_FOLLOWED_MS);
    undo.push(() => clocks.stop());
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
    const places = new Runner({
      everyMs: PLACES_FOLLOWED_MS,
      async round() {
        await placement.refresh(buckets.shared.read);
        const { revision } = placement;
        if (revision === followedRevision) return;
        built?.keys.clear();
        await built?.followed.inboxStreams.endMoved();
        await built?.followed.liveStreams.endMoved();
        await worker?.follow();
        followedRevision = revision;
      },
      onFailure: (error) => log.warn({ err: error }, 'the places of buckets could not be read'),
    });
    places.wakeIn(PLACES_FOLLOWED_MS);
    undo.push(() => places.stop());
    for (const [server, connection] of buckets.connections) {
      const isHome = server === HOME;
      const notifications = startListener({
        connection,
        handlers: {
          ...(isHome && {
            [AUTH_CHANNEL]: () => built?.keys.clear(),
            [PLACES_CHANNEL]: () => places.wake(),
          }),
          [CHANGED_CHANNEL]() {
            built?.followed.inboxStreams.wake();
            built?.followed.liveStreams.wake();
          },
          [LIVE_CHANNEL]: () => built?.followed.liveStreams.wake(),
          ...worker?.handlersOf(server),
        },
        async onDown() {
          buckets.history.interrupted(server);
          if (isHome) await embedded?.ensureRunning();
        },
        liveness: worker?.livenessOf(server),
        log,
      });
      undo.push(() => notifications.stop());
    }
    // While it has running requests, other processes must see that it is alive.
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
    if (built) {
      const first = Promise.withResolvers<void>();
      const following = new Runner({
        everyMs: LISTS_FOLLOWED_MS,
        async round() {
          await screening.follow();
          if (lifecycle.state === 'starting') await screening.preload(PRELOAD_MS);
          if (lifecycle.state === 'starting') lifecycle.state = 'ready';
          first.resolve();
        },
        onFailure(error) {
          log.warn({ err: error }, 'the lists could not be loaded');
          first.resolve();
        },
      });
      following.wake();
      undo.push(() => following.stop());
      if (!signal.aborted) await Promise.race([first.promise, once(signal, 'abort')]);
    } else lifecycle.state = 'ready';
    signal.throwIfAborted();
    if (listener && options.listensLast) await takePort(listener, config);
    // Last, because its key is shown only if the start succeeds.
    const demo = embedded && (await db.transaction((tx) => createDemo(tx, opened.secret)));
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      lifecycle.state = 'draining';
      if (listener) {
        // From here on answers have "connection: close", so that clients disconnect themselves before their
        // connections are closed. All requests are still answered.
        await built?.app.close();
        await sleep(config.drainDelayMs);
        // Not earlier: clients would reconnect immediately, and load balancers must not send them here again.
        await built?.endStreams();
        // A request to a provider costs money: its answer is waited for, and recorded.
        const { underWay, longestMs } = identity.verifier;
        const { shutdownTimeoutMs } = config;
        const timeoutMs = underWay > 0 ? Math.max(shutdownTimeoutMs, longestMs) : shutdownTimeoutMs;
        await closeListener(listener, timeoutMs);
      }
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
