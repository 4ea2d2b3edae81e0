import { join } from 'node:path';
import { listedHosts } from '../config/egress.ts';
import { kmsOptions, subjectKeySettings } from '../config/kms.ts';
import type { Config } from '../config/config.ts';
import { TABLES } from '../modules/declared.ts';
import { addUses } from '../modules/egress/index.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { openEnvelopes, type Envelopes } from '../platform/crypto/envelopes.ts';
import { assertKeyRing } from '../platform/crypto/key-ring.ts';
import { assertStoredKeys } from '../platform/crypto/stored-keys.ts';
import { subjectKeyPlaces } from '../platform/crypto/subject-keys/places.ts';
import { assertServerSecret, secretFromDataDir } from '../platform/crypto/server-secret.ts';
import { Buckets } from '../platform/db/buckets/buckets.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import type { Database, ConnectionSettings } from '../platform/db/database.ts';
import { followClock } from '../platform/db/inspect.ts';
import type { EmbeddedDatabase } from '../platform/db/embedded.ts';
import { migrateFor } from '../platform/db/migration/migrate.ts';
import { assertMigrated } from '../platform/db/migration/state.ts';
import { roleRisks } from '../platform/db/roles.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { Egress } from '../platform/outbound/egress.ts';
import { asStartError } from './database-problems.ts';
import { checkServers, serverAccess, startHome, withNodes, type ServerAccess } from './servers.ts';
import { StartError } from './start-error.ts';

export type OpenDatabase = {
  buckets: Buckets;
  /** The database of the first bucket. */
  db: Database;
  /** The server of the shared tables. */
  connection: ConnectionSettings;
  /** All servers by name. */
  servers: ReadonlyMap<string, ServerAccess>;
  /** The role with row-level security, if the database has it. */
  tenantRole: string | undefined;
  secret: string;
  embedded: EmbeddedDatabase | undefined;
  /** The clients for outbound requests, whose counts are written to the database. */
  egress: Egress;
  close: () => Promise<void>;
};

/**
 * Migrates an embedded database. An operator must already have migrated an external one.
 * @returns the role for tenants' requests
 */
async function prepareHome(
  { service, owner, role }: ServerAccess,
  log: Logger,
  embedded: EmbeddedDatabase | undefined,
): Promise<string | undefined> {
  if (embedded) return (await migrateFor(owner, await role(), TABLES)).roles.tenant;
  const facts = await assertMigrated(service);
  for (const risk of roleRisks(facts)) log.warn(risk);
  return facts.tenantRole;
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
 * Opens the configured servers and checks their schemas. Migrates an embedded server; others must be migrated already
 * (`oriki migrate`).
 * @param signal aborts between two steps
 * @throws StartError; the signal's reason
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const embedded = await startHome(config, progress, signal);
  let buckets: Buckets | undefined;
  let egress: Egress | undefined;
  const close = async (): Promise<void> => {
    await egress?.close();
    await buckets?.close();
    await embedded?.release();
  };
  try {
    signal?.throwIfAborted();
    const named = serverAccess(config, embedded);
    const home = named.get(HOME)!;
    const tenantRole = await prepareHome(home, log, embedded);
    const servers = embedded ? named : await withNodes(named);
    buckets = new Buckets({
      connections: new Map([...servers].map(([name, { service }]) => [name, service])),
      areNodes: [...servers.values()].some(({ isNode }) => isNode),
      tenantRole,
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.databaseTimeoutMs,
      onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    });
    await buckets.placement.refresh(buckets.shared.read);
    await checkServers(servers, buckets.placement.buckets, tenantRole, log);
    const db = buckets.first;
    await followClock(buckets.shared.read);
    const secret = config.secret ?? (await generatedSecret(config));
    await assertServerSecret(db.read, secret);
    const connection = home.service;
    const { read } = buckets.shared;
    egress = new Egress({
      allow: config.outboundAllow,
      hosts: listedHosts(config),
      noOrganization: PLATFORM,
      write: (uses) => addUses(read, uses),
      onFailure: (error) =>
        log.warn({ err: error }, 'counts of outbound requests were not written'),
    });
    return { buckets, db, connection, servers, tenantRole, secret, embedded, egress, close };
  } catch (error) {
    await close().catch(() => {});
    throw asStartError(error);
  }
}

/** Returns the path of the key ring, which may not exist yet. */
export function keyRingFile({ kmsKeyFile, dataDir }: Config): string {
  return kmsKeyFile ?? join(dataDir, 'keys.json');
}

/**
 * Opens the configured keys, and binds the database to them on first use. Does not contact external services, so that
 * a process can start without them.
 * @throws StartError
 */
export async function openKeys(
  config: Config,
  {
    db,
    secret,
    egress,
  }: Pick<OpenDatabase, 'db' | 'secret'> & Partial<Pick<OpenDatabase, 'egress'>>,
  log?: Logger,
): Promise<Envelopes> {
  try {
    const keyFile = keyRingFile(config);
    const { remote, ...keys } = kmsOptions(config);
    const onEnd = egress?.counter('key_service');
    const settings = { ...keys, remote: { ...remote, onEnd }, keyFile, serverSecret: secret };
    // The check comes first, because opening would create a missing ring again.
    await assertStoredKeys(db.read, TABLES, settings, config.kmsLost);
    const { isOn: covers, ...own } = subjectKeySettings(config);
    const places = await subjectKeyPlaces(db.read, { isOn: covers, ...own });
    const envelopes = await openEnvelopes({
      ...settings,
      subjectKeys: places && { places, covers },
      onSecond: (error) =>
        log?.warn(
          { err: error },
          'the first key provider does not answer: encrypting with the second',
        ),
    });
    if (envelopes.ringId !== undefined) await assertKeyRing(db.read, envelopes.ringId);
    return envelopes;
  } catch (error) {
    throw asStartError(error);
  }
}
