import { join } from 'node:path';
import { kmsOptions } from './config-kms.ts';
import { ConfigError, type Config } from './config.ts';
import { openEnvelopes, type Envelopes } from './platform/crypto/envelopes.ts';
import { KeyRingError } from './platform/crypto/key-ring-file.ts';
import { assertKeyRing, WrongKeyRing } from './platform/crypto/key-ring.ts';
import { KmsError, KmsSetupError } from './platform/crypto/kms/remote-kms.ts';
import {
  assertServerSecret,
  secretFromDataDir,
  WrongSecret,
} from './platform/crypto/server-secret.ts';
import { Database, isUnavailable, type ConnectionSettings } from './platform/db/database.ts';
import {
  EmbeddedDatabaseError,
  startEmbedded,
  type EmbeddedDatabase,
} from './platform/db/embedded.ts';
import {
  assertMigrated,
  migrate,
  MigrationBlocked,
  SchemaMismatch,
} from './platform/db/migrate.ts';
import type { Logger } from './platform/observability/logger.ts';
import { StartError } from './start-error.ts';

export type OpenDatabase = {
  db: Database;
  connection: ConnectionSettings;
  secret: string;
  embedded: EmbeddedDatabase | undefined;
  close: () => Promise<void>;
};

async function connectionFor(
  config: Config,
  progress: (line: string) => void,
): Promise<{ connection: ConnectionSettings; embedded: EmbeddedDatabase | undefined }> {
  if (config.databaseUrl !== undefined)
    return { connection: { connectionString: config.databaseUrl }, embedded: undefined };
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, progress });
    // Without `ssl: false` the driver would obey PGSSLMODE of the environment.
    return { connection: { ...embedded.connection, ssl: false }, embedded };
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message, 1, error) : error;
  }
}

/**
 * The database that the configuration names, with the schema this code needs: the embedded one is
 * migrated here, any other must have been (`oriki migrate`).
 * @throws StartError
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  progress: (line: string) => void,
): Promise<OpenDatabase> {
  const { connection, embedded } = await connectionFor(config, progress);
  const db = new Database({
    connection,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseTimeoutMs,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  });
  const close = async (): Promise<void> => {
    await db.close();
    await embedded?.release();
  };
  try {
    if (embedded) await migrate(connection);
    else await assertMigrated(connection);
    const secret = config.secret ?? (await secretFromDataDir(config.dataDir));
    await assertServerSecret(db.read, secret);
    return { db, connection, secret, embedded, close };
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
  { db, secret }: OpenDatabase,
  log?: Logger,
): Promise<Envelopes> {
  try {
    const envelopes = await openEnvelopes({
      ...kmsOptions(config),
      keyFile: keyRingFile(config),
      serverSecret: secret,
      onSecond: (error) =>
        log?.warn({ err: error }, 'the first key cannot be asked for: encrypting with the second'),
    });
    if (envelopes.ringId !== undefined) await assertKeyRing(db.read, envelopes.ringId);
    return envelopes;
  } catch (error) {
    throw asStartError(error);
  }
}

/** What the operator should do about a database that cannot be used; other errors stay as they are. */
export function asStartError(error: unknown): unknown {
  if (error instanceof SchemaMismatch || error instanceof MigrationBlocked)
    return new StartError(error.message, 1, error);
  if (
    error instanceof WrongSecret ||
    error instanceof WrongKeyRing ||
    error instanceof KeyRingError ||
    error instanceof KmsSetupError
  )
    return new StartError(error.message, ConfigError.exitCode, error);
  if (error instanceof KmsError) return new StartError(error.message, 1, error);
  const code = (error as { code?: string }).code ?? '';
  if (isUnavailable(error) || /^(28|3D)/.test(code))
    return new StartError(
      `cannot use the database that DATABASE_URL names (${code || (error as Error).message}): is PostgreSQL ` +
        'running there, and are user, password and database name right?',
      1,
      error,
    );
  return error;
}
