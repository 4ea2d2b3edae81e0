/** Parts of moves: what is moved of a bucket, and one move at a time. */
import pg from 'pg';
import type { ConnectionSettings } from '../../database.ts';
import { inParts, quoted, SHARED } from '../../schemas.ts';
import type { Tables } from '../../tables.ts';

/** A server as the owner of its schemas, and the service's role there, which a move asks only where it takes part. */
export type OwnedServer = {
  name: string;
  isNode: boolean;
  owner: ConnectionSettings;
  role: () => Promise<{ user: string; password?: string }>;
  /** Those of the modules. */
  tables: Tables;
};

/** A move that cannot begin, or go on; the message says what to do. */
export class MoveRefused extends Error {}

/** The key of the advisory lock of moves; docs/locks.md has all such keys. */
const MOVING_LOCK = 7_311_020_120;

/** A move that was cut off is ended by the worker within seconds; longer, and the worker does not run. */
const ENDED_MS = 10_000;

/**
 * Takes the lock of moves, for as long as the session lasts.
 * @throws MoveRefused while there is another, or one that was cut off has not been ended: rows are where it decides
 */
export async function takeMove(home: pg.Client): Promise<void> {
  const { rows } = await home.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
    MOVING_LOCK,
  ]);
  if (!rows[0]!.mine)
    throw new MoveRefused(
      'another move is under way, perhaps that of a command that was killed: run it again when it has ended',
    );
  try {
    await home.query(`SET lock_timeout = ${ENDED_MS}`);
    await home.query(`SELECT FROM ${SHARED}.buckets FOR SHARE`);
    await home.query('RESET lock_timeout');
  } catch (error) {
    // "lock_not_available"
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new MoveRefused(
      'the last move was cut off, and the worker has not ended it yet: run it again when one runs',
    );
  }
}

/**
 * Tables of the platform whose rows stay, because they describe the schema. Outcomes of transactions go along: recovery
 * looks for them where the bucket is.
 */
const STAYS = ['schema_migrations', 'bucket_epoch'];

export type MovedTable = {
  name: string;
  /** Those that are moved. */
  columns: string[];
  /** Tells that these are all it has. */
  isWhole: boolean;
};

/**
 * The tables of a bucket with the columns that are moved: all but numbers of transactions, which mean something on one
 * server alone.
 */
export async function movedTables(
  client: pg.Client,
  bucket: string,
  tables: Tables,
): Promise<MovedTable[]> {
  const stays = Object.keys(tables).filter((name) => tables[name]!.staysAtMove);
  const { rows } = await client.query<MovedTable>(
    `SELECT relname::text AS name, bool_and(atttypid <> 'xid8'::regtype) AS "isWhole",
       array_agg(quote_ident(attname) ORDER BY attnum) FILTER (WHERE atttypid <> 'xid8'::regtype) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' AND relname <> ALL ($2)
     GROUP BY relname ORDER BY relname`,
    [bucket, [...STAYS, ...stays]],
  );
  return rows;
}

/**
 * Locks all tables of a bucket until the transaction ends. The time is that of the whole statement: a lock_timeout would
 * begin anew with each table.
 * @throws "query_canceled" (57014) when it takes longer
 */
export async function lockTables(
  client: pg.Client,
  bucket: string,
  tables: Tables,
  mode: 'EXCLUSIVE' | 'ACCESS EXCLUSIVE',
  withinMs: number,
): Promise<void> {
  const moved = await movedTables(client, bucket, tables);
  const list = moved.map(({ name }) => `${quoted(bucket)}.${quoted(name)}`).join(', ');
  await client.query(`SET LOCAL statement_timeout = ${withinMs}`);
  await client.query(`LOCK TABLE ${list} IN ${mode} MODE`);
  await client.query('SET LOCAL statement_timeout = 0');
}

/**
 * PostgreSQL copies rows past row-level security or not at all.
 * @throws MoveRefused unless the owner may have that done
 */
export async function assertMayCopyTo(target: pg.Client, server: string): Promise<void> {
  const { rows } = await target.query<{ role: string; may: boolean }>(
    'SELECT rolname::text AS role, rolsuper OR rolbypassrls AS may FROM pg_roles WHERE rolname = current_user',
  );
  const { role, may } = rows[0]!;
  if (!may)
    throw new MoveRefused(
      `the owner ${role} may not copy rows to the server ${server}: a superuser there has to say ALTER ROLE ${role} BYPASSRLS`,
    );
}

/** @throws MoveRefused unless rows can be copied from there by logical replication */
export async function assertLogical(source: pg.Client, server: string): Promise<void> {
  const { rows } = await source.query<{ level: string }>(
    `SELECT current_setting('wal_level') AS level`,
  );
  const { level } = rows[0]!;
  if (level !== 'logical')
    throw new MoveRefused(
      `the server ${server} has wal_level = ${level}: set wal_level = logical there and restart it`,
    );
}

/** Parts of a URL that a connection keeps next to what is in the files. */
type Files = { sslrootcert?: string; sslcert?: string; sslkey?: string };

/** The TLS that a connection asks for, in the words of libpq. Files are those of the server that copies. */
function tlsOf(owner: ConnectionSettings): Record<string, string | undefined> {
  const parts = inParts(owner);
  if (parts.ssl === undefined) return {};
  if (!parts.ssl) return { sslmode: 'disable' };
  const { rejectUnauthorized, checkServerIdentity } = parts.ssl === true ? {} : parts.ssl;
  const { sslrootcert, sslcert, sslkey } = parts as Files;
  const own = { sslcert, sslkey };
  if (rejectUnauthorized === false) return { sslmode: 'require', ...own };
  if (checkServerIdentity) return { sslmode: 'verify-ca', sslrootcert, ...own };
  // Without a file both go by the authorities of their system.
  return { sslmode: 'verify-full', sslrootcert: sslrootcert ?? 'system', ...own };
}

/** The settings of a connection in the words of libpq, for the server that copies. */
export function conninfo({ owner }: Pick<OwnedServer, 'owner'>): string {
  const { host, port, user, password, database } = new pg.Client(owner);
  const parts = { host, port, user, password, dbname: database, ...tlsOf(owner) };
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}='${String(value).replaceAll(/[\\']/g, String.raw`\$&`)}'`)
    .join(' ');
}

/** Nobody's session on the other server tells here whether its process lives: these leases end by their time. */
export async function endLeasesByTime(
  target: pg.Client,
  bucket: string,
  tables: Tables,
): Promise<void> {
  for (const [table, { lease: holder }] of Object.entries(tables))
    if (holder !== undefined)
      await target.query(
        `UPDATE ${quoted(bucket)}.${quoted(table)} SET ${holder} = replace(${holder}, 'session_', 'process_')
         WHERE starts_with(${holder}, 'session_')`,
      );
}
