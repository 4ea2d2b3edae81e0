import { drain } from '../../../platform/background/drain.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { FileStore, Stores } from '../files/files.ts';
import type { FileKey } from '../schemas.ts';
import * as store from './store.ts';

const BATCH = 500;

/**
 * Deletes what has expired: first it commits that the export has, then its file goes, then that is recorded. Dying
 * between any two of these is repaired by the next turn, on any process. Files in stores that cannot be read now are
 * left for later.
 * @returns how many files were removed
 * @throws AggregateError at the end, of files that could not be removed
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
        // It is tried again next time, and keeps no other from going.
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
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  // A file is written after its attempt has begun: whoever sees the file and then asks sees the attempt.
  for await (const keys of files.list()) {
    if (signal?.aborted) break;
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
