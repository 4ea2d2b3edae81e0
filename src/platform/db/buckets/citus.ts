/**
 * Citus as a place for buckets. A bucket on a node is a distributed schema: all its tables are on that node, and the
 * catalog names the node. Every node knows the tables of every such bucket. It would forward a statement to the node
 * with the tables, where the session's settings and locks have no effect. The service's role cannot connect from node
 * to node. So a session on the wrong node is rejected (08006, as for an unavailable server) and never finds the bucket
 * empty.
 */
import type pg from 'pg';
import { until } from '../retry.ts';
import type { ConnectionSettings } from '../database.ts';
import { quoted, withAddress, withOptions } from '../schemas.ts';
import { byBucket, NODE_NAME, PLACES_ON_NODES, type PlaceOnNode } from './placement.ts';

/** Matches the error of a move during Citus's cleanup of an earlier move. The cleanup runs every 15 seconds. */
const LEFT_OVER = { withinMs: 60_000, everyMs: 500 };

/** A node as a server of buckets. */
export type Node = { name: string; host: string; port: number };

const NODES = `SELECT ${NODE_NAME} AS name, nodename AS host, nodeport AS port, shouldhaveshards AS takes FROM pg_catalog.pg_dist_node
  WHERE noderole = 'primary' AND isactive ORDER BY groupid`;

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

/** The nodes; empty without Citus. */
export async function nodesOf(home: pg.Client): Promise<Node[]> {
  if (!(await hasCitus(home))) return [];
  return (await home.query<Node>(NODES)).rows;
}

/** The servers of buckets that are distributed schemas, by bucket name; empty without Citus. */
export async function placesOf(home: pg.Client): Promise<Map<string, string>> {
  if (!(await hasCitus(home))) return new Map();
  return byBucket((await home.query<PlaceOnNode>(PLACES_ON_NODES)).rows);
}

/** Returns the same connection settings for a node. */
export function connectionTo(connection: ConnectionSettings, node: Node): ConnectionSettings {
  return withAddress(connection, node.host, node.port);
}

/**
 * Returns a connection whose transactions can be prepared. Citus forbids that to a client that has written to a
 * distributed table, because it cannot prepare the work of other nodes. Here no other node takes part. Nodes themselves
 * may prepare, so the session declares itself a node's (`citus_internal`) and still uses distributed tables.
 */
export function preparing(connection: ConnectionSettings): ConnectionSettings {
  return {
    ...withOptions(connection, '-c citus.allow_nested_distributed_execution=on'),
    application_name: 'citus_internal gpid=1',
  };
}

/** Returns true if Citus could forward a session of the service to other nodes. */
export async function leadsToOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean | null }>(
    `SELECT bool_or(success) AS yes FROM run_command_on_all_nodes('SELECT 1')
     WHERE nodeid NOT IN (SELECT nodeid FROM pg_catalog.pg_dist_node JOIN pg_catalog.pg_dist_local_group USING (groupid))`,
  );
  return rows[0]!.yes === true;
}

/** Allows migrations to create triggers in distributed schemas. Oriki's triggers only read their own bucket. */
export async function allowTriggers(owner: pg.Client): Promise<void> {
  if (await hasCitus(owner)) await owner.query('SET citus.enable_unsafe_triggers = on');
}

/** Thrown for a node that cannot hold buckets. */
export class NodeRefused extends Error {}

/** Puts an unused bucket on a node. Can be repeated. */
export async function distribute(home: pg.Client, bucket: string, node: string): Promise<void> {
  await allowTriggers(home);
  await addressOf(home, node);
  if (!(await placesOf(home)).has(bucket))
    await home.query('SELECT citus_schema_distribute($1)', [bucket]);
  // The rows from the bucket's creation do not move with the schema.
  for (const table of ['schema_migrations', 'bucket_epoch'])
    await home.query('SELECT truncate_local_data_after_distributing_table($1)', [
      `${quoted(bucket)}.${table}`,
    ]);
  await moveSchema(home, bucket, node);
}

async function addressOf(home: pg.Client, node: string): Promise<Node> {
  const { rows } = await home.query<Node>(
    `SELECT * FROM (${NODES}) AS n WHERE name = $1 AND takes`,
    [node],
  );
  if (!rows[0])
    throw new NodeRefused(
      `Citus cannot put a bucket on ${node}: it is not one of its nodes, or shouldhaveshards is false`,
    );
  return rows[0];
}

/** Moves a distributed schema to a node, unless it is already there. Citus copies it while it is in use. */
export async function moveSchema(home: pg.Client, bucket: string, node: string): Promise<void> {
  if ((await placesOf(home)).get(bucket) === node) return;
  const to = await addressOf(home, node);
  const isMoved = async (): Promise<boolean> => {
    try {
      await home.query('SELECT citus_schema_move($1::regnamespace, $2::text, $3::int)', [
        bucket,
        to.host,
        to.port,
      ]);
      return true;
    } catch (error) {
      if (!(error as Error).message.includes('leftover from the previous move')) throw error;
      return false;
    }
  };
  if (!(await until(isMoved, LEFT_OVER)))
    throw new NodeRefused(
      `${node} still has data of the last move of ${bucket}: run the command again`,
    );
}
