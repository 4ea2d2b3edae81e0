/**
 * Moves a bucket to another server while it is in use. Logical replication (PostgreSQL's manual, chapter "Logical
 * Replication") copies its rows and follows the changes. Then the tables are locked until the last change has arrived.
 * The schema is renamed, and late sessions are rejected. From then on the row in `buckets` names the new server. The
 * same call continues an interrupted move: before the renaming it starts again, and after the renaming it completes the
 * remaining steps.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { clock } from '../../clock.ts';
import { until } from '../retry.ts';
import { withClient } from '../client.ts';
import { quoted, SHARED } from '../schemas.ts';
import { CITUS, HOME, nextEpoch, PLACES_CHANNEL } from '../buckets/placement.ts';
import { copy, COPY_MS, endReplication, hasSchema, type Move } from './copy-bucket.ts';
import {
  assertLogical,
  assertMayCopyTo,
  assertRegions,
  lockTables,
  MoveRefused,
  takeMove,
  type OwnedServer,
  endLeasesByTime,
} from './steps.ts';
import { moveOnNodes } from './on-nodes.ts';

/**
 * The longest time for locking all tables. It is less than PostgreSQL's deadlock_timeout (1 s). So the move gives up
 * its locks before PostgreSQL ends a request as the victim of a deadlock.
 */
const LOCKING_MS = 500;
/** The longest time for which the tables stay locked until the target has all rows. */
const LOCKED_MS = 1000;
const SWITCH_TRIES = 20;
const PAUSE_MS = 3000;

function channelOf(bucket: string): string {
  return `oriki_move_${bucket}`;
}
function leftOf(bucket: string): string {
  return `left_${bucket}`;
}

/** Returns a mark that changes whenever the epoch row is written. */
async function markOf(client: pg.Client, bucket: string): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    `SELECT xmin::text AS mark FROM ${quoted(bucket)}.bucket_epoch`,
  );
  return rows[0]!.mark;
}

/**
 * Locks all tables, waits until the target has all rows, and renames the schema. Changes are applied in commit order:
 * once the target has a change from after the lock, it has all.
 * @returns false when it took too long; writers then continue
 */
async function switchOver(move: Move): Promise<boolean> {
  const { bucket, left, source, target, from } = move;
  const before = await markOf(target, bucket);
  try {
    await source.query('BEGIN');
    await lockTables(source, bucket, from.tables, 'ACCESS EXCLUSIVE', LOCKING_MS);
    await withClient(from.owner, (other) =>
      other.query(`UPDATE ${quoted(bucket)}.bucket_epoch SET epoch = epoch`),
    );
    const isThere = async (): Promise<boolean> => (await markOf(target, bucket)) !== before;
    if (!(await until(isThere, { withinMs: LOCKED_MS, everyMs: 10 }))) {
      await source.query('ROLLBACK');
      // Otherwise the next attempt would mistake this mark for its own and lose the writes in between.
      await until(isThere, { withinMs: COPY_MS, everyMs: 100 });
      return false;
    }
    await source.query(`ALTER SCHEMA ${quoted(bucket)} RENAME TO ${quoted(left)}`);
    await source.query('COMMIT');
    return true;
  } catch (error) {
    await source.query('ROLLBACK').catch(() => {});
    const { code } = error as { code?: string };
    // The lock was not granted in time, or there was a deadlock.
    if (code === '57014' || code === '40P01') return false;
    throw error;
  }
}

/** After the switch the target is the bucket, even if a later step fails. Each step can be repeated. */
async function finish(move: Move, home: pg.Client): Promise<void> {
  const { bucket, left, source, target, to } = move;
  await endLeasesByTime(target, bucket, to.tables);
  const { rows } = await home.query<{ epoch: string }>(
    `SELECT epoch FROM ${SHARED}.buckets WHERE name = $1 AND server <> $2`,
    [bucket, to.name],
  );
  if (rows[0]) {
    // With this epoch, the old server also rejects processes that missed this move if the bucket returns to it later.
    const epoch = nextEpoch(rows[0].epoch);
    await target.query(`UPDATE ${quoted(bucket)}.bucket_epoch SET epoch = $1`, [String(epoch)]);
    await home.query(`UPDATE ${SHARED}.buckets SET server = $2, epoch = $3 WHERE name = $1`, [
      bucket,
      to.name,
      String(epoch),
    ]);
  }
  await home.query(`NOTIFY ${PLACES_CHANNEL}`);
  await endReplication(move);
  await source.query(`DROP SCHEMA IF EXISTS ${quoted(left)} CASCADE`);
}

/**
 * Moves a bucket.
 * @param servers every server, by name
 * @returns how long the tables were locked, in milliseconds; unknown for a node of Citus
 * @throws MoveRefused; errors of PostgreSQL
 */
export async function moveBucket(
  servers: ReadonlyMap<string, OwnedServer>,
  bucket: string,
  to: string,
  say: (line: string) => void,
): Promise<{ bucket: string; from: string; to: string; lockedMs?: number }> {
  const serverNamed = (name: string): OwnedServer => {
    const found = servers.get(name);
    if (!found) throw new MoveRefused(`server ${name} is unknown: ORIKI_SERVERS does not name it`);
    return found;
  };
  return withClient(serverNamed(HOME).owner, async (home) => {
    await takeMove(home);
    const { rows } = await home.query<{ server: string }>(
      `SELECT server FROM ${SHARED}.buckets WHERE name = $1`,
      [bucket],
    );
    if (!rows[0])
      throw new MoveRefused(
        `bucket ${bucket} does not exist: oriki buckets list shows all buckets`,
      );
    const target = serverNamed(to);
    if (rows[0].server === CITUS) return moveOnNodes(home, serverNamed, bucket, to);
    if (target.isNode)
      throw new MoveRefused(
        `${bucket} is not on Citus: create buckets on ${to} with oriki buckets add, and move organizations there with oriki org move`,
      );
    const from =
      rows[0].server === to
        ? await leftBehind(servers, target, bucket)
        : serverNamed(rows[0].server);
    if (!from) throw new MoveRefused(`${bucket} is already on ${to}`);
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
          await assertRegions(home, to, 'bucket', bucket);
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

/** Returns the server on which an interrupted move has left parts to remove. */
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
        'the tables could not be locked, or the target cannot keep up: run the command again when the load is lower',
      );
    move.say('a long transaction uses the bucket, or the target is behind: trying again');
    await sleep(PAUSE_MS);
  }
}
