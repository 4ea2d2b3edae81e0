import type { Database } from '../db/database.ts';
import { continues } from './positions.ts';
import { deleteChanges, selectPosition } from './store.ts';

/** Age at which changes are removed from a log: older than this, and less than twice as old. */
export const KEPT_MS = 60_000;

/** The work of a job that keeps a log short: removes what was there at the run before of the same process. */
export function shortener(table: string): (db: Database) => Promise<{ removed: number }> {
  /** The position that this process has read in the run before, by database. */
  const positions = new WeakMap<Database, string>();
  return async (db) => {
    // Read first: a change that is not visible at it stays for another run.
    const position = await selectPosition(db.read);
    const before = positions.get(db);
    // A position of another history may be ahead of changes that nobody has read yet.
    const isOurs = before !== undefined && continues(position, before);
    const removed = isOurs ? await deleteChanges(db.read, table, before) : 0;
    positions.set(db, position);
    return { removed };
  };
}
