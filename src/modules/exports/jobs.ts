import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Stores } from './files/files.ts';
import { EXPORTS_CHANNEL } from './exports.ts';
import { previousStores, type PreviousStore } from './sweep/previous-stores.ts';
import type { Exporter } from './run/exporter.ts';
import { sweepExpired, sweepOrphans } from './sweep/sweep.ts';

type Services = { db: Database; log: Logger; files: Stores; exporter: Exporter };

/** The unreadable stores with files that were already logged. */
const reported = new WeakMap<Stores, Set<string>>();

/**
 * Returns earlier stores that can be read, and the locations of the others. Logs each unreadable store with files
 * once.
 */
async function askPrevious({
  db,
  files,
  log,
}: Omit<Services, 'exporter'>): Promise<{ readable: PreviousStore[]; unreachable: string[] }> {
  const said = reported.get(files) ?? new Set();
  reported.set(files, said);
  const previous = await previousStores(db.read, files);
  for (const { recorded, holdsFiles, name, problem } of previous)
    if (problem === undefined || !holdsFiles) said.delete(recorded);
    else if (!said.has(recorded)) {
      said.add(recorded);
      log.warn({ store: name, problem }, 'files of exports are in a store that cannot be read');
    }
  const [lost, readable] = [
    previous.filter(({ problem }) => problem !== undefined),
    previous.filter(({ problem }) => problem === undefined),
  ];
  return { readable, unreachable: lost.map(({ recorded }) => recorded) };
}

export const jobs: Job<Services>[] = [
  {
    name: 'exports',
    does: 'Makes the files of exports, one at a time for each organization.',
    whenStopped: 'Exports wait as PENDING.',
    everyMs: 2000,
    trigger: EXPORTS_CHANNEL,
    lock: 'rows of exports',
    runners: ({ exporter }) => exporter.concurrency,
    async run({ exporter }, { signal }) {
      let attempts = 0;
      while (!signal.aborted && (await exporter.makeNext(signal))) attempts += 1;
      return { attempts };
    },
  },
  {
    name: 'export-expiry',
    does: 'Deletes expired files of exports.',
    whenStopped: 'Expired files stay in the store, but no caller can download them.',
    everyMs: 60_000,
    lock: 'job',
    async run(services, { signal }) {
      const { unreachable } = await askPrevious(services);
      const { db, files } = services;
      return { removed: await sweepExpired(db, files, unreachable, signal) };
    },
  },
  {
    name: 'export-orphans',
    does: 'Compares the stores of files with the exports, and deletes files that belong to no export.',
    whenStopped: 'Files left by processes that died take space.',
    everyMs: 600_000,
    lock: 'job',
    async run(services, { signal }) {
      const { db, files, log } = services;
      const { readable } = await askPrevious(services);
      let removed = 0;
      const failures: unknown[] = [];
      for (const store of [files.current, ...readable.map((one) => one.files)])
        await sweepOrphans(db, store, signal).then(
          (count) => (removed += count),
          (error: unknown) => failures.push(error),
        );
      if (removed > 0) log.info({ removed }, 'deleted files that belonged to no export');
      if (failures.length > 0)
        throw new AggregateError(failures, 'files that belong to no export could not be deleted');
      return { removed };
    },
  },
];
