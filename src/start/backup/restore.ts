/** `oriki restore`: restores a backup into an empty data folder, or into empty databases. */
import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError, type Config } from '../../config/config.ts';
import { erasureFolder, storeSettings } from '../../config/exports.ts';
import { chainTipsIn } from '../../modules/audit/index.ts';
import { withClient } from '../../platform/db/client.ts';
import { HOME } from '../../platform/db/buckets/placement.ts';
import { placeCluster } from '../../platform/db/embedded/copy-cluster.ts';
import { EmbeddedDatabaseError } from '../../platform/db/embedded.ts';
import { A_SCHEMA } from '../../platform/db/schemas.ts';
import { createOnce, makeFolder, syncPath } from '../../platform/files.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { record } from '../command-audit.ts';
import { hasDatabase } from '../data-folder.ts';
import { asStartError } from '../database-problems.ts';
import { migrateDatabase } from '../migrate.ts';
import { keyRingFile, openDatabase, type OpenDatabase } from '../open.ts';
import { serverAccess } from '../servers.ts';
import { StartError } from '../start-error.ts';
import { unpacked } from './archive.ts';
import type { BackupOptions } from './backup.ts';
import { restoreDump } from './dump.ts';
import { BackupReader, readManifest, type Contents } from './files.ts';
import { readKeys, readPassphrase, type BackupKeys } from './keys.ts';
import { placesOf } from './place.ts';
import { countSchemas } from './store.ts';

export type Backup = { reader: BackupReader; contents: Contents; keys: BackupKeys };

/** Opens a backup. @throws StartError if the backup is incomplete or was changed, or these are not its keys */
export async function openBackup(config: Config, options: BackupOptions): Promise<Backup> {
  const places = await placesOf(config, options);
  const manifest = await readManifest(places.data);
  const passphrase =
    options.passphraseFile === undefined ? undefined : await readPassphrase(options.passphraseFile);
  const keys = await readKeys(places.keys, manifest.backup, passphrase);
  const reader = new BackupReader(places.data, manifest, keys.dataKey);
  return { reader, contents: await reader.contents(), keys };
}

/** Writes a file of secrets, or accepts an existing file with the same content. @throws StartError */
async function writeSecret(path: string, text: string, what: string): Promise<void> {
  await makeFolder(dirname(path));
  await createOnce(path, text);
  await syncPath(dirname(path));
  if ((await readFile(path, 'utf8')).trim() !== text.trim())
    throw new StartError(`${path} has another ${what} than the backup: move it away`);
}

/** @throws StartError if the configured servers are not those of the backup, or have data */
async function assertFits(config: Config, { contents, keys }: Backup): Promise<void> {
  const isEmbedded = contents.servers[HOME]!.kind === 'cluster';
  const wrong = (message: string): never => {
    throw new StartError(message, ConfigError.exitCode);
  };
  if (isEmbedded && config.databaseUrl !== undefined)
    wrong('the backup is of an embedded database, and DATABASE_URL is set: unset it');
  if (!isEmbedded && config.databaseUrl === undefined)
    wrong('the backup is of a server of yours: set DATABASE_URL to an empty database');
  if (isEmbedded && (await hasDatabase(config.dataDir)))
    wrong(`${config.dataDir} has a database already: set ORIKI_DATA_DIR to an empty folder`);
  const [known, needed] = [[HOME, ...config.servers.keys()], Object.keys(contents.servers)];
  if (known.toSorted().join() !== needed.toSorted().join())
    wrong(`the backup has the servers ${needed.join(', ')}; ORIKI_SERVERS must name the same`);
  if (config.secret !== undefined && config.secret !== keys.secret)
    wrong('ORIKI_SECRET differs from the server secret of the backup: unset it, or set the same');
  for (const [name, { owner }] of accessOf(config, contents)) {
    const schemas = await withClient(owner, (client) => countSchemas(client, A_SCHEMA)).catch(
      (error: unknown) => {
        throw asStartError(error, name, 'owner');
      },
    );
    if (schemas > 0)
      wrong(`the database of the server ${name} has data of Oriki: name an empty database`);
  }
}

/** Returns the servers that get a dump. */
function accessOf(config: Config, { servers }: Contents) {
  if (config.databaseUrl === undefined && config.servers.size === 0) return [];
  // An embedded home server is not running, and gets no dump.
  const at = { ...config, databaseUrl: config.databaseUrl ?? '' };
  return [...serverAccess(at, undefined)].filter(([name]) => servers[name]!.kind === 'dump');
}

async function placeExports(config: Config, { reader, contents }: Backup): Promise<void> {
  if ('bucket' in contents.exports || contents.exports.files === 0) return;
  const { folder } = storeSettings(config);
  await makeFolder(folder);
  for await (const { path, content } of unpacked(reader.read('exports.sealed'))) {
    const target = join(folder, path);
    if (content === undefined) await mkdir(target, { recursive: true, mode: 0o700 });
    else await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
  }
}

/**
 * Writes the backup to the places in the configuration. @throws StartError before the first change if the backup does
 * not fit
 */
export async function placeBackup(
  config: Config,
  backup: Backup,
  progress: (line: string) => void,
): Promise<void> {
  const { reader, contents, keys } = backup;
  await assertFits(config, backup);
  if (config.secret === undefined)
    await writeSecret(join(config.dataDir, 'secret'), keys.secret, 'server secret');
  if (keys.ring !== undefined) await writeSecret(keyRingFile(config), keys.ring, 'key ring');
  await placeExports(config, backup);
  for (const [name, { owner }] of accessOf(config, contents)) {
    progress(`restoring the server ${name}`);
    await restoreDump(name, owner, reader.read(contents.servers[name]!.file));
  }
  if (contents.servers[HOME]!.kind === 'cluster') {
    progress(`restoring the database into ${config.dataDir}`);
    const place = { dataDir: config.dataDir, identity: keys.database!, progress };
    const archive = reader.read(contents.servers[HOME]!.file);
    await placeCluster(place, unpacked(archive)).catch((error: unknown) => {
      throw error instanceof EmbeddedDatabaseError
        ? new StartError(error.message, 1, error)
        : error;
    });
  }
}

/** Returns the organizations whose audit chains are shorter than in the backup. */
async function behind({ buckets }: OpenDatabase, { servers }: Contents): Promise<string[]> {
  const found: Awaited<ReturnType<typeof chainTipsIn>> = {};
  for (const bucket of buckets.all) Object.assign(found, await chainTipsIn(bucket.read));
  const tips = Object.values(servers).flatMap((server) => Object.entries(server.tips));
  return tips
    .filter(([id, { seq, hash }]) => {
      const tip = found[id];
      return !tip || tip.seq < seq || (tip.seq === seq && tip.hash !== hash);
    })
    .map(([id]) => id);
}

/** Restores a backup, and opens its database once. @throws StartError */
export async function restoreBackup(config: Config, options: BackupOptions): Promise<object> {
  const backup = await openBackup(config, options);
  const { progress } = options;
  await placeBackup(config, backup, progress);
  const erasures = erasureFolder(config);
  await access(erasures).catch(() =>
    progress(
      `warning: there is no list of erasures in ${erasures}: without it, what was erased since the backup comes back (docs/operations/backup.md)`,
    ),
  );
  if (config.databaseUrl !== undefined) await migrateDatabase(config, progress, progress);
  const opened = await openDatabase(config, createLogger('silent'), progress);
  try {
    const missing = await behind(opened, backup.contents);
    if (missing.length > 0)
      throw new StartError(
        `the restored database ends before the backup in the audit log of ${missing.join(', ')}`,
      );
    const { backup: id, createdAt, version } = backup.reader.manifest;
    const data = { backup: id, createdAt };
    const audit = { action: 'backup.restore', object: () => id, shows: ['createdAt'] };
    await opened.db.transaction((tx) => record(tx, audit, { flags: {}, data }));
    return { ...data, version, servers: Object.keys(backup.contents.servers) };
  } finally {
    await opened.close();
  }
}
