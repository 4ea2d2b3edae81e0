import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/** Facts of a server about its standbys, the WAL that it keeps for them, and transactions in doubt. */
export type ReplicationFacts = {
  standbys: number;
  /** The number of standbys that confirm commits; 0 if the role may not see it. */
  confirming: number;
  /** The number of standbys that commits require. */
  required: number;
  /** The WAL in bytes that the slowest standby has not replayed; null without standbys, and if the role may not see it. */
  lagBytes: number | null;
  /** False if the role sees only the number of standbys. */
  seesStandbys: boolean;
  slots: { name: string; isActive: boolean; isLost: boolean; bytes: number }[];
  /** Prepared transactions in this database. */
  inDoubt: number;
  /** The age in seconds of the oldest prepared transaction; 0 without. */
  inDoubtSeconds: number;
};

/** `synchronous_standby_names` is a list, of which one is required, or `[FIRST | ANY] number (list)`. */
const REQUIRED = sql`CASE current_setting('synchronous_standby_names') WHEN '' THEN 0 ELSE
  coalesce(substring(current_setting('synchronous_standby_names')
    FROM '(?i)^\\s*(?:(?:first|any)\\s+)?(\\d+)\\s*\\(')::integer, 1) END`;

const POSITION = sql`CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END`;

/** @throws the driver's error if the server does not answer */
export async function replicationFacts(db: Queryable): Promise<ReplicationFacts> {
  const { rows } = await sql<ReplicationFacts>`
    SELECT r.*, x.*,
      ${REQUIRED} AS required,
      pg_has_role('pg_read_all_stats', 'USAGE') AS "seesStandbys",
      coalesce((SELECT json_agg(json_build_object('name', slot_name, 'isActive', active,
        'isLost', coalesce(wal_status = 'lost', false),
        'bytes', coalesce(pg_wal_lsn_diff(${POSITION}, restart_lsn), 0)) ORDER BY slot_name)
        FROM pg_replication_slots WHERE slot_type = 'physical' AND restart_lsn IS NOT NULL), '[]') AS slots
    FROM (SELECT count(*)::integer AS standbys,
        (count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')))::integer AS confirming,
        max(pg_wal_lsn_diff(${POSITION}, replay_lsn))::float8 AS "lagBytes"
      FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup') AS r,
    (SELECT count(*)::integer AS "inDoubt",
        coalesce(extract(epoch FROM clock_timestamp() - min(prepared)), 0)::float8 AS "inDoubtSeconds"
      FROM pg_prepared_xacts WHERE database = current_database()) AS x`.execute(db);
  return rows[0]!;
}
