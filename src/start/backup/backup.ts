/**
 * `oriki backup`: copies the database, its keys to a separate place, and the files of exports, while the service runs.
 */
import { open, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { storeSettings } from '../../config/exports.ts';
import type { Config } from '../../config/config.ts';
import { chainTipsIn } from '../../modules/audit/index.ts';
import { TABLES } from '../../modules/declared.ts';
import { openStores } from '../../modules/exports/index.ts';
import { clock } from '../../platform/clock.ts';
import { HOME } from '../../platform/db/buckets/placement.ts';
import { copyCluster, type ClusterEntry } from '../../platform/db/embedded/copy-cluster.ts';
import { identityOf } from '../../platform/db/embedded/identity.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { version } from '../../platform/files.ts';
import { randomBytes } from '../../platform/random.ts';
import { record } from '../command-audit.ts';
import { assertHasData } from '../data-folder.ts';
import { keyRingFile, openDatabase, openKeys, type OpenDatabase } from '../open.ts';
import { StartError } from '../start-error.ts';
import { packed } from './archive.ts';
import { dump } from './dump.ts';
import { BackupWriter, makeEmpty, type Contents, type ServerContents } from './files.ts';
import { readPassphrase, writeKeys } from './keys.ts';
import { placesOf } from './place.ts';
import { countTables } from './store.ts';

export type BackupOptions = {
  /** A folder, or an address such as `s3://bucket/monday`. */
  folder: string;
  /** The place of keys; default: `keys` in the folder. */
  keys: string | undefined;
  passphraseFile: string | undefined;
  progress: (line: string) => void;
};

/** Tables from which the service deletes nothing, so that a restored backup has at least as many rows. */
const GROWING = Object.entries(TABLES)
  .filter(([, { service }]) => service !== undefined && !service.includes('DELETE'))
  .map(([name, { isShared = false }]) => ({ name, isShared }));

/** Returns the rows of growing tables, in all buckets. */
export async function countGrowing({ buckets }: OpenDatabase): Promise<Record<string, number>> {
  const namesOf = (shared: boolean): string[] =>
    GROWING.filter(({ isShared }) => isShared === shared).map(({ name }) => name);
  const counts = await countTables(buckets.shared.read, [...namesOf(true), 'organizations']);
  for (const bucket of buckets.all)
    for (const [name, rows] of Object.entries(await countTables(bucket.read, namesOf(false))))
      counts[name] = (counts[name] ?? 0) + rows;
  return counts;
}

/**
 * Yields the finished files of exports, below the name of their folder. Omits a file that expires during the backup.
 */
async function* filesOf(folder: string, counted: () => void): AsyncGenerator<ClusterEntry> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const known = new Set<string>();
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    if (name.endsWith('.part')) continue;
    const file = await open(join(parentPath, name)).catch(() => undefined);
    if (file === undefined) continue;
    const path = relative(dirname(folder), parentPath).split(sep).join('/');
    if (!known.has(path)) yield { path };
    known.add(path);
    yield { path: `${path}/${name}`, content: file.createReadStream() };
    counted();
  }
}

/** The text of the key ring; undefined if a key-management service has all keys. */
async function ringOf(config: Config): Promise<string | undefined> {
  const path = keyRingFile(config);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`cannot read the key ring ${path} (${error.code})`, 1, error);
  });
}

async function copyServer(
  opened: OpenDatabase,
  name: string,
  writer: BackupWriter,
): Promise<ServerContents> {
  const { buckets, embedded, servers } = opened;
  const startedAt = clock.now().toISOString();
  const tips: ServerContents['tips'] = {};
  for (const { name: bucket, server } of buckets.placement.buckets)
    if (server === name)
      Object.assign(tips, await chainTipsIn((await buckets.bucket(bucket)).read));
  const isCluster = name === HOME && embedded !== undefined;
  const file = `server-${name}.sealed`;
  await writer.write(
    file,
    isCluster
      ? packed(copyCluster(embedded.connection, embedded.cluster))
      : dump(name, servers.get(name)!.owner),
  );
  return {
    kind: isCluster ? 'cluster' : 'dump',
    file,
    startedAt,
    completedAt: clock.now().toISOString(),
    tips,
  };
}

async function copyExports(
  config: Config,
  { db }: OpenDatabase,
  writer: BackupWriter,
): Promise<Contents['exports']> {
  const { location } = (await openStores(db.read, storeSettings(config))).current;
  if (location.kind === 's3') return { bucket: location.bucket };
  let files = 0;
  await writer.write('exports.sealed', packed(filesOf(location.folder, () => (files += 1))));
  return { files };
}

/** Makes a backup. It is valid only once all of it is durable. @throws StartError */
export async function makeBackup(config: Config, options: BackupOptions): Promise<object> {
  await assertHasData(config);
  const passphrase =
    options.passphraseFile === undefined ? undefined : await readPassphrase(options.passphraseFile);
  const { data, keys } = await placesOf(config, options);
  await makeEmpty(data, keys);
  const { progress } = options;
  const opened = await openDatabase(config, createLogger('silent'), progress);
  try {
    const { buckets, db, servers, secret } = opened;
    if (buckets.areNodes)
      throw new StartError('the database has Citus: back up its nodes with their own tools');
    // Throws if the key of a stored value is missing here.
    await openKeys(config, opened);
    await db.transaction((tx) => record(tx, { action: 'backup.create' }, { flags: {} }));
    const id = randomBytes(16).toString('hex');
    const dataKey = randomBytes(32);
    const createdAt = clock.now().toISOString();
    const identity = opened.embedded && (await identityOf(config.dataDir));
    // Without the location of its cluster: the restored database has another one.
    const database = identity && { clusterId: identity.clusterId, password: identity.password };
    const writer = new BackupWriter(data, dataKey, id);
    const contents: Contents = {
      servers: {},
      counts: await countGrowing(opened),
      exports: { files: 0 },
    };
    for (const name of servers.keys()) {
      progress(`copying the server ${name}`);
      contents.servers[name] = await copyServer(opened, name, writer);
    }
    contents.exports = await copyExports(config, opened, writer);
    // Read after the copies, because their values may use a key that was added during the copy.
    const ring = await ringOf(config);
    await writeKeys(keys, id, { dataKey, secret, ring, database }, passphrase);
    const { files } = await writer.finish(contents, { version, createdAt });
    return {
      backup: id,
      data: data.name,
      keys: keys.name,
      servers: Object.keys(contents.servers),
      exports: contents.exports,
      bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    await opened.close();
  }
}
