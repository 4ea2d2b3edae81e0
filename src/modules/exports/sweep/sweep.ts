import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { startPeriodic } from '../../../platform/periodic.ts';
import type { FileStore, Stores } from '../files/files.ts';
import { previousStores, type PreviousStore } from '../files/previous-stores.ts';
import type { FileKey } from '../schemas.ts';
import * as store from './store.ts';

const EVERY_MS = 60_000;
/** Every so many turns, the whole store is compared with the exports. */
const TURNS_BETWEEN_COMPARISONS = 10;
const BATCH = 500;

/**
 * Deletes what has expired: first it commits that the export has, then its file goes, then that is recorded. Dying
 * between any two of these is repaired by the next turn, on any process. Files in stores that cannot be read now are
 * left for later.
 * @throws AggregateError at the end, of files that could not be removed
 */
export async function sweepExpired(
  db: Database,
  stores: Stores,
  unreachable: string[] = [],
  stopped: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  for (let expired = BATCH; expired === BATCH && !stopped();)
    expired = await store.expireDue(db.read, BATCH);
  let after: FileKey | undefined;
  for (let found = BATCH; found === BATCH && !stopped();) {
    const keys = await store.selectToRemove(db.read, BATCH, unreachable, after);
    found = keys.length;
    after = keys.at(-1)?.key;
    for (const { key, store: recorded } of keys) {
      if (stopped()) break;
      try {
        await stores.at(recorded).remove(key);
        await store.markRemoved(db.read, key);
      } catch (error) {
        // It is tried again next time, and keeps no other from going.
        failures.push(error);
      }
    }
  }
  throwAll(failures);
}

function throwAll(failures: unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(
      failures.slice(0, 10),
      `${failures.length} files could not be removed`,
    );
}

/**
 * Deletes files that no export has: what processes left that died, what was cancelled, and what was removed but came
 * back with a restored disk.
 * @returns how many
 * @throws AggregateError at the end, of files that could not be removed
 */
export async function sweepOrphans(
  db: Database,
  files: FileStore,
  stopped: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  // A file is written after its attempt has begun: whoever sees the file and then asks sees the attempt.
  for await (const keys of files.list()) {
    if (stopped()) break;
    for (const key of keys.length === 0 ? [] : await store.selectOrphans(db.read, keys)) {
      try {
        await files.remove(key);
        removed += 1;
      } catch (error) {
        // It keeps no other from going.
        failures.push(error);
      }
    }
  }
  throwAll(failures);
  return removed;
}

/** Both, again and again: what has expired each minute, what nobody has each ten. */
export function startSweeping(
  db: Database,
  stores: Stores,
  log: Logger,
): { stop: () => Promise<void> } {
  let turn = 0;
  const said = new Set<string>();

  /** Says once of each store with files that it cannot be read. */
  function tell({ recorded, holdsFiles, name, problem }: PreviousStore): void {
    if (problem === undefined || !holdsFiles) said.delete(recorded);
    else if (!said.has(recorded)) {
      said.add(recorded);
      log.warn({ store: name, problem }, 'files of exports are in a store that cannot be read');
    }
  }

  async function askPrevious(): Promise<PreviousStore[]> {
    const previous = await previousStores(db.read, stores);
    previous.forEach(tell);
    return previous;
  }

  // An operator who has just configured another store should not have to wait for the first turn.
  const asked = askPrevious().catch((error: unknown) =>
    log.warn({ err: error }, 'the stores of exports could not be asked for'),
  );
  const sweeping = startPeriodic({
    everyMs: EVERY_MS,
    problem: 'files of exports could not be removed',
    log,
    async work(stopped) {
      const previous = await askPrevious();
      const [lost, readable] = [
        previous.filter(({ problem }) => problem !== undefined),
        previous.filter(({ problem }) => problem === undefined),
      ];
      const unreachable = lost.map(({ recorded }) => recorded);
      try {
        await sweepExpired(db, stores, unreachable, stopped);
      } finally {
        if (turn++ % TURNS_BETWEEN_COMPARISONS === 0)
          for (const files of [stores.current, ...readable.map((one) => one.files)])
            try {
              const removed = await sweepOrphans(db, files, stopped);
              if (removed > 0) log.info({ removed }, 'removed files that belonged to no export');
            } catch (error) {
              log.error({ err: error }, 'files that belong to no export could not be removed');
            }
      }
    },
  });
  return {
    async stop() {
      await sweeping.stop();
      await asked;
    },
  };
}
