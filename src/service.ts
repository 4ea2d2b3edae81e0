import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { kmsOptions } from './config-kms.ts';
import { ConfigError, type Config } from './config.ts';
import { Screening } from './modules/screening/index.ts';
import { createDemoTenant, type DemoTenant } from './modules/tenants/index.ts';
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
import { startListener } from './platform/db/listener.ts';
import { assertMigrated, migrate, SchemaMismatch } from './platform/db/migrate.ts';
import type { Lifecycle } from './platform/http/health.ts';
import { openListener } from './platform/http/server.ts';
import { startAdminServer } from './platform/observability/admin-server.ts';
import { createLogger, type Logger } from './platform/observability/logger.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { startWorker } from './worker.ts';

/** A start that cannot succeed, with a message for the operator and the process's exit code. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

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
  if (error instanceof SchemaMismatch) return new StartError(error.message, 1, error);
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

/** @param variable the setting that holds the port */
function cannotListen(
  error: unknown,
  config: Config,
  variable: 'PORT' | 'ORIKI_ADMIN_PORT',
): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  const where = `${config.host}:${variable === 'PORT' ? config.port : config.adminPort}`;
  const reason =
    code === 'EADDRINUSE'
      ? `another program uses it; set ${variable} to a free one`
      : code === 'EACCES'
        ? `not permitted; set ${variable} to a port above 1023`
        : `set HOST to an address of this machine (${code})`;
  return new StartError(`cannot listen on ${where}: ${reason}`, 1, error);
}

async function takePort(config: Config): Promise<Server> {
  try {
    return await openListener(config);
  } catch (error) {
    throw cannotListen(error, config, 'PORT');
  }
}

async function closeListener(listener: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
  listener.closeIdleConnections();
  const timer = setTimeout(() => listener.closeAllConnections(), timeoutMs);
  // Connections become idle one by one while their last requests finish.
  const sweep = setInterval(() => listener.closeIdleConnections(), 50);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type Service = {
  /** Where the API listens; undefined for a worker. */
  url: string | undefined;
  adminUrl: string | undefined;
  /** Set on the first start of an empty embedded database. */
  demo: DemoTenant | undefined;
  /** Not ready -> drain -> stop. Safe to call more than once. */
  stop: () => Promise<void>;
};

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * Starts one process of the service in its configured role.
 * @throws StartError with what the operator should do; ConfigError is thrown earlier, by `loadConfig`
 */
export async function startService(
  config: Config,
  options: { log?: Logger; progress?: (line: string) => void } = {},
): Promise<Service> {
  const log = options.log ?? createLogger(config.logLevel);
  const progress = options.progress ?? ((line) => log.info(line));
  const undo: (() => Promise<unknown> | void)[] = [];
  const unwind = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  const lifecycle: Lifecycle = { state: 'starting' };
  try {
    const listener = config.role === 'worker' ? undefined : await takePort(config);
    if (listener) undo.push(() => closeListener(listener, config.shutdownTimeoutMs));
    const opened = await openDatabase(config, log, progress);
    undo.push(() => opened.close());
    const { db, embedded } = opened;
    const envelopes = await openKeys(config, opened, log);
    const demo = embedded && (await db.transaction((tx) => createDemoTenant(tx)));
    const metrics = createMetrics(db.pool);
    const screening = new Screening();
    const built =
      listener &&
      (await buildApp({
        config,
        ...opened,
        envelopes,
        screening,
        lifecycle,
        metrics,
        log,
        listener,
      }));
    const worker =
      config.role === 'api'
        ? undefined
        : startWorker({ config, ...opened, envelopes, registry: metrics.registry, log });
    if (worker) undo.push(() => worker.stop());
    const notifications = startListener({
      connection: opened.connection,
      handlers: {
        auth_changed: () => built?.keys.clear(),
        ...worker?.handlers,
      },
      onDown: async () => embedded?.ensureRunning(),
      log,
    });
    undo.push(() => notifications.stop());
    const admin = await startAdminServer({ config, db, metrics, lifecycle, log }).catch(
      (error: unknown) => {
        throw cannotListen(error, config, 'ORIKI_ADMIN_PORT');
      },
    );
    if (admin) undo.push(() => closeListener(admin, config.shutdownTimeoutMs));
    built?.serve();
    lifecycle.state = 'ready';
    if (built)
      void screening
        .warmUp(db.read)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the global lists could not be loaded ahead'),
        );
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      lifecycle.state = 'draining';
      if (listener) {
        // From here on answers say "connection: close", so that clients leave by themselves before their
        // connections are closed; everything is still answered.
        await built?.app.close();
        await delay(config.drainDelayMs);
        await closeListener(listener, config.shutdownTimeoutMs);
      }
      await unwind();
    };
    return {
      url: listener && urlOf(listener),
      adminUrl: admin && urlOf(admin),
      demo,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    lifecycle.state = 'draining';
    await unwind();
    throw error;
  }
}
