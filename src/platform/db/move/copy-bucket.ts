/** Copies a bucket to another server by logical replication while the bucket is in use. */
import type pg from 'pg';
import { until } from '../retry.ts';
import { migrateFor } from '../migration/migrate.ts';
import { quoted } from '../schemas.ts';
import { HOME } from '../buckets/placement.ts';
import { conninfo, movedTables, MoveRefused, type OwnedServer } from './steps.ts';

/** The longest time that copying may take. */
export const COPY_MS = 24 * 3_600_000;

export type Move = {
  bucket: string;
  /** Name of the publication, the subscription and the slot. */
  channel: string;
  /** The name of the old schema until it is dropped. */
  left: string;
  source: pg.Client;
  target: pg.Client;
  from: OwnedServer;
  to: OwnedServer;
  say: (line: string) => void;
};

export async function hasSchema(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS yes',
    [name],
  );
  return rows[0]!.yes;
}

/** Removes the existing parts of the replication on both sides. */
export async function endReplication({ channel, source, target }: Move): Promise<void> {
  const { rowCount } = await target.query(
    'SELECT FROM pg_subscription WHERE subname = $1 AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())',
    [channel],
  );
  if (rowCount) {
    // Without its slot, the subscription can be dropped even if the other server does not answer.
    await target.query(`ALTER SUBSCRIPTION ${channel} DISABLE`);
    await target.query(`ALTER SUBSCRIPTION ${channel} SET (slot_name = NONE)`);
    await target.query(`DROP SUBSCRIPTION ${channel}`);
  }
  await until(
    async () => {
      const { rows } = await source.query<{ active: boolean }>(
        'SELECT active FROM pg_replication_slots WHERE slot_name = $1',
        [channel],
      );
      if (rows.length === 0) return true;
      if (!rows[0]!.active) await source.query('SELECT pg_drop_replication_slot($1)', [channel]);
      return false;
    },
    { withinMs: 30_000, everyMs: 200 },
  );
  await source.query(`DROP PUBLICATION IF EXISTS ${channel}`);
}

/** Creates the bucket at the target and fills it; resolves when the target follows the source. */
export async function copy(move: Move): Promise<void> {
  const { bucket, channel, source, target, from, to, say } = move;
  await endReplication(move);
  if (await hasSchema(target, bucket)) {
    await target.query(`DROP SCHEMA ${quoted(bucket)} CASCADE`);
    // Migration 13 creates the table and 52 drops it. The last attempt may have been interrupted in between.
    await target.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
  }
  await migrateFor(to.owner, await to.role(), to.tables, { isHome: to.name === HOME, bucket });
  // This is the only table whose own row is replaced: its changes show the progress of the target.
  await target.query(`DELETE FROM ${quoted(bucket)}.bucket_epoch`);
  const tables = [
    ...(await movedTables(source, bucket, to.tables)),
    { name: 'bucket_epoch', columns: [], isWhole: true },
  ];
  // With a column list, PostgreSQL could not update or delete rows of a table without a primary key during the copy.
  const list = tables.map(({ name, columns, isWhole }) => {
    return `${quoted(bucket)}.${quoted(name)}${isWhole ? '' : ` (${columns.join(', ')})`}`;
  });
  await source.query(`CREATE PUBLICATION ${channel} FOR TABLE ${list.join(', ')}`);
  const { rows } = await target.query<{ text: string }>(
    `SELECT format('CREATE SUBSCRIPTION ${channel} CONNECTION %L PUBLICATION ${channel}', $1::text) AS text`,
    [conninfo(from)],
  );
  await target.query(rows[0]!.text).catch((error: Error & { code?: string }) => {
    // "prohibited_sql_statement_attempted": only a superuser may connect to a server that requires no password.
    if (error.code === '2F003')
      throw new MoveRefused(
        `the owner on the server ${to.name} is not a superuser, so ${from.name} must require a password from it: see pg_hba.conf there`,
      );
    // "connection_failure": the target requests a slot from the source.
    if (error.code !== '08006') throw error;
    throw new MoveRefused(`the server ${to.name} cannot copy from ${from.name}: ${error.message}`);
  });
  let said = -1;
  let hasFailed = false;
  const isCopied = async (): Promise<boolean> => {
    const { rows: states } = await target.query<{ left: number; failures: number }>(
      `SELECT count(*) FILTER (WHERE srsubstate <> 'r')::int AS left,
         (SELECT sync_error_count::int FROM pg_stat_subscription_stats WHERE subname = $1) AS failures
       FROM pg_subscription_rel JOIN pg_subscription ON pg_subscription.oid = srsubid WHERE subname = $1`,
      [channel],
    );
    const { left, failures } = states[0]!;
    if (left !== said) say(`${tables.length - left} of ${tables.length} tables copied`);
    if (failures > 0 && !hasFailed)
      say(
        `a table could not be copied; retrying: see the log of the server ${to.name} for the reason`,
      );
    hasFailed = failures > 0;
    said = left;
    return left === 0;
  };
  if (!(await until(isCopied, { withinMs: COPY_MS, everyMs: 500 })))
    throw new MoveRefused(
      `the tables were not copied in time: see the log of the server ${to.name}`,
    );
  for (const { name } of tables) await target.query(`ANALYZE ${quoted(bucket)}.${quoted(name)}`);
}
