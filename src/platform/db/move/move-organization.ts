/**
 * Moves the rows of one organization to another bucket, all or none. During the move the old bucket is closed, and its
 * epoch rises: processes with the old placement are rejected. No session writes to rows that are being copied, because
 * all open sessions are ended first and new ones wait.
 */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { newId } from '../../ids.ts';
import { until } from '../retry.ts';
import { withClient } from '../client.ts';
import { quoted, SHARED } from '../schemas.ts';
import type { Tables } from '../tables.ts';
import { placesOf } from '../buckets/citus.ts';
import { CITUS, HOME, nextEpoch, PLACES_CHANNEL } from '../buckets/placement.ts';
import { nameOfPart } from '../buckets/two-phase.ts';
import {
  assertMayCopyTo,
  assertRegions,
  lockTables,
  movedTables,
  MoveRefused,
  takeMove,
  type MovedTable,
  type OwnedServer,
} from './steps.ts';

/** The longest wait for sessions to end. */
const ENDING_MS = 10_000;

type Side = { client: pg.Client; bucket: string };

/** The tables that have rows of organizations. */
function ofOrganizations(tables: MovedTable[]): MovedTable[] {
  return tables.filter(({ columns }) => columns.includes('org_id'));
}

/**
 * Closes the bucket until the transaction ends: entering sessions wait, and sessions inside it are ended.
 * @param there on the server that has the bucket
 */
async function close(
  { client, bucket }: Side,
  tables: Tables,
  role: string,
  there: pg.Client,
): Promise<void> {
  await client.query(`LOCK TABLE ${quoted(bucket)}.bucket_epoch IN ACCESS EXCLUSIVE MODE`);
  const { rows } = await there.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  // Sessions that begin later must enter the bucket first.
  const areEnded = async (): Promise<boolean> => {
    // Otherwise a transaction would see the same activity again.
    await there.query('SELECT pg_stat_clear_snapshot()');
    const { rowCount } = await there.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = $1 AND pid <> pg_backend_pid()
         AND backend_start <= $2::timestamptz`,
      [role, rows[0]!.now],
    );
    return rowCount === 0;
  };
  if (!(await until(areEnded, { withinMs: ENDING_MS, everyMs: 20 })))
    throw new MoveRefused('sessions of the service do not end: run the command again');
  // Prepared parts of transactions over several servers hold locks until they are decided.
  await lockTables(client, bucket, tables, 'EXCLUSIVE', ENDING_MS);
}

/** Copies the rows from one bucket into another with triggers disabled, so that no effect happens a second time. */
async function copyRows(
  source: Side,
  target: Side,
  orgId: string,
  tables: Tables,
): Promise<number> {
  let count = 0;
  for (const { name, columns } of ofOrganizations(
    await movedTables(source.client, source.bucket, tables),
  )) {
    const list = columns.join(', ');
    const selected = `SELECT ${list} FROM ${quoted(source.bucket)}.${quoted(name)} WHERE org_id = '${orgId}'`;
    const into = `${quoted(target.bucket)}.${quoted(name)} (${list})`;
    if (source.client === target.client) {
      const { rowCount } = await source.client.query(`INSERT INTO ${into} ${selected}`);
      count += rowCount ?? 0;
      continue;
    }
    const writing = target.client.query(copyFrom(`COPY ${into} FROM STDIN (FORMAT binary)`));
    await pipeline(
      source.client.query(copyTo(`COPY (${selected}) TO STDOUT (FORMAT binary)`)),
      writing,
    );
    count += writing.rowCount;
  }
  return count;
}

/** Deletes the rows. Disables, during the deletion, the triggers that keep tables append-only. */
async function deleteRows({ client, bucket }: Side, orgId: string): Promise<void> {
  const refuse = `${quoted(bucket)}.refuse_change()`;
  const { rows: made } = await client.query<{ text: string }>(
    'SELECT pg_get_functiondef($1::regprocedure) AS text',
    [refuse],
  );
  await client.query(
    `CREATE OR REPLACE FUNCTION ${refuse} RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  );
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'org_id'
     WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'`,
    [bucket],
  );
  for (const { name } of rows)
    await client.query(`DELETE FROM ${quoted(bucket)}.${quoted(name)} WHERE org_id = $1`, [orgId]);
  await client.query(made[0]!.text);
}

/** A transaction of the owner on one server, and the role that can end its prepared part. */
type Part = Side & { server: string; service: string };

/**
 * Checks that the owner may take the service's role. Only the role that prepared a part can end it, and the service
 * does the recovery.
 * @throws MoveRefused unless the owner may
 */
async function assertMayLeaveTo({ client, server, service }: Part): Promise<void> {
  const { rows } = await client.query<{ role: string }>('SELECT current_user::text AS role');
  const { role } = rows[0]!;
  try {
    await client.query(`SET ROLE ${quoted(service)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new MoveRefused(
      `the owner ${role} may not let ${service} end the move on the server ${server}: a superuser there must run GRANT ${service} TO ${role}`,
    );
  }
  await client.query('RESET ROLE');
}

/**
 * Commits on every server. The old bucket decides about the rows in the new one, and the bucket with the rows decides
 * about the placement. No process finds the organization without its rows: it is rejected until all is committed. The
 * worker's `recover` ends an interrupted commit.
 * @param parts one for each server, with an open transaction: of the old bucket, of the new one, of the shared tables
 */
async function commitAll(parts: Part[]): Promise<void> {
  const id = newId('txn');
  const [first, ...others] = parts;
  const names = others.map((_, i) => nameOfPart(parts[i]!.bucket, id, i));
  for (const { client, bucket } of parts.slice(0, -1))
    await client.query(
      `INSERT INTO ${quoted(bucket)}.transaction_decisions (id, outcome) VALUES ($1, 'committed')`,
      [id],
    );
  for (const [i, { client, server, service }] of others.entries()) {
    await client.query(`SET ROLE ${quoted(service)}`);
    await client
      .query(`PREPARE TRANSACTION '${names[i]}'`)
      .catch((error: Error & { code?: string }) => {
        // "object_not_in_prerequisite_state"
        if (error.code !== '55000') throw error;
        throw new MoveRefused(
          `the server ${server} cannot prepare transactions: set max_prepared_transactions = 100 there and restart it`,
        );
      });
  }
  await first!.client.query('COMMIT');
  for (const [i, { client }] of others.entries())
    await client.query(`COMMIT PREPARED '${names[i]}'`);
}

/** Gives a closed bucket its next epoch. @returns the epoch */
async function raiseEpoch({ client, bucket }: Side): Promise<string> {
  const epochs = `${quoted(bucket)}.bucket_epoch`;
  const { rows } = await client.query<{ epoch: string }>(`SELECT epoch FROM ${epochs}`);
  const epoch = String(nextEpoch(rows[0]!.epoch));
  await client.query(`UPDATE ${epochs} SET epoch = $1`, [epoch]);
  return epoch;
}

/**
 * Moves an organization.
 * @param servers every server, by name
 * @param channels the channels on which processes drop what they keep in memory about organizations
 * @returns the number of rows
 * @throws MoveRefused
 */
export async function moveOrganization(
  servers: ReadonlyMap<string, OwnedServer>,
  orgId: string,
  to: string,
  channels: readonly string[],
): Promise<{ id: string; from: string; to: string; rows: number }> {
  return withClient(servers.get(HOME)!.owner, async (home) => {
    await takeMove(home);
    const { tables } = servers.get(HOME)!;
    const { rows } = await home.query<{ name: string; server: string; own: boolean }>(
      `SELECT name, server, name = (SELECT bucket FROM ${SHARED}.organizations WHERE id = $2) AS own
       FROM ${SHARED}.buckets WHERE name = $1 OR name = (SELECT bucket FROM ${SHARED}.organizations WHERE id = $2)`,
      [to, orgId],
    );
    const [source, target] = [rows.find(({ own }) => own), rows.find(({ name }) => name === to)];
    if (!source) throw new MoveRefused('no organization has this id');
    if (!target)
      throw new MoveRefused(`bucket ${to} does not exist: oriki buckets list shows all buckets`);
    if (source === target) throw new MoveRefused(`the organization is already in ${to}`);
    await assertRegions(home, target.server, 'id', orgId);
    const isOnNode = source.server === CITUS || target.server === CITUS;
    const connect = async <T>(name: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
      // On Citus one transaction of the coordinator changes all nodes, and commits on all or none.
      if (name === CITUS || isOnNode || (name === HOME && target.server === HOME)) return use(home);
      const server = servers.get(name);
      if (!server) throw new MoveRefused(`ORIKI_SERVERS does not name the server ${name}`);
      return withClient(server.owner, use);
    };
    const place =
      source.server === CITUS ? (await placesOf(home)).get(source.name)! : source.server;
    return connect(source.server, (from) => {
      const move = async (into: pg.Client): Promise<number> => {
        const clients = [...new Set([from, into, home])];
        const partOf = async (client: pg.Client): Promise<Part> => {
          const { name, server } =
            client === from ? source : client === into ? target : { name: SHARED, server: HOME };
          const { user: service } = await servers.get(isOnNode ? HOME : server)!.role();
          return { client, bucket: name, server, service };
        };
        try {
          if (into !== from) await assertMayCopyTo(into, target.server);
          const parts = await Promise.all(clients.map(partOf));
          for (const part of parts.slice(1)) await assertMayLeaveTo(part);
          for (const client of clients) {
            await client.query('BEGIN');
            // The bucket is closed, so a session with a long row lock must not keep it closed.
            await client.query(`SET LOCAL lock_timeout = ${ENDING_MS}`);
            if (isOnNode) await client.query("SET LOCAL citus.propagate_set_commands = 'local'");
            await client.query('SET LOCAL session_replication_role = replica');
          }
          const left = { client: from, bucket: source.name };
          const { user } = await servers.get(place)!.role();
          if (place === source.server) await close(left, tables, user, from);
          else
            await withClient(servers.get(place)!.owner, (there) =>
              close(left, tables, user, there),
            );
          const count = await copyRows(left, { client: into, bucket: to }, orgId, tables);
          await deleteRows(left, orgId);
          const epoch = await raiseEpoch(left);
          await home.query(`UPDATE ${SHARED}.organizations SET bucket = $2 WHERE id = $1`, [
            orgId,
            to,
          ]);
          await home.query(`UPDATE ${SHARED}.buckets SET epoch = $2 WHERE name = $1`, [
            source.name,
            epoch,
          ]);
          await commitAll(parts);
          return count;
        } catch (error) {
          for (const client of clients) await client.query('ROLLBACK').catch(() => {});
          // "lock_not_available", and "query_canceled" for all locks together
          if (!['55P03', '57014'].includes((error as { code?: string }).code ?? '')) throw error;
          throw new MoveRefused(
            'another session holds locks that the move needs: run the command again',
          );
        }
      };
      return (source.server === target.server ? move(from) : connect(target.server, move)).then(
        async (count) => {
          await home.query(`NOTIFY ${PLACES_CHANNEL}`);
          for (const channel of channels) await home.query(`NOTIFY ${quoted(channel)}`);
          return { id: orgId, from: source.name, to, rows: count };
        },
      );
    });
  });
}
