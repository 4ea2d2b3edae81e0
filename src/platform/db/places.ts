/**
 * Finds the other tables for any reader or transaction: the shared tables, and those of an organization's bucket.
 * Without buckets, as in tests, a database has all tables itself.
 */

import type { Buckets } from './buckets/buckets.ts';
import { untilSettled } from './buckets/settled.ts';
import type { Database, Queryable } from './database.ts';
import { finds } from './session/session.ts';
import { insideTransaction } from './transaction-scope.ts';

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

/**
 * Returns a reader with the same rights in another database of the installation. In a transaction, this is a part that
 * commits with it.
 */
function elsewhere<Db extends Queryable>(db: Db, target: Database): Db {
  const reader = placeOf(db);
  if (!reader) return insideTransaction.getStore()!.parts.tx(target) as unknown as Db;
  const { database, orgId, isOneConnection } = reader;
  if (database === target) return db;
  // Other readers send their queries without entering the bucket, which may reject them.
  if (isOneConnection && database.server === target.server && finds(database.path, target.path))
    return db;
  return (orgId === undefined ? target : target.organization(orgId)).read as Db;
}

/** The buckets to which a reader or the open transaction belongs. */
export function groupOf(db: Queryable): Buckets | undefined {
  return (placeOf(db)?.database ?? insideTransaction.getStore()?.home)?.buckets;
}

/**
 * Returns the shared tables for any reader or transaction. In a transaction, the result is a part of it. On the same
 * server it costs only a setting that is sent with the statement.
 */
export function sharedOf<Db extends Queryable>(db: Db): Db {
  const buckets = groupOf(db);
  return buckets ? elsewhere(db, buckets.shared) : db;
}

/** The tables of every bucket, ordered by name. */
export function everyBucketOf<Db extends Queryable>(db: Db): Db[] {
  const buckets = groupOf(db);
  return buckets ? buckets.all.map((one) => elsewhere(db, one)) : [db];
}

/** The bucket of an organization, from any database of the installation. */
export async function databaseOf(db: Database, orgId: string): Promise<Database> {
  return db.buckets?.of(orgId) ?? db;
}

/**
 * Reads in one round trip: the statements that `work` starts together are sent on one connection. A slow statement
 * delays the later ones.
 */
export function together<T>(db: Queryable, work: (read: Queryable) => Promise<T>): Promise<T> {
  const place = placeOf(db);
  return place ? place.database.together(place.orgId, work) : work(db);
}

/**
 * Returns the same reader, once no transaction over several servers is partly committed on its server. A caller that
 * has seen one part of such a transaction elsewhere then sees all of it.
 * @throws an error for which `isUnavailable` is true when that takes too long
 */
export async function settled<Db extends Queryable>(db: Db): Promise<Db> {
  const { database } = placeOf(db) ?? {};
  if (database && (database.buckets?.servers.length ?? 0) > 1) await untilSettled(database.server);
  return db;
}

/** The tables of an organization's bucket, for any reader or transaction. */
export async function bucketOf<Db extends Queryable>(db: Db, orgId: string): Promise<Db> {
  const buckets = groupOf(db);
  const known = buckets?.placement.known(orgId);
  if (buckets && known !== undefined) return elsewhere(db, await buckets.bucket(known));
  return (await bucketsOf(db, [orgId]))[0]![0];
}

/** The tables of these organizations' buckets, each with its organizations, for any reader or transaction. */
export async function bucketsOf<Db extends Queryable>(
  db: Db,
  orgIds: readonly string[],
): Promise<[Db, string[]][]> {
  const buckets = groupOf(db);
  if (!buckets) return [[db, [...orgIds]]];
  const found = await buckets.placement.find(elsewhere(db, buckets.shared), orgIds);
  return Promise.all(
    [...found].map(async ([name, ids]) => [elsewhere(db, await buckets.bucket(name)), ids]),
  );
}
