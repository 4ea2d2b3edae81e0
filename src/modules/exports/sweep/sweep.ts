import { drain } from '../../../platform/background/job.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { FileStore, Stores } from '../files/files.ts';
import type { FileKey } from '../schemas.ts';
import * as store from './store.ts';

const BATCH = 500;

/**
 * Deletes expired files: commits the expiry of an export, deletes its file, and records the deletion. If a process dies
 * between two of these steps, the next run of any process continues. Skips files in stores that cannot be read now.
 * @returns the number of deleted files
 * @throws AggregateError at the end, for files that could not be deleted
 */
export async function sweepExpired(
  db: Database,
  stores: Stores,
  unreachable: string[] = [],
  signal?: AbortSignal,
): Promise<number> {
  const failures: unknown[] = [];
  let removed = 0;
  await drain(BATCH, signal, () => store.expireDue(db.read, BATCH));
  let after: FileKey | undefined;
  for (let found = BATCH; found === BATCH;) {
    const keys = await store.selectToRemove(db.read, BATCH, unreachable, after);
    found = signal?.aborted ? 0 : keys.length;
    after = keys.at(-1)?.key;
    for (const { key, store: recorded } of keys) {
      if (signal?.aborted) break;
      try {
        await stores.at(recorded).remove(key);
        await store.markRemoved(db.read, key);
        removed += 1;
      } catch (error) {
        // The next run retries this file; other files are not affected.
        failures.push(error);
      }
    }
  }
  throwAll(failures);
  return removed;
}

function throwAll(failures: unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(
      failures.slice(0, 10),
      `${failures.length} files could not be deleted`,
    );
}

/**
 * Deletes files without an export: remains of dead processes, cancelled exports, and deleted files that a restored disk
 * has brought back.
 * @returns their number
 * @throws AggregateError at the end, for files that could not be deleted
 */
export async function sweepOrphans(
  db: Database,
  files: FileStore,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  // A file is written after its attempt has started, so a query after the list sees the attempt of each listed file.
  for await (const keys of files.list()) {
    if (signal?.aborted) break;
    for (const key of keys.length === 0 ? [] : await store.selectOrphans(db.read, keys)) {
      try {
        await files.remove(key);
        removed += 1;
      } catch (error) {
        // A failure does not affect other files.
        failures.push(error);
      }
    }
  }
  throwAll(failures);
  return removed;
}
