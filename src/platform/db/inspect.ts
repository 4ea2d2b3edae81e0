import { sql, type RawBuilder } from 'kysely';
import { clock } from '../clock.ts';
import type { Queryable } from './database.ts';
import { isUnavailable } from './failures.ts';
import { sharedOf } from './places.ts';
import { anyOf } from './bulk/arrays.ts';
import { READ_ONLY } from './roles.ts';
import { A_SCHEMA } from './schemas.ts';
import type { Tables } from './tables.ts';

/** Facts that a server reports about itself and the role. */
export type ServerFacts = {
  version: string;
  /** The value of `server_version_num`: 180004 means 18.4. */
  versionNumber: number;
  role: string;
  superuser: boolean;
  /** True if the server rejects writes, as a standby or by its configuration. */
  readOnly: boolean;
  /** Connections that the role can still open. */
  freeConnections: number;
  maxConnections: number;
  /** The maximum of prepared transactions: parts of transactions over several servers. */
  maxPrepared: number;
  /** The server's clock minus this machine's, and the possible error from the round trip. */
  skewMs: number;
  skewErrorMs: number;
};

async function serverTime(db: Queryable): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  return rows[0]!.ms;
}

/** Reads the server's facts on one connection. @throws the driver's error if the server does not answer */
export async function serverFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await sql<Omit<ServerFacts, 'skewMs' | 'skewErrorMs'>>`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::integer AS "versionNumber",
      current_user::text AS role,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
      current_setting('transaction_read_only') = 'on' AS "readOnly",
      current_setting('max_connections')::integer AS "maxConnections",
      current_setting('max_prepared_transactions')::integer AS "maxPrepared",
      (current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - (SELECT coalesce(max(setting::integer), 0) FROM pg_settings WHERE name = 'reserved_connections')
        - (SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database))::integer AS "freeConnections"`.execute(
    db,
  );
  // The connection is open, so this answer takes one round trip.
  const before = clock.machineMs();
  const nowMs = await serverTime(db);
  const after = clock.machineMs();
  return {
    ...rows[0]!,
    skewMs: Math.round(nowMs - (before + after) / 2),
    skewErrorMs: Math.ceil((after - before) / 2),
  };
}

/** Adjusts this process's clock to the database's. @throws the driver's error if the server does not answer */
export async function followClock(db: Queryable): Promise<void> {
  const askedMs = clock.monotonicMs();
  clock.follow(await serverTime(db), askedMs, clock.monotonicMs());
}

/** Tables that the role cannot read or insert into. */
export async function forbiddenTables(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace::regnamespace::text ~ ${A_SCHEMA} AND relkind IN ('r', 'p')
      AND NOT (has_table_privilege(oid, 'SELECT')
        AND (relname = ${anyOf(READ_ONLY)} OR has_table_privilege(oid, 'INSERT')))
    ORDER BY 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Names of values that a first start has tied to this database, such as the fingerprint of the server secret. */
export async function tiedValues(db: Queryable): Promise<Set<string>> {
  const rows = await sharedOf(db).selectFrom('installation').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** Counting stops at this number, even if more work waits. */
const MOST_COUNTED = 100_000;

/**
 * Counts rows of all organizations that wait for a worker process or an operator. Skips unavailable servers.
 * @throws Error when all servers are unavailable
 */
export async function waitingWork(buckets: Queryable[], tables: Tables): Promise<Waiting> {
  const kinds = waitingKinds(tables);
  const unlessAway = (own: Queryable): Promise<Waiting | undefined> =>
    waitingIn(own, kinds).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return undefined;
    });
  const asked = await Promise.all(buckets.map(unlessAway));
  const counts = asked.filter((one) => one !== undefined);
  if (counts.length === 0) throw new Error('no server could report waiting work');
  const most = (kind: string): number =>
    Math.min(
      MOST_COUNTED,
      counts.reduce((sum, one) => sum + one[kind]!, 0),
    );
  return Object.fromEntries([...kinds.keys()].map((kind) => [kind, most(kind)]));
}

/** Counts of waiting work by kind. */
type Waiting = Record<string, number>;

/** The rows of each kind of waiting work. */
function waitingKinds(tables: Tables): Map<string, RawBuilder<unknown>[]> {
  const kinds = new Map<string, RawBuilder<unknown>[]>();
  for (const [table, { waiting }] of Object.entries(tables)) {
    if (waiting === undefined) continue;
    const { as: kind, status } = waiting;
    const rows = sql`SELECT FROM ${sql.table(table)} WHERE ${status === undefined ? sql`true` : sql`status = ${status}`}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), rows]);
  }
  return kinds;
}

async function waitingIn(
  db: Queryable,
  kinds: ReadonlyMap<string, RawBuilder<unknown>[]>,
): Promise<Waiting> {
  const counts = [...kinds].map(
    ([kind, rows]) =>
      sql`(SELECT count(*)::int FROM (${sql.join(rows, sql` UNION ALL `)} LIMIT ${MOST_COUNTED}) AS w) AS ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Waiting>`SELECT ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}
