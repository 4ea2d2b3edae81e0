import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../db/bulk/arrays.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Identifies the incarnation of a database, in which transaction numbers keep their meaning. The server's start time
 * changes with a failover, and when a copy of the database's files is started. After a crash of a process, the server
 * recovers without a new start, and may reuse numbers that were not on disk yet. It then discards its statistics, so
 * their reset time changes (pgstat_discard_stats). A restore changes the transaction number of a certain row, because a
 * dump does not contain it.
 */
function microseconds(time: RawBuilder<unknown>) {
  return sql`(extract(epoch FROM ${time}) * 1000000)::bigint::text`;
}
export const ownIncarnation = sql`${microseconds(sql`pg_postmaster_start_time()`)} || '.'
  || ${microseconds(sql`pg_stat_get_bgwriter_stat_reset_time()`)} || '.'
  || (SELECT xmin::text FROM schema_migrations WHERE version = 1)`;
export const position = sql`${ownIncarnation} || '/' || pg_current_snapshot()::text`;
/**
 * The condition that a row is from this incarnation. A row older than a restore may have the number of a future
 * transaction, and does not count as a change.
 */
export function isOfOurTime(xid: RawBuilder<unknown>) {
  return sql`${xid} < pg_snapshot_xmax(pg_current_snapshot())`;
}

/** Splits a position: the incarnation of the database, then pg_snapshot's xmin:xmax:xip_list. */
export function partsOf(text: string): { incarnation: string; snapshot: string } {
  const [incarnation = '', snapshot = ''] = text.split('/');
  return { incarnation, snapshot };
}

/** The position that precedes every change and belongs to no incarnation. */
export const NOTHING_SEEN = '/1:1:';

/** Selects the position that includes everything committed so far. */
export async function selectPosition(db: Queryable): Promise<string> {
  const { rows } = await sql<{ position: string }>`SELECT ${position} AS position`.execute(db);
  return rows[0]!.position;
}

const timeMs = sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

/**
 * A table with `org_id`, the `xid` of the transaction that made a change, and columns that identify the changed
 * thing.
 */
export type Log = {
  table: string;
  columns: RawBuilder<unknown>[];
  /** The maximum number of rows of an organization that are read. */
  limit?: number;
};

/** Changes by organization, and the position after them with the database's time. */
export type ReadLog<Change> = {
  position: string;
  time_ms: number;
  changes: Map<string, Change[]>;
};

/**
 * Selects the changes of some organizations since a position of the last minutes, each once. The result is useless if
 * that position is from another incarnation.
 */
export async function selectLog<Change extends object>(
  db: Queryable,
  { table, columns, limit }: Log,
  orgIds: string[],
  since: string,
): Promise<ReadLog<Change>> {
  const snapshot = sql`${partsOf(since).snapshot}::pg_snapshot`;
  const name = sql.table(table);
  // A transaction is not visible in a snapshot if it began later or was in progress (documentation of pg_snapshot).
  const { rows } = await sql<{ position: string; time_ms: number; org_id: string | null } & Change>`
    SELECT now.*, c.* FROM (SELECT ${position} AS position, ${timeMs} AS time_ms) AS now LEFT JOIN (
      SELECT c.* FROM unnest(${textArray(orgIds)}) AS o (id)
      CROSS JOIN LATERAL (
        SELECT DISTINCT org_id, ${sql.join(columns)} FROM (
          SELECT * FROM ${name} i WHERE org_id = o.id AND xid >= pg_snapshot_xmax(${snapshot})
            AND ${isOfOurTime(sql`i.xid`)}
          UNION ALL SELECT i.* FROM pg_snapshot_xip(${snapshot}) AS under_way (xid)
            JOIN ${name} i ON i.org_id = o.id AND i.xid = under_way.xid) AS found
        LIMIT ${limit ?? null}::bigint) AS c) AS c ON true`.execute(db);
  const found = rows.filter((row) => row.org_id !== null);
  const { position: until, time_ms } = rows[0]!;
  return { position: until, time_ms, changes: Map.groupBy(found, (row) => row.org_id!) };
}

/**
 * Deletes changes of transactions that had ended before a position that every stream has passed. Also deletes changes
 * that came with a backup, under numbers of future transactions.
 */
export async function deleteChanges(db: Queryable, table: string, before: string): Promise<number> {
  const { numAffectedRows } =
    await sql`DELETE FROM ${sql.table(table)} i WHERE i.xid < pg_snapshot_xmin(${partsOf(before).snapshot}::pg_snapshot)
    OR NOT ${isOfOurTime(sql`i.xid`)}`.execute(db);
  return Number(numAffectedRows);
}
