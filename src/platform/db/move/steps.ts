/** Parts of moves: the tables that move with a bucket, and the lock that allows one move at a time. */
import pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { inParts, quoted, SHARED } from '../schemas.ts';
import type { Tables } from '../tables.ts';

/**
 * A server as the owner of its schemas sees it, and the service's role there. A move connects only to servers that take
 * part.
 */
export type OwnedServer = {
  name: string;
  isNode: boolean;
  owner: ConnectionSettings;
  role: () => Promise<{ user: string; password?: string }>;
  /** The tables of the modules. */
  tables: Tables;
};

/** Thrown when a move cannot begin or continue; the message names the repair. */
export class MoveRefused extends Error {}

/** The key of the advisory lock of moves; docs/locks.md lists all such keys. */
export const MOVING_LOCK = 7_311_020_120;

/** The worker ends an interrupted move within this time. If it takes longer, the worker is not running. */
const ENDED_MS = 10_000;

/**
 * Takes the lock of moves for the whole session.
 * @throws MoveRefused while another move runs, or an interrupted one has not been ended, because its outcome decides
 * where the rows are
 */
export async function takeMove(home: pg.Client): Promise<void> {
  const { rows } = await home.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
    MOVING_LOCK,
  ]);
  if (!rows[0]!.mine)
    throw new MoveRefused(
      'another move is in progress, perhaps of a command that was killed: run the command again when it has ended',
    );
  try {
    await home.query(`SET lock_timeout = ${ENDED_MS}`);
    await home.query(`SELECT FROM ${SHARED}.buckets FOR SHARE`);
    await home.query('RESET lock_timeout');
  } catch (error) {
    // "lock_not_available"
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new MoveRefused(
      'the last move was cut off, and the worker has not ended it yet: run the command again when a worker runs',
    );
  }
}

/**
 * Call it while the lock of moves is held, because a region changes only while no move runs.
 * @param condition chooses the organizations that would be on the server `to` after the move
 * @throws MoveRefused if one of them must stay on another server
 */
export async function assertRegions(
  home: pg.Client,
  to: string,
  condition: 'bucket' | 'id',
  value: string,
): Promise<void> {
  const { rows } = await home.query<{ id: string; region: string }>(
    `SELECT id, region FROM ${SHARED}.organizations WHERE ${condition} = $1 AND region <> $2 ORDER BY id LIMIT 1`,
    [value, to],
  );
  if (rows[0])
    throw new MoveRefused(
      `the organization ${rows[0].id} must stay on the server ${rows[0].region}: oriki org update --id ${rows[0].id} ` +
        '--region none lifts that',
    );
}

/**
 * Tables of the platform whose rows stay, because they are a schema's own state. Outcomes of transactions move with the
 * bucket, because recovery looks for them there.
 */
const STAYS = ['schema_migrations', 'bucket_epoch'];

export type MovedTable = {
  name: string;
  /** The columns that move. */
  columns: string[];
  /** True if these are all columns of the table. */
  isWhole: boolean;
};

/**
 * The tables of a bucket with the columns that move: all except transaction numbers, which are valid on one server
 * only.
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
 * Locks all tables of a bucket until the transaction ends. The time limits the whole statement, because a lock_timeout
 * would start again with each table.
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
 * Checks that the owner may bypass row-level security, which PostgreSQL requires for copying rows.
 * @throws MoveRefused unless the owner may bypass it
 */
export async function assertMayCopyTo(target: pg.Client, server: string): Promise<void> {
  const { rows } = await target.query<{ role: string; may: boolean }>(
    'SELECT rolname::text AS role, rolsuper OR rolbypassrls AS may FROM pg_roles WHERE rolname = current_user',
  );
  const { role, may } = rows[0]!;
  if (!may)
    throw new MoveRefused(
      `the owner ${role} may not copy rows to the server ${server}: a superuser there must run ALTER ROLE ${role} BYPASSRLS`,
    );
}

/** @throws MoveRefused unless rows can be copied from this server by logical replication */
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

/** File paths in a URL, which a connection keeps next to the files' contents. */
type Files = { sslrootcert?: string; sslcert?: string; sslkey?: string };

/** The TLS settings of a connection in libpq's terms. The files are on the server that copies. */
function tlsOf(owner: ConnectionSettings): Record<string, string | undefined> {
  const parts = inParts(owner);
  if (parts.ssl === undefined) return {};
  if (!parts.ssl) return { sslmode: 'disable' };
  const { rejectUnauthorized, checkServerIdentity } = parts.ssl === true ? {} : parts.ssl;
  const { sslrootcert, sslcert, sslkey } = parts as Files;
  const own = { sslcert, sslkey };
  if (rejectUnauthorized === false) return { sslmode: 'require', ...own };
  if (checkServerIdentity) return { sslmode: 'verify-ca', sslrootcert, ...own };
  // Without a file, both use the certificate authorities of their system.
  return { sslmode: 'verify-full', sslrootcert: sslrootcert ?? 'system', ...own };
}

/** The settings of a connection in libpq's terms, for the server that copies. */
export function conninfo({ owner }: Pick<OwnedServer, 'owner'>): string {
  const settings = inParts(owner);
  const { host, port, user, password, database } = new pg.Client(settings);
  const { hosts } = settings;
  const parts = {
    host: hosts?.map((one) => one.host).join(',') ?? host,
    port: hosts?.map((one) => one.port).join(',') ?? port,
    user,
    password,
    dbname: database,
    ...(hosts && { target_session_attrs: 'read-write' }),
    ...tlsOf(owner),
  };
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}='${String(value).replaceAll(/[\\']/g, String.raw`\$&`)}'`)
    .join(' ');
}

/**
 * Marks leases to end by time, because this server cannot see whether a process with a session on the other server is
 * alive.
 */
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
