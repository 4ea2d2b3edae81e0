import type { Database, Queryable } from '../database.ts';

/**
 * The database and organization of a reader; `isOneConnection` marks a reader whose statements share one connection.
 */
type Place = { database: Database; orgId: string | undefined; isOneConnection?: true };

const PLACES = new WeakMap<Queryable, Place>();

export function placeReader(reader: Queryable, place: Place): void {
  PLACES.set(reader, place);
}

/** The database and organization of a reader; undefined for a transaction. */
export function placeOf(db: Queryable): Place | undefined {
  return PLACES.get(db);
}
