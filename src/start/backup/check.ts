/** `oriki restore --check`: restores a backup into a scratch database, checks it, and deletes the scratch database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import type { Config } from '../../config/config.ts';
import { verifyAudit } from '../../modules/audit/index.ts';
import { clock } from '../../platform/clock.ts';
import { withClient } from '../../platform/db/client.ts';
import { HOME } from '../../platform/db/buckets/placement.ts';
import { abandonServers } from '../../platform/db/embedded.ts';
import { identityOf } from '../../platform/db/embedded/identity.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { randomBytes } from '../../platform/random.ts';
import { migrateDatabase } from '../migrate.ts';
import { openDatabase, openKeys } from '../open.ts';
import { serverAccess } from '../servers.ts';
import { endNow, firstSignal } from '../signals.ts';
import { StartError } from '../start-error.ts';
import { countGrowing, type BackupOptions } from './backup.ts';
import { openBackup, placeBackup, type Backup } from './restore.ts';
import { createDatabase, dropAbandoned, dropDatabase } from './store.ts';

/** Returns the URL of another database on the same server. */
function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}

/** Returns a configuration with a scratch data folder and scratch databases. */
function scratchConfig(config: Config, dataDir: string, backup: Backup, name: string): Config {
  const isCluster = backup.contents.servers[HOME]!.kind === 'cluster';
  const at = (server: string, url: string): string => withDatabase(url, `${name}_${server}`);
  const servers = (urls: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map([...urls].map(([server, url]) => [server, at(server, url)]));
  const ofHome = (url: string | undefined): string | undefined =>
    url === undefined || isCluster ? undefined : at(HOME, url);
  return {
    ...config,
    dataDir,
    secret: undefined,
    kmsKeyFile: undefined,
    exportFolder: undefined,
    exportBucket: undefined,
    erasureFolder: undefined,
    databaseUrl: ofHome(config.databaseUrl),
    migrationDatabaseUrl: ofHome(config.migrationDatabaseUrl),
    servers: servers(config.servers),
    migrationServers: servers(config.migrationServers),
  };
}

/** Returns the scratch databases on servers that Oriki does not run, and a connection to each server. */
function scratchDatabases({ databaseUrl, ...config }: Config, name: string) {
  return [...serverAccess({ ...config, databaseUrl: databaseUrl ?? '' }, undefined)]
    .filter(([server]) => server !== HOME || databaseUrl !== undefined)
    .map(([server, { owner }]) => ({
      database: `${name}_${server}`,
      maintenance: {
        ...owner,
        connectionString: withDatabase(owner.connectionString!, 'postgres'),
      },
    }));
}

function asCreationError(error: unknown): unknown {
  return (error as { code?: string }).code === '42501'
    ? new StartError(
        'the owner of the schemas may not create a scratch database: give it CREATEDB',
        1,
        error,
      )
    : error;
}

/** Checks a restored backup. @returns the report without the fields that the caller adds */
async function inspect(
  config: Config,
  { contents, reader }: Backup,
  progress: (line: string) => void,
) {
  if (config.databaseUrl !== undefined) await migrateDatabase(config, () => {}, progress);
  const opened = await openDatabase(config, createLogger('silent'), progress);
  try {
    // Throws if the backup lacks the key of a stored value.
    await openKeys(config, opened);
    const tips = Object.values(contents.servers).flatMap((server) => Object.entries(server.tips));
    const earlier = tips.map(([id, head]) => [id, { head }]);
    const text = JSON.stringify({ organizations: Object.fromEntries(earlier) });
    progress('verifying the audit chains');
    const audit = await verifyAudit(opened.db, { heads: Readable.from([Buffer.from(text)]) });
    const restored = await countGrowing(opened);
    const counts = Object.entries(contents.counts).map(([table, rows]) => ({
      table,
      backup: rows,
      restored: restored[table] ?? 0,
    }));
    const chains = Object.entries(audit.organizations);
    const { backup, createdAt, version } = reader.manifest;
    return {
      ok: audit.ok && counts.every((one) => one.restored >= one.backup),
      backup,
      createdAt,
      version,
      checkedAt: audit.checkedAt,
      servers: Object.keys(contents.servers),
      exports: contents.exports,
      chains: chains.length,
      links: chains.reduce((sum, [, { links }]) => sum + links, 0),
      problems: Object.fromEntries(
        chains.flatMap(([id, { problems }]) =>
          Object.keys(problems).length > 0 ? [[id, problems]] : [],
        ),
      ),
      counts,
    };
  } finally {
    await opened.close();
  }
}

/** The names of scratch databases of drills. */
const NAME = 'oriki_check_';

/**
 * Holds the lock of a drill on each server until the connections end. Drops databases of killed drills, whose lock is
 * free.
 */
async function holdServers(
  databases: ReturnType<typeof scratchDatabases>,
  name: string,
): Promise<{ release: () => Promise<void> }> {
  const clients: pg.Client[] = [];
  const release = async (): Promise<void> => {
    for (const client of clients) await client.end();
  };
  try {
    for (const { maintenance } of databases) {
      const client = new pg.Client(maintenance);
      // A drill continues if it loses its lock, which only keeps other drills away.
      client.on('error', () => {});
      await client.connect();
      clients.push(client);
      await dropAbandoned(client, NAME, name);
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns the report of a drill. @throws StartError if the backup cannot be restored */
export async function checkBackup(config: Config, options: BackupOptions): Promise<object> {
  const startedMs = clock.monotonicMs();
  const backup = await openBackup(config, options);
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-check-'));
  const name = `${NAME}${randomBytes(4).toString('hex')}`;
  const scratch = scratchConfig(config, dataDir, backup, name);
  const databases = scratchDatabases(scratch, name);
  let held: { release: () => Promise<void> } | undefined;
  const cleanUp = async (): Promise<void> => {
    for (const { maintenance, database } of databases)
      await withClient(maintenance, (client) => dropDatabase(client, database));
    await held?.release();
    const location = (await identityOf(dataDir).catch(() => undefined))?.location;
    for (const folder of [location, dataDir])
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const endOnSignal = async (): Promise<void> => {
    const signal = await firstSignal();
    await abandonServers();
    await cleanUp().catch(() => {});
    await endNow(signal);
  };
  void endOnSignal();
  try {
    held = await holdServers(databases, name);
    for (const { maintenance, database } of databases)
      await withClient(maintenance, (client) => createDatabase(client, database)).catch(
        (error: unknown) => {
          throw asCreationError(error);
        },
      );
    await placeBackup(scratch, backup, options.progress);
    const report = await inspect(scratch, backup, options.progress);
    return { ...report, seconds: Math.round((clock.monotonicMs() - startedMs) / 100) / 10 };
  } finally {
    await cleanUp();
  }
}
