import type { Config } from '../../config/config.ts';
import { connectionTo, leadsToOthers, nodesOf } from '../../platform/db/buckets/citus.ts';
import { HOME, Placement } from '../../platform/db/buckets/placement.ts';
import { withClient } from '../../platform/db/client.ts';
import { Database, type ConnectionSettings } from '../../platform/db/database.ts';
import { serverFacts, type ServerFacts } from '../../platform/db/inspect.ts';
import { SchemaMismatch } from '../../platform/db/migration/migrations.ts';
import { assertMigrated } from '../../platform/db/migration/state.ts';
import { asStartError } from '../database-problems.ts';
import { checkClock, checkConnections, checkServer } from './database.ts';
import { findings, reasonOf, STATEMENT_TIMEOUT_MS, type Finding } from './finding.ts';
import { checkReplication } from './replication.ts';

const PAGE = 'scale.md';

/** Enough for the concurrent transactions of a few processes over several servers. */
const FEW_PREPARED = 50;

/**
 * Checks prepared transactions. A server without them cannot take part in transactions over several servers, such as
 * those of federations.
 */
export function checkPrepared(server: string, { maxPrepared }: ServerFacts): Finding {
  const { ok, warn, fail } = findings(`server ${server}`, PAGE);
  const message = `max_prepared_transactions is ${maxPrepared}`;
  const advice = 'set it to 100 and restart PostgreSQL';
  if (maxPrepared === 0)
    return fail(`${message}: federations over several servers are rejected`, advice);
  return maxPrepared < FEW_PREPARED ? warn(message, advice) : ok(message);
}

async function checkSchemas(
  server: string,
  db: Database,
  buckets: readonly string[],
): Promise<Finding> {
  const { ok, fail } = findings(`server ${server}`, PAGE);
  try {
    await assertMigrated(db.connection, buckets);
    return ok(`its buckets have every migration: ${buckets.length}`);
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    return fail(
      error.message,
      'run "npx --no-install oriki migrate", or the version of Oriki that it belongs to',
    );
  }
}

/** Checks that sessions on a node of Citus are not redirected to other nodes. */
async function checkApart(server: string, connection: ConnectionSettings): Promise<Finding> {
  const { ok, fail } = findings(`server ${server}`, PAGE);
  return (await withClient(connection, leadsToOthers))
    ? fail(
        'it lets the role of the service connect to other nodes',
        'in pg_hba.conf of every node let only the owner of the schemas connect from the others without a password',
      )
    : ok('it does not let the role of the service connect to other nodes');
}

/** A server with nothing but buckets. */
type Other = { server: string; connection: ConnectionSettings; isNode: boolean };

async function checkOther(
  config: Config,
  { server, connection, isNode }: Other,
  buckets: readonly string[],
): Promise<Finding[]> {
  const db = new Database({
    connection,
    poolSize: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: () => {},
  });
  const named = (finding: Finding): Finding => ({ ...finding, check: `server ${server}` });
  try {
    const facts = await serverFacts(db.read);
    return [
      named(checkServer(facts, isNode ? 'pg_dist_node' : 'ORIKI_SERVERS')),
      ...(isNode ? [await checkApart(server, connection)] : []),
      await checkSchemas(server, db, buckets),
      named(checkConnections(config, facts)),
      checkPrepared(server, facts),
      ...(await checkReplication(db.read, server)),
      named(checkClock(facts)),
    ];
  } catch (error) {
    const told = asStartError(error, server) as Error;
    const message = told === error ? `it does not answer (${reasonOf(error)})` : told.message;
    const advice = 'correct ORIKI_SERVERS, or make PostgreSQL accept connections from here';
    return [findings(`server ${server}`, PAGE).fail(message, advice)];
  } finally {
    await db.close();
  }
}

/**
 * Checks each server in ORIKI_SERVERS, and the server of the shared tables with them.
 * @param db the shared tables, which can be read
 */
export async function checkServers(config: Config, db: Database): Promise<Finding[]> {
  const placement = new Placement();
  await placement.refresh(db.read);
  const { buckets } = placement;
  const nodes = (await withClient(db.connection, nodesOf)).filter(({ name }) => name !== HOME);
  const servers: Other[] = [
    ...[...config.servers].map(([server, url]) => {
      return { server, connection: { connectionString: url }, isNode: false };
    }),
    ...nodes.map((node) => {
      return { server: node.name, connection: connectionTo(db.connection, node), isNode: true };
    }),
  ];
  const unknown = buckets.filter(
    ({ server }) => server !== HOME && !servers.some((one) => one.server === server),
  );
  const missing = unknown.map(({ name, server }) =>
    findings(`server ${server}`, PAGE).fail(
      `ORIKI_SERVERS does not name it, and it has ${name}`,
      'name it in ORIKI_SERVERS of every process',
    ),
  );
  if (servers.length === 0) return missing;
  const others = await Promise.all(
    servers.map((other) => {
      const own = buckets.filter(({ server }) => server === other.server).map(({ name }) => name);
      return checkOther(config, other, own);
    }),
  );
  return [checkPrepared(HOME, await serverFacts(db.read)), ...others.flat(), ...missing];
}
