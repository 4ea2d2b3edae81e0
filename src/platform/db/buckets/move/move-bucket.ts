/**
 * Moves a bucket to another server while it is used: its rows are copied by logical replication (PostgreSQL's manual, chapter
 * "Logical Replication"), which follows the changes meanwhile. Then the tables are locked until the last change has arrived,
 * and the schema is renamed, so that whoever still comes is refused; the row in `buckets` says where it is from then on. A
 * move that was cut off is gone on with by the same call: before the renaming it begins anew, after it the rest is done.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { clock } from '../../../clock.ts';
import { until } from '../../../concurrency/until.ts';
import { withClient } from '../../client.ts';
import { migrateFor } from '../../migration/migrate.ts';
import { quoted, SHARED } from '../../schemas.ts';
import { CITUS, HOME, PLACES_CHANNEL } from '../placement.ts';
import {
  assertLogical,
  assertMayCopyTo,
  conninfo,
  lockTables,
  movedTables,
  MoveRefused,
  takeMove,
  type OwnedServer,
  endLeasesByTime,
} from './steps.ts';
import { moveOnNodes } from './on-nodes.ts';

/**
 * Taking the locks of all tables may take so long. Less than PostgreSQL's deadlock_timeout (1 s), so that the move gives
 * way before a request is ended as the victim of a deadlock.
 */
const LOCKING_MS = 500;
/** The locked tables wait for so long at most until the target has everything. */
const LOCKED_MS = 1000;
const SWITCH_TRIES = 20;
const PAUSE_MS = 3000;
/** Copying may take so long. */
const COPY_MS = 24 * 3_600_000;

type Move = {
  bucket: string;
  /** Name of the publication, the subscription and the slot. */
  channel: string;
  /** Name of the schema that is left behind, until it is dropped. */
  left: string;
  source: pg.Client;
  target: pg.Client;
  from: OwnedServer;
  to: OwnedServer;
  say: (line: string) => void;
};

function channelOf(bucket: string): string {
  return `oriki_move_${bucket}`;
}
function leftOf(bucket: string): string {
  return `left_${bucket}`;
}

async function hasSchema(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS yes',
    [name],
  );
  return rows[0]!.yes;
}

/** Removes what copies rows, on both sides, as far as it is there. */
async function endReplication({ channel, source, target }: Move): Promise<void> {
  const { rowCount } = await target.query(
    'SELECT FROM pg_subscription WHERE subname = $1 AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())',
    [channel],
  );
  if (rowCount) {
    // Without its slot it can be dropped whatever the other server says.
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

/** Makes the bucket at the target and has it filled; resolves when the target follows the source. */
async function copy(move: Move): Promise<void> {
  const { bucket, channel, source, target, from, to, say } = move;
  await endReplication(move);
  if (await hasSchema(target, bucket)) {
    await target.query(`DROP SCHEMA ${quoted(bucket)} CASCADE`);
    // Migration 13 makes it and 52 drops it: in between the last try may have been cut off.
    await target.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
  }
  await migrateFor(to.owner, await to.role(), { isHome: to.name === HOME, bucket });
  // The one table whose own row is replaced: its changes tell how far the target has come.
  await target.query(`DELETE FROM ${quoted(bucket)}.bucket_epoch`);
  const tables = [
    ...(await movedTables(source, bucket)),
    { name: 'bucket_epoch', columns: [], isWhole: true },
  ];
  // With a list of columns, rows of a table without a primary key could not be changed or deleted meanwhile.
  const list = tables.map(({ name, columns, isWhole }) => {
    return `${quoted(bucket)}.${quoted(name)}${isWhole ? '' : ` (${columns.join(', ')})`}`;
  });
  await source.query(`CREATE PUBLICATION ${channel} FOR TABLE ${list.join(', ')}`);
  const { rows } = await target.query<{ text: string }>(
    `SELECT format('CREATE SUBSCRIPTION ${channel} CONNECTION %L PUBLICATION ${channel}', $1::text) AS text`,
    [conninfo(from)],
  );
  await target.query(rows[0]!.text).catch((error: Error & { code?: string }) => {
    // "connection_failure": the target asks the source for a slot.
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
    if (left !== said) say(`${tables.length - left} of ${tables.length} tables are copied`);
    if (failures > 0 && !hasFailed)
      say(
        `a table could not be copied and is tried again: the log of the server ${to.name} says why`,
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

/** A mark that changes whenever the row of epochs was written. */
async function markOf(client: pg.Client, bucket: string): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    `SELECT xmin::text AS mark FROM ${quoted(bucket)}.bucket_epoch`,
  );
  return rows[0]!.mark;
}

/**
 * Locks all tables, waits until the target has everything, and renames the schema. Changes are applied in the order of their
 * commits: once the target has one that came after the lock, it has all.
 * @returns false when it took too long: writers go on
 */
async function switchOver(move: Move): Promise<boolean> {
  const { bucket, left, source, target, from } = move;
  const before = await markOf(target, bucket);
  try {
    await source.query('BEGIN');
    await lockTables(source, bucket, 'ACCESS EXCLUSIVE', LOCKING_MS);
    await withClient(from.owner, (other) =>
      other.query(`UPDATE ${quoted(bucket)}.bucket_epoch SET epoch = epoch`),
    );
    const isThere = async (): Promise<boolean> => (await markOf(target, bucket)) !== before;
    if (!(await until(isThere, { withinMs: LOCKED_MS, everyMs: 10 }))) {
      await source.query('ROLLBACK');
      return false;
    }
    await source.query(`ALTER SCHEMA ${quoted(bucket)} RENAME TO ${quoted(left)}`);
    await source.query('COMMIT');
    return true;
  } catch (error) {
    await source.query('ROLLBACK').catch(() => {});
    const { code } = error as { code?: string };
    // A lock that did not come in time, or a deadlock.
    if (code === '57014' || code === '40P01') return false;
    throw error;
  }
}

/** After the switch: the target is the bucket, whatever happens. Each step can be repeated. */
async function finish(move: Move, home: pg.Client): Promise<void> {
  const { bucket, left, source, target, to } = move;
  await endLeasesByTime(target, bucket);
  const { rows } = await home.query<{ epoch: string }>(
    `SELECT epoch + 1 AS epoch FROM ${SHARED}.buckets WHERE name = $1 AND server <> $2`,
    [bucket, to.name],
  );
  if (rows[0]) {
    // Whoever has not heard of this move is refused at the server that is left also when the bucket comes back to it.
    const { epoch } = rows[0];
    await target.query(`UPDATE ${quoted(bucket)}.bucket_epoch SET epoch = $1`, [epoch]);
    await home.query(`UPDATE ${SHARED}.buckets SET server = $2, epoch = $3 WHERE name = $1`, [
      bucket,
      to.name,
      epoch,
    ]);
  }
  await home.query(`NOTIFY ${PLACES_CHANNEL}`);
  await endReplication(move);
  await source.query(`DROP SCHEMA IF EXISTS ${quoted(left)} CASCADE`);
}

/**
 * Moves a bucket.
 * @param servers every server, by its name
 * @returns how long the tables were locked, in milliseconds; of a node of Citus nobody knows
 * @throws MoveRefused; what PostgreSQL says
 */
export async function moveBucket(
  servers: ReadonlyMap<string, OwnedServer>,
  bucket: string,
  to: string,
  say: (line: string) => void,
): Promise<{ bucket: string; from: string; to: string; lockedMs?: number }> {
  const serverNamed = (name: string): OwnedServer => {
    const found = servers.get(name);
    if (!found) throw new MoveRefused(`there is no server ${name}: ORIKI_SERVERS does not name it`);
    return found;
  };
  return withClient(serverNamed(HOME).owner, async (home) => {
    await takeMove(home);
    const { rows } = await home.query<{ server: string }>(
      `SELECT server FROM ${SHARED}.buckets WHERE name = $1`,
      [bucket],
    );
    if (!rows[0])
      throw new MoveRefused(`there is no bucket ${bucket}: oriki buckets list names them`);
    const target = serverNamed(to);
    if (rows[0].server === CITUS) return moveOnNodes(home, serverNamed, bucket, to);
    if (target.isNode)
      throw new MoveRefused(
        `${bucket} is not one that Citus has: oriki buckets add makes buckets on ${to}, and oriki org move fills them`,
      );
    const from =
      rows[0].server === to
        ? await leftBehind(servers, target, bucket)
        : serverNamed(rows[0].server);
    if (!from) throw new MoveRefused(`${bucket} is on ${to} already`);
    return withClient(from.owner, (sourceClient) =>
      withClient(target.owner, async (targetClient) => {
        const move: Move = {
          bucket,
          channel: channelOf(bucket),
          left: leftOf(bucket),
          source: sourceClient,
          target: targetClient,
          from,
          to: target,
          say,
        };
        let lockedMs = 0;
        if (await hasSchema(sourceClient, bucket)) {
          await assertLogical(sourceClient, from.name);
          await assertMayCopyTo(targetClient, to);
          await copy(move);
          lockedMs = await switchInTime(move);
        }
        await finish(move, home);
        return { bucket, from: from.name, to, lockedMs };
      }),
    );
  });
}

/** The server that a move has left, and where it was cut off before everything was removed. */
async function leftBehind(
  servers: ReadonlyMap<string, OwnedServer>,
  target: OwnedServer,
  bucket: string,
): Promise<OwnedServer | undefined> {
  for (const server of servers.values()) {
    if (server === target) continue;
    const isLeft = await withClient(server.owner, async (client) => {
      const { rowCount } = await client.query('SELECT FROM pg_publication WHERE pubname = $1', [
        channelOf(bucket),
      ]);
      return rowCount === 1 || (await hasSchema(client, leftOf(bucket)));
    });
    if (isLeft) return server;
  }
  return undefined;
}

async function switchInTime(move: Move): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const began = clock.monotonicMs();
    if (await switchOver(move)) return Math.round(clock.monotonicMs() - began);
    if (tries === SWITCH_TRIES)
      throw new MoveRefused(
        'the tables could not be locked, or the target does not keep up: run it again when there is less to do',
      );
    move.say('somebody works at the bucket for long, or the target is behind: trying again');
    await sleep(PAUSE_MS);
  }
}
