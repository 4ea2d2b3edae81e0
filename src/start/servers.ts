/** The configured PostgreSQL servers: that of the shared tables, and those with buckets only. */
import { ConfigError, type Config } from '../config/config.ts';
import { describeDataFolder } from './data-folder.ts';
import { withClient } from '../platform/db/client.ts';
import { connectionTo, leadsToOthers, nodesOf } from '../platform/db/buckets/citus.ts';
import { HOME, type Bucket } from '../platform/db/buckets/placement.ts';
import type { ConnectionSettings } from '../platform/db/database.ts';
import {
  EmbeddedDatabaseError,
  startEmbedded,
  type EmbeddedDatabase,
} from '../platform/db/embedded.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { assertMigrated, roleOf } from '../platform/db/migration/state.ts';
import { roleRisks } from '../platform/db/roles.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { asStartError } from './database-problems.ts';
import { StartError } from './start-error.ts';

/** Starts the embedded server, unless DATABASE_URL names another one. @throws StartError; the signal's reason */
export async function startHome(
  { dataDir, databaseUrl }: Config,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<EmbeddedDatabase | undefined> {
  if (databaseUrl !== undefined) return undefined;
  try {
    const embedded = await startEmbedded({ dataDir, progress, ...(signal && { signal }) });
    await describeDataFolder(dataDir, embedded);
    return embedded;
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message, 1, error) : error;
  }
}

/** A server with the connections of the service and of the owner of its schemas. */
export type ServerAccess = {
  /** True for a node of Citus, whose coordinator is home. */
  isNode: boolean;
  service: ConnectionSettings;
  owner: ConnectionSettings;
  /** Returns the service's role, with its password if there is one. */
  role: () => Promise<{ user: string; password?: string }>;
};

/** Returns every server by name, that of the shared tables first. */
export function serverAccess(
  config: Config,
  embedded: EmbeddedDatabase | undefined,
): ReadonlyMap<string, ServerAccess> {
  const named = (url: string, ownerUrl = url): ServerAccess => {
    const service = { connectionString: url };
    const role = async () => ({ user: await roleOf(service) });
    return { isNode: false, service, owner: { connectionString: ownerUrl }, role };
  };
  const atHome = (): ServerAccess => {
    if (!embedded) return named(config.databaseUrl!, config.migrationDatabaseUrl);
    // Without `ssl: false` the driver would use PGSSLMODE of the environment.
    const owner = { ...embedded.connection, ssl: false };
    const { service: role } = embedded;
    return {
      isNode: false,
      service: { ...owner, ...role },
      owner,
      role: () => Promise.resolve(role),
    };
  };
  return new Map([
    [HOME, atHome()],
    ...[...config.servers].map(
      ([name, url]) => [name, named(url, config.migrationServers.get(name))] as const,
    ),
  ]);
}

/**
 * Adds the nodes of Citus, if the home server has it. Connections to nodes use the settings of the home server, and the
 * addresses that nodes use for each other.
 * @throws StartError if the configuration also names further servers
 */
export async function withNodes(
  servers: ReadonlyMap<string, ServerAccess>,
): Promise<ReadonlyMap<string, ServerAccess>> {
  const home = servers.get(HOME)!;
  const nodes = (await withClient(home.service, nodesOf)).filter(({ name }) => name !== HOME);
  if (nodes.length > 0 && servers.size > 1)
    throw new StartError(
      'ORIKI_SERVERS names servers, and the database has Citus, whose nodes are the servers: leave it empty',
      ConfigError.exitCode,
    );
  const access = nodes.map((node): [string, ServerAccess] => {
    const [service, owner] = [home.service, home.owner].map((one) => connectionTo(one, node));
    return [node.name, { isNode: true, service: service!, owner: owner!, role: home.role }];
  });
  return new Map([...servers, ...access]);
}

/**
 * @throws StartError if a node redirects sessions of the service to other nodes, where they would find the wrong
 * buckets
 */
async function assertKeptApart({ isNode, service }: ServerAccess): Promise<void> {
  if (isNode && (await withClient(service, leadsToOthers)))
    throw new StartError(
      'it lets the role of the service connect to other nodes: in pg_hba.conf of every node let only the owner of the ' +
        'schemas connect from the others without a password',
    );
}

/**
 * Checks the servers that have only buckets. An unavailable one affects only its own organizations.
 * @param tenantRole the role on the server of the shared tables
 * @throws StartError if a server does not match
 */
export async function checkServers(
  servers: ReadonlyMap<string, ServerAccess>,
  buckets: readonly Bucket[],
  tenantRole: string | undefined,
  log: Logger,
): Promise<void> {
  for (const { name, server } of buckets)
    if (!servers.has(server))
      throw new StartError(
        `ORIKI_SERVERS does not name the server ${server}, which has ${name}`,
        ConfigError.exitCode,
      );
  const check = async (server: string, access: ServerAccess): Promise<void> => {
    const { service } = access;
    const own = buckets.filter((bucket) => bucket.server === server).map(({ name }) => name);
    try {
      const facts = await assertMigrated(service, own);
      await assertKeptApart(access);
      if (own.length > 0) assertSameRole(server, facts.tenantRole, tenantRole);
      for (const risk of roleRisks(facts)) log.warn(`server ${server}: ${risk}`);
    } catch (error) {
      const told = asStartError(error, server) as Error;
      if (!isUnavailable(error)) throw told;
      log.warn({ server }, `${told.message} Requests of its organizations fail until it is back`);
    }
  };
  await Promise.all(
    [...servers].filter(([name]) => name !== HOME).map(([name, access]) => check(name, access)),
  );
}

/** @throws StartError unless sessions on every server use the same role for tenants' requests */
export function assertSameRole(
  server: string,
  role: string | undefined,
  wanted: string | undefined,
): void {
  if (wanted !== undefined && role !== wanted)
    throw new StartError(
      `server ${server}: the role ${wanted} does not exist there, or the service may not use it. Connect there as a role of the same ` +
        'name as in the database of the shared tables, and run "npx --no-install oriki migrate" as an owner who may create roles',
    );
}
