import { Counter, Gauge, type Registry } from 'prom-client';
import { startPeriodic } from '../../../../platform/periodic.ts';
import { removeOldVersions } from '../versions/versions.ts';
import { FETCH_TIMEOUT_MS } from './fetch.ts';
import {
  REFRESH_OUTCOMES,
  Refresher,
  type RefresherOptions,
  type RefreshOutcome,
} from './refresher.ts';
import { selectAges } from './store.ts';

/** Lists that a process refreshes at once. Servers that fail, slowly perhaps, get one of the places at most. */
const PLACES = ['all', 'unfailed'] as const;
const LOOK_MS = 5000;
const CLEAN_UP_MS = 60_000;

/**
 * Refreshes lists when they are due, and removes versions that are not kept any more.
 * @returns how to stop: what is under way is broken off and is due again at once; a statement that runs for longer
 *   than `timeoutMs` is cut off with its connection. Closes the database's pool and the outbound client.
 */
export function startRefreshing(
  options: Omit<RefresherOptions, 'onOutcome' | 'timeoutMs'> & { registry: Registry },
): { stop: (timeoutMs: number) => Promise<void> } {
  const { db, log } = options;
  const refresher = new Refresher({
    ...options,
    timeoutMs: FETCH_TIMEOUT_MS,
    onOutcome: observe(options),
  });
  const stopping = new AbortController();
  const loops = PLACES.map((of) =>
    startPeriodic({
      everyMs: LOOK_MS,
      problem: 'lists could not be refreshed',
      log,
      async work(stopped) {
        while (!stopped() && (await refresher.refreshDue(stopping.signal, of)));
      },
    }),
  );
  loops.push(
    startPeriodic({
      everyMs: CLEAN_UP_MS,
      problem: 'old versions of lists could not be removed',
      log,
      work: (stopped) => removeOldVersions(db, stopped),
    }),
  );
  return {
    async stop(timeoutMs) {
      stopping.abort();
      const stopped = Promise.all(loops.map((loop) => loop.stop()));
      let closed: Promise<void> | undefined;
      const close = (): Promise<void> => (closed ??= db.close());
      const cut = setTimeout(() => void close(), timeoutMs);
      await stopped;
      clearTimeout(cut);
      await Promise.all([close(), options.outbound.close()]);
    },
  };
}

function observe({
  db,
  registry,
}: Pick<RefresherOptions, 'db'> & { registry: Registry }): (outcome: RefreshOutcome) => void {
  const registers = [registry];
  const refreshes = new Counter({
    name: 'oriki_list_refreshes_total',
    help: 'Refreshes of global lists by outcome: changed, unchanged or failed',
    labelNames: ['outcome'],
    registers,
  });
  // An alert sees how a series grows, not that it appears.
  for (const outcome of REFRESH_OUTCOMES) refreshes.inc({ outcome }, 0);
  const age: Gauge = new Gauge({
    name: 'oriki_list_age_seconds',
    help: 'Time since a global list was last imported or found to be what its origin has, by its source',
    labelNames: ['source'],
    registers,
    async collect() {
      // Without the database there is nothing to say; the other metrics still are.
      const ages = await selectAges(db.read).catch(() => []);
      age.reset();
      for (const { source, seconds } of ages) age.set({ source }, seconds);
    },
  });
  return (outcome) => refreshes.inc({ outcome });
}
