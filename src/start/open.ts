import { join } from 'node:path';
import { kmsOptions } from '../config/kms.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { describeDataFolder } from './data-folder.ts';
import { openEnvelopes, type Envelopes } from '../platform/crypto/envelopes.ts';
import { KeyRingError } from '../platform/crypto/key-ring-file.ts';
import { assertKeyRing, WrongKeyRing } from '../platform/crypto/key-ring.ts';
import { KmsError, KmsSetupError } from '../platform/crypto/kms/remote-kms.ts';
import { assertStoredKeys, MissingKeys } from '../platform/crypto/stored-keys.ts';
import {
  assertServerSecret,
  secretFromDataDir,
  WrongSecret,
} from '../platform/crypto/server-secret.ts';
import { Buckets } from '../platform/db/buckets/buckets.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import type { Database, ConnectionSettings } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { followClock } from '../platform/db/inspect.ts';
import {
  EmbeddedDatabaseError,
  startEmbedded,
  type EmbeddedDatabase,
} from '../platform/db/embedded.ts';
import {
  assertMigrated,
  migrateFor,
  roleOf,
  runningProcesses,
} from '../platform/db/migration/migrate.ts';
import { SchemaMismatch, type Migration } from '../platform/db/migration/migrations.ts';
import { MigrationBlocked } from '../platform/db/migration/lock-retry.ts';
import { roleRisks } from '../platform/db/roles.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { StartError } from './start-error.ts';

export type OpenDatabase = {
  buckets: Buckets;
  /** The first bucket. */
  db: Database;
  /** The server of the shared tables. */
  connection: ConnectionSettings;
  /** The role that row-level security applies to, if the database has it. */
  tenantRole: string | undefined;
  secret: string;
  embedded: EmbeddedDatabase | undefined;
  close: () => Promise<void>;
};

async function startEmbeddedFor(
  { dataDir }: Config,
  progress: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<EmbeddedDatabase> {
  try {
    const embedded = await startEmbedded({ dataDir, progress, ...(signal && { signal }) });
    await describeDataFolder(dataDir, embedded);
    return embedded;
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message, 1, error) : error;
  }
}

/** Migrates the embedded database; any other must have been. */
async function prepare(
  config: Config,
  log: Logger,
  embedded: EmbeddedDatabase | undefined,
): Promise<{ connection: ConnectionSettings; tenantRole: string | undefined }> {
  if (embedded) {
    // Without `ssl: false` the driver would obey PGSSLMODE of the environment.
    const owner = { ...embedded.connection, ssl: false };
    const { roles } = await migrateFor(owner, embedded.service);
    return { connection: { ...owner, ...embedded.service }, tenantRole: roles.tenant };
  }
  const connection = { connectionString: config.databaseUrl! };
  const { role, tenantRole, owns } = await assertMigrated(connection);
  for (const risk of roleRisks({ role, tenantRole, owns })) log.warn(risk);
  return { connection, tenantRole };
}

/** @param addresses one for each process */
function stillRunning(addresses: string[]): string {
  const places = [...new Set(addresses)].map((address) => {
    const count = addresses.filter((other) => other === address).length;
    return count === 1 ? address : `${address} (${count})`;
  });
  return (
    `processes of the service still use this database: ${addresses.length}, from ${places.join(', ')}. They were made ` +
    'for the schema as it was: stop them now, and start this version when the migration is done'
  );
}

/**
 * Brings the operator's database up to date, as the owner of the schema if the configuration names one, and gives the
 * service's role what it needs.
 * @param warn told, before anything is applied, of processes that still run
 * @returns what was applied, and what that role allows that it need not
 * @throws StartError
 */
export async function migrateDatabase(
  config: Config,
  warn: (text: string) => void,
): Promise<{ applied: Migration[]; risks: string[] }> {
  const service = { connectionString: config.databaseUrl! };
  const owner = { connectionString: config.migrationDatabaseUrl ?? config.databaseUrl! };
  try {
    const onPending = async (): Promise<void> => {
      // It is only a warning: processes that have all connections of the role must not keep the schema from coming.
      const running = await runningProcesses(service).catch((error: unknown) => {
        warn(`whether processes of the service still run could not be told: ${String(error)}`);
        return [];
      });
      if (running.length > 0) warn(stillRunning(running));
    };
    const { applied } = await migrateFor(owner, { user: await roleOf(service) }, { onPending });
    return { applied, risks: roleRisks(await assertMigrated(service)) };
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === '42501')
      throw new StartError(
        'the role may not change the schema: set ORIKI_MIGRATION_DATABASE_URL to the database as its owner',
        1,
        error,
      );
    throw asStartError(error);
  }
}

async function generatedSecret({ dataDir }: Config): Promise<string> {
  try {
    return await secretFromDataDir(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `the server secret can be neither read nor made in the data folder ${dataDir} (${code}): set ORIKI_DATA_DIR to a ` +
        'folder that this user can write, or ORIKI_SECRET',
      1,
      error,
    );
  }
}

/**
 * The database that the configuration names, with the schema this code needs: the embedded one is
 * migrated here, any other must have been (`oriki migrate`).
 * @param signal gives it up between two steps
 * @throws StartError; the signal's reason
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedFor(config, progress, signal) : undefined;
  let buckets: Buckets | undefined;
  const close = async (): Promise<void> => {
    await buckets?.close();
    await embedded?.release();
  };
  try {
    signal?.throwIfAborted();
    const { connection, tenantRole } = await prepare(config, log, embedded);
    buckets = new Buckets({
      connections: new Map([[HOME, connection]]),
      tenantRole,
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.databaseTimeoutMs,
      onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    });
    await buckets.placement.refresh(buckets.shared.read);
    const db = buckets.first;
    await followClock(db.read);
    const secret = config.secret ?? (await generatedSecret(config));
    await assertServerSecret(db.read, secret);
    return { buckets, db, connection, tenantRole, secret, embedded, close };
  } catch (error) {
    await close().catch(() => {});
    throw asStartError(error);
  }
}

/** The file of the key ring, which may not be there yet. */
export function keyRingFile({ kmsKeyFile, dataDir }: Config): string {
  return kmsKeyFile ?? join(dataDir, 'keys.json');
}

/**
 * The keys that the configuration names, tied to this database on first use. External services are not asked
 * yet: a process starts without them.
 * @throws StartError
 */
export async function openKeys(
  config: Config,
  { db, secret }: Pick<OpenDatabase, 'db' | 'secret'>,
  log?: Logger,
): Promise<Envelopes> {
  try {
    const keyFile = keyRingFile(config);
    const settings = { ...kmsOptions(config), keyFile, serverSecret: secret };
    // Before a ring is made in the place of one that is missing.
    await assertStoredKeys(db.read, settings, config.kmsLost);
    const envelopes = await openEnvelopes({
      ...settings,
      onSecond: (error) =>
        log?.warn({ err: error }, 'the first key cannot be asked for: encrypting with the second'),
    });
    if (envelopes.ringId !== undefined) await assertKeyRing(db.read, envelopes.ringId);
    return envelopes;
  } catch (error) {
    throw asStartError(error);
  }
}

/** The reason that a server could not be asked, without secrets. */
function problemOf(code: string, { message }: Error): string {
  // Not in the server's words, which quote the URL: a password may stand in the wrong place of it.
  if (code.startsWith('28')) return `${code}: it refuses the user or the password`;
  if (code.startsWith('3D')) return `${code}: it has no database of that name`;
  if (/time-?out/i.test(message)) return 'it did not answer in time';
  if (message.startsWith('Connection terminated'))
    return 'it did not answer in time, or ended the connection';
  return code || message;
}

/** The advice to the operator about a database that cannot be used; other errors stay as they are. */
export function asStartError(error: unknown): unknown {
  if (error instanceof SchemaMismatch || error instanceof MigrationBlocked)
    return new StartError(error.message, 1, error);
  if (
    error instanceof WrongSecret ||
    error instanceof WrongKeyRing ||
    error instanceof MissingKeys ||
    error instanceof KeyRingError ||
    error instanceof KmsSetupError
  )
    return new StartError(error.message, ConfigError.exitCode, error);
  if (error instanceof KmsError) return new StartError(error.message, 1, error);
  const code = (error as { code?: string }).code ?? '';
  if (isUnavailable(error) || /^(28|3D)/.test(code))
    return new StartError(
      `cannot use the database that DATABASE_URL names (${problemOf(code, error as Error)}): is PostgreSQL ` +
        'running there, and are user, password and database name right?',
      1,
      error,
    );
  return error;
}
