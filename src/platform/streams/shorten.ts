import type { Database } from '../db/database.ts';
import { continues } from './positions.ts';
import { deleteChanges, selectPosition } from './store.ts';

/** The age at which changes are deleted from a log: between this and twice this. */
export const KEPT_MS = 60_000;

/**
 * Returns the work of a job that shortens a log: it deletes changes from before the previous run of the same process.
 */
export function shortener(table: string): (db: Database) => Promise<{ removed: number }> {
  /** The position that this process read in the previous run, by database. */
  const positions = new WeakMap<Database, string>();
  return async (db) => {
    // Read first: a change that is not visible at this position stays until another run.
    const position = await selectPosition(db.read);
    const before = positions.get(db);
    // A position of another history may be ahead of unread changes.
    const isOurs = before !== undefined && continues(position, before);
    const removed = isOurs ? await deleteChanges(db.read, table, before) : 0;
    positions.set(db, position);
    return { removed };
  };
}
