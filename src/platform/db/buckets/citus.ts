/**
 * Citus as a place for buckets. A bucket on a node is a distributed schema: all its tables are on that node, and the
 * catalogue says on which. Every node knows the tables of every such bucket, and would pass a statement on to the node that
 * has them, where the session's settings and locks mean nothing. The service's role has no way from node to node, so a
 * session that asks the wrong node is refused (08006, as a server that is away) and never finds the bucket empty.
 */
import type pg from 'pg';
import { until } from '../../concurrency/until.ts';
import type { ConnectionSettings } from '../database.ts';
import { quoted, withAddress, withOptions } from '../schemas.ts';
import { byBucket, NODE_NAME, PLACES_ON_NODES, type PlaceOnNode } from './placement.ts';

/** Citus removes what a move leaves at a node by itself, every 15 seconds, and a move that meets it doing so fails. */
const LEFT_OVER = { withinMs: 60_000, everyMs: 500 };

/** A node as a server of buckets. */
export type Node = { name: string; host: string; port: number };

const NODES = `SELECT ${NODE_NAME} AS name, nodename AS host, nodeport AS port, shouldhaveshards AS takes FROM pg_catalog.pg_dist_node
  WHERE noderole = 'primary' AND isactive ORDER BY groupid`;

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

/** The nodes; none without Citus. */
export async function nodesOf(home: pg.Client): Promise<Node[]> {
  if (!(await hasCitus(home))) return [];
  return (await home.query<Node>(NODES)).rows;
}

/** The servers of buckets that are distributed schemas, by the names of buckets; none without Citus. */
export async function placesOf(home: pg.Client): Promise<Map<string, string>> {
  if (!(await hasCitus(home))) return new Map();
  return byBucket((await home.query<PlaceOnNode>(PLACES_ON_NODES)).rows);
}

/** The same connection to a node. */
export function connectionTo(connection: ConnectionSettings, node: Node): ConnectionSettings {
  return withAddress(connection, node.host, node.port);
}

/**
 * A connection whose transactions can be prepared. Citus refuses that to a client that has written to a distributed table,
 * because it cannot prepare what other nodes did for it. Here no other node does anything; nodes themselves may, so the
 * session says that it is one's (`citus_internal`), and that it may use distributed tables all the same.
 */
export function preparing(connection: ConnectionSettings): ConnectionSettings {
  return {
    ...withOptions(connection, '-c citus.allow_nested_distributed_execution=on'),
    application_name: 'citus_internal gpid=1',
  };
}

/** Tells whether a session of the service could be passed on to other nodes. */
export async function leadsToOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean | null }>(
    `SELECT bool_or(success) AS yes FROM run_command_on_all_nodes('SELECT 1')
     WHERE nodeid NOT IN (SELECT nodeid FROM pg_catalog.pg_dist_node JOIN pg_catalog.pg_dist_local_group USING (groupid))`,
  );
  return rows[0]!.yes === true;
}

/** Has migrations make triggers in distributed schemas: those of Oriki ask for their own bucket only. */
export async function allowTriggers(owner: pg.Client): Promise<void> {
  if (await hasCitus(owner)) await owner.query('SET citus.enable_unsafe_triggers = on');
}

/** A node that takes no buckets. */
export class NodeRefused extends Error {}

/** Puts a bucket that nobody uses yet on a node. Can be repeated. */
export async function distribute(home: pg.Client, bucket: string, node: string): Promise<void> {
  await allowTriggers(home);
  await addressOf(home, node);
  if (!(await placesOf(home)).has(bucket))
    await home.query('SELECT citus_schema_distribute($1)', [bucket]);
  // The rows that it was made with; they stay behind where it was.
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
      `${node} takes no buckets from Citus: it is none of its nodes, or has no shouldhaveshards`,
    );
  return rows[0];
}

/** Moves a distributed schema to a node, unless it is there: Citus copies it while it is used. */
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
    throw new NodeRefused(`${node} still has what the last move of ${bucket} left: run it again`);
}
