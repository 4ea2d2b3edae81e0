/** The loops and listeners by which a started process follows its databases. */
import { once } from 'node:events';
import { Counter, type Registry } from 'prom-client';
import { LIVE_CHANNEL } from '../modules/live/index.ts';
import { CHANGED_CHANNEL } from '../modules/threads/index.ts';
import { AUTH_CHANNEL } from '../platform/auth/key-cache.ts';
import { Runner } from '../platform/concurrency/runner.ts';
import type { Buckets } from '../platform/db/buckets/buckets.ts';
import type { History } from '../platform/db/buckets/history.ts';
import { HOME, PLACES_CHANNEL } from '../platform/db/buckets/placement.ts';
import { followClock } from '../platform/db/inspect.ts';
import { loadMigrations, newestOf, tooNew } from '../platform/db/migration/migrations.ts';
import { readNewer } from '../platform/db/migration/state.ts';
import { startListener } from '../platform/db/session/listener.ts';
import type { Lifecycle } from '../platform/http/admin/health.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { BuiltApp } from './app.ts';
import type { openDatabase } from './open.ts';
import type { openScreening } from './open/screening.ts';
import type { startWorker } from './worker.ts';

type Opened = Awaited<ReturnType<typeof openDatabase>>;
/** The parts of the process that a change concerns. */
type Parts = {
  built: BuiltApp | undefined;
  worker: Awaited<ReturnType<typeof startWorker>> | undefined;
};

/** A start in progress: `undo` ends the started parts in reverse order. */
export type Start = { signal: AbortSignal; undo: (() => Promise<unknown> | void)[]; log: Logger };

/** A process loads a changed global list into memory after this time, even without screenings. */
const LISTS_FOLLOWED_MS = 1000;
/** The maximum time for which a start loads lists of organizations, after the global ones. */
const PRELOAD_MS = 5000;
/** Every process learns of new and moved buckets within this time, even without a notification. */
const PLACES_FOLLOWED_MS = 2000;
/** Clocks drift apart by less than a millisecond in this time, unless a person sets one. */
const CLOCK_FOLLOWED_MS = 10_000;
/** A process notices within this time that its database has become too new for it. */
const SCHEMA_FOLLOWED_MS = 5000;

/** Follows the clock of the database. */
export function followClocks({ buckets }: Opened, log: Logger): Runner {
  const clocks = new Runner({
    everyMs: CLOCK_FOLLOWED_MS,
    round: () => followClock(buckets.shared.read),
    onFailure: (error) => log.warn({ err: error }, 'the clock of the database could not be read'),
  });
  clocks.wakeIn(CLOCK_FOLLOWED_MS);
  return clocks;
}

/**
 * Looks for migrations of newer versions while the process runs. After a migration that this version does not support,
 * `/readyz` answers 503 with the reason. Migrations apply to all buckets, so reading the first one suffices.
 * @returns a started runner
 */
export async function followSchema(
  { buckets: { shared, first } }: Opened,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<Runner> {
  const newest = newestOf(await loadMigrations());
  const runner = new Runner({
    everyMs: SCHEMA_FOLLOWED_MS,
    round: async () => {
      const newer = [
        ...(await readNewer(shared.read, newest)),
        ...(await readNewer(first.read, newest)),
      ];
      const reason = newer.map((row) => tooNew(row, newest)).find((found) => found !== undefined);
      if (reason !== lifecycle.tooNew) log.warn(reason ?? 'the database fits this version again');
      lifecycle.tooNew = reason;
    },
    onFailure: (error) =>
      log.warn({ err: error }, 'the migrations of the database could not be read'),
  });
  runner.wakeIn(SCHEMA_FOLLOWED_MS);
  return runner;
}

/** Follows new and moved buckets. @param known the revision of the places that the parts have read */
export function followPlaces(
  { buckets }: Opened,
  known: typeof buckets.placement.revision,
  { built, worker }: Parts,
  log: Logger,
): Runner {
  let followed = known;
  const places = new Runner({
    everyMs: PLACES_FOLLOWED_MS,
    async round() {
      await buckets.placement.refresh(buckets.shared.read);
      const { revision } = buckets.placement;
      if (revision === followed) return;
      built?.keys.clear();
      await built?.followed.inboxStreams.endMoved();
      await built?.followed.liveStreams.endMoved();
      await worker?.follow();
      followed = revision;
    },
    onFailure: (error) => log.warn({ err: error }, 'the places of buckets could not be read'),
  });
  places.wakeIn(PLACES_FOLLOWED_MS);
  return places;
}

/** Listens for notifications on every server. */
export function followNotifications(
  { buckets, embedded }: Opened,
  { built, worker }: Parts,
  places: Runner,
  log: Logger,
) {
  return [...buckets.connections].map(([server, connection]) => {
    const isHome = server === HOME;
    return startListener({
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
  });
}

/**
 * Follows the lists, and reports the process as ready once they are in memory. Resolves after the first round, even a
 * failed one, or when the signal aborts.
 */
export async function followLists(
  screening: ReturnType<typeof openScreening>,
  lifecycle: Lifecycle,
  { signal, undo, log }: Start,
): Promise<void> {
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
}

/** Reports each loss of rows to operators, and discards the positions of streams. */
export function reportLosses(
  history: History,
  { log, registry }: { log: Logger; registry: Registry },
  built: Pick<BuiltApp, 'followed'> | undefined,
): void {
  const losses = new Counter({
    name: 'oriki_database_history_lost_total',
    help: 'Times that a database server returned without changes that this process had seen committed',
    registers: [registry],
  });
  history.listen({
    lost(server) {
      losses.inc();
      log.warn(
        { server },
        'the database has lost changes that were committed: this process dropped its copies of them',
      );
      built?.followed.inboxStreams.distrust(server);
      built?.followed.liveStreams.distrust(server);
    },
  });
}

/** Counts the commits of this process that no standby has confirmed. */
export function countUnconfirmed({ unconfirmed }: Buckets, registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'oriki_commits_unconfirmed_total',
      help: 'Commits that no synchronous standby has confirmed: the answer was 503, and the write may exist',
      registers: [],
      collect() {
        this.reset();
        this.inc(unconfirmed.count);
      },
    }),
  );
}
