/**
 * The other tables, for whoever reads, or has a transaction, anywhere: those that cross organizations, and those of an
 * organization's bucket. Without buckets, as in tests, a database finds all tables itself.
 */
import type { Buckets } from './buckets/buckets.ts';
import { untilSettled } from './buckets/settled.ts';
import { placeOf, type Database, type Queryable } from './database.ts';
import { finds } from './session/session.ts';
import { insideTransaction } from './transaction-scope.ts';

/** The same rights in another database of the same buckets: of a transaction, a part that commits with it. */
function elsewhere<Db extends Queryable>(db: Db, target: Database): Db {
  const reader = placeOf(db);
  if (!reader) return insideTransaction.getStore()!.parts.tx(target) as unknown as Db;
  const { database, orgId, isOneConnection } = reader;
  if (database === target) return db;
  // Others ask without entering the bucket, which may refuse them.
  if (isOneConnection && database.server === target.server && finds(database.path, target.path))
    return db;
  return (orgId === undefined ? target : target.organization(orgId)).read as Db;
}

/** The buckets that a reader, or the open transaction, belongs to. */
export function groupOf(db: Queryable): Buckets | undefined {
  return (placeOf(db)?.database ?? insideTransaction.getStore()?.home)?.buckets;
}

/**
 * The tables that cross organizations, for whoever reads, or has a transaction, anywhere. In a transaction it is a part of
 * it; on the same server it costs a setting that leaves with the statement.
 */
export function sharedOf<Db extends Queryable>(db: Db): Db {
  const buckets = groupOf(db);
  return buckets ? elsewhere(db, buckets.shared) : db;
}

/** The tables of every bucket, in the order of their names. */
export function everyBucketOf<Db extends Queryable>(db: Db): Db[] {
  const buckets = groupOf(db);
  return buckets ? buckets.all.map((one) => elsewhere(db, one)) : [db];
}

/** The bucket of an organization, for whoever has any database of its buckets. */
export async function databaseOf(db: Database, orgId: string): Promise<Database> {
  return db.buckets?.of(orgId) ?? db;
}

/**
 * Reads in one round trip: the statements that `work` begins at the same time leave on one connection. A slow one holds up
 * those after it.
 */
export function together<T>(db: Queryable, work: (read: Queryable) => Promise<T>): Promise<T> {
  const place = placeOf(db);
  return place ? place.database.together(place.orgId, work) : work(db);
}

/**
 * The same reader, once no transaction over several servers is half done where it reads: whoever reads what one has
 * committed elsewhere, and then here, sees all of it.
 * @throws what `isUnavailable` tells when that takes too long
 */
export async function settled<Db extends Queryable>(db: Db): Promise<Db> {
  const { database } = placeOf(db) ?? {};
  if (database && (database.buckets?.servers.length ?? 0) > 1) await untilSettled(database.server);
  return db;
}

/** The tables of an organization's bucket, likewise. */
export async function bucketOf<Db extends Queryable>(db: Db, orgId: string): Promise<Db> {
  return (await bucketsOf(db, [orgId]))[0]![0];
}

/** The tables of these organizations' buckets, each with the organizations that are in it, likewise. */
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
