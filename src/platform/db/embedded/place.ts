import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../files.ts';
import { canEnter, unprivilegedAccount } from './account.ts';
import type { Account } from './account.ts';
import { binariesFor } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError, codeOf, exists, readJson, temporaryName } from './common.ts';
import type { Progress } from './common.ts';
import { clusterIdOf, loadIdentity, openDataDir } from './identity.ts';
import type { Identity } from './identity.ts';

/** The folders of one embedded database, and the account that runs it. */
export type Place = {
  /** real path of the data folder */
  dataDir: string;
  identity: Identity;
  /** folder of cluster, socket folder and log: the data folder, unless root requires another */
  home: string;
  /** PGDATA */
  cluster: string;
  /** folder of the Unix socket */
  runDir: string;
  logFile: string;
  /** undefined: PostgreSQL runs as the same user as Oriki */
  account: Account | undefined;
  binaries: Binaries;
};

/** File inside a cluster that names its data folder. */
const MARKER = 'oriki.json';

/**
 * Folders for a cluster and the program copy when PostgreSQL's account cannot reach the data folder. The second is used
 * when the first is not writable.
 */
const SHARED_BASE = '/var/lib/oriki';
const FALLBACK_BASE = 'oriki-root';

/**
 * Decides where the cluster of `dataDir` is or will be, creates the folders around it, and finds programs that its
 * account can run. Deterministic: every process with this data folder gets the same place.
 * @param known the identity of a data folder that has none yet
 * @throws EmbeddedDatabaseError when there is no usable place.
 */
export async function preparePlace(
  requestedDataDir: string,
  binaries: Binaries,
  progress: Progress,
  known?: Identity,
): Promise<Place> {
  const dataDir = await openDataDir(requestedDataDir);
  const identity = known ?? (await loadIdentity(dataDir));
  const place = (home: string, account: Account | undefined, reachable: Binaries): Place => ({
    dataDir,
    identity,
    home,
    cluster: join(home, 'postgres'),
    runDir: join(home, 'run'),
    logFile: join(home, 'postgres.log'),
    account,
    binaries: reachable,
  });
  const root = process.getuid?.() === 0;
  const found = root ? await rootHome(dataDir, identity, progress) : { home: dataDir };
  const reachable =
    found.account === undefined
      ? binaries
      : await binariesFor(found.account, binaries, sharedBase, progress);
  const result = place(found.home, found.account, reachable);
  await checkCluster(result);
  await makeFolder(result.runDir);
  if (found.account) await chown(result.runDir, found.account.uid, found.account.gid);
  return result;
}

/** As root: the folder for the cluster, and the current or future owner of the cluster. */
async function rootHome(
  dataDir: string,
  identity: Identity,
  progress: Progress,
): Promise<{ home: string; account?: Account }> {
  for (const home of [identity.location, dataDir]) {
    if (home === undefined || !(await exists(join(home, 'postgres')))) continue;
    const account = unprivilegedAccount(await stat(join(home, 'postgres')));
    await openToGroup(home, account);
    if (canEnter(home, account)) return { home, account };
    throw new EmbeddedDatabaseError(
      `The embedded database in ${home} belongs to the account ${account.name}, which can't ` +
        'enter that folder. Give it search permission (x) on each folder above, or start Oriki ' +
        'as that account.',
    );
  }
  const account = unprivilegedAccount();
  if (identity.location !== undefined) {
    progress(`the database in ${identity.location} no longer exists; starting with an empty one`);
  }
  await openToGroup(dataDir, account);
  if (canEnter(dataDir, account)) return { home: dataDir, account };
  const base = await sharedBase(account, progress);
  const home = join(base, `${pathHash(dataDir)}-${identity.clusterId.slice(0, 12)}`);
  await makeFolder(home, 0o711);
  await chmod(home, 0o711);
  return { home, account };
}

function pathHash(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
}

/** Lets the account pass through root's own data folder, which no other account may enter. */
async function openToGroup(folder: string, account: Account): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

async function sharedBase(account: Account, progress: Progress): Promise<string> {
  const problems: string[] = [];
  for (const base of [SHARED_BASE, join(tmpdir(), FALLBACK_BASE), join('/tmp', FALLBACK_BASE)]) {
    const problem = await prepareBase(base, account);
    if (problem === undefined) {
      if (base !== SHARED_BASE) {
        progress(`${SHARED_BASE} can't be used (${problems[0]}); the database is kept in ${base}`);
      }
      return base;
    }
    problems.push(problem);
  }
  throw new EmbeddedDatabaseError(
    `No folder for the embedded database that the account ${account.name} can reach: ` +
      `${problems.join('; ')}. Set ORIKI_DATA_DIR to a folder outside of home folders, or set ` +
      'DATABASE_URL.',
  );
}

/** The reason that root cannot trust or use `base`; undefined when it is ready. */
async function prepareBase(base: string, account: Account): Promise<string | undefined> {
  try {
    await mkdir(base, { mode: 0o755 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const found = await lstat(base);
    // In a shared temporary folder, another user may already have created a folder or link with this name.
    if (!found.isDirectory() || found.uid !== 0) return `${base} is not a folder of root`;
    if ((found.mode & 0o022) !== 0) return `others can write to ${base}`;
    if ((found.mode & 0o055) !== 0o055) await chmod(base, 0o755);
    return canEnter(base, account) ? undefined : `${base} cannot be reached`;
  } catch (error) {
    return `${base}: ${codeOf(error) ?? String(error)}`;
  }
}

/** Rejects a cluster that does not belong to these programs, this password or this folder. */
async function checkCluster(place: Place): Promise<void> {
  const { cluster, dataDir, identity, binaries } = place;
  if (!(await exists(cluster))) return;
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL ${version || 'of an unknown version'} created the database in ${cluster}; ` +
        `this Oriki contains PostgreSQL ${binaries.major}. Nothing was changed. Start it with the ` +
        'Oriki release that created it, or with that PostgreSQL and DATABASE_URL, and move the data ' +
        'with pg_dump and pg_restore; or move the folder away to start with an empty database.',
    );
  }
  const marker = await readJson(join(cluster, MARKER));
  if (marker?.['clusterId'] !== identity.clusterId) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} does not belong to ${join(dataDir, 'postgres.json')}, so its ` +
        'password is not known. Restore that file from a backup, or move the folder ' +
        `${cluster} away to start with an empty database.`,
    );
  }
  const origin = String(marker['dataDir']);
  if (place.home === dataDir || origin === dataDir) return;
  if ((await clusterIdOf(origin)) === identity.clusterId) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} is a copy of ${origin}, and both point to the database in ` +
        `${place.home}. Delete postgres.json in the copy to start it with an empty database.`,
    );
  }
  // The data folder was moved, so a later data folder at the old path must not claim this cluster.
  await writeMarker(cluster, place);
}

/** Writes atomically which data folder owns the cluster in `folder`. */
export async function writeMarker(folder: string, place: Place): Promise<void> {
  const marker = { clusterId: place.identity.clusterId, dataDir: place.dataDir };
  const work = temporaryName(join(folder, MARKER));
  await writeFile(work, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  if (place.account) await chown(work, place.account.uid, place.account.gid);
  await rename(work, join(folder, MARKER));
}

/** Returns clusters outside the data folder that belonged to earlier, deleted data folders at the same path. */
export async function abandonedClusters(place: Place): Promise<string[]> {
  if (place.home === place.dataDir) return [];
  const siblings = await readdir(dirname(place.home));
  const abandoned: string[] = [];
  for (const name of siblings) {
    if (!name.startsWith(`${pathHash(place.dataDir)}-`) || name === basename(place.home)) continue;
    const cluster = join(dirname(place.home), name, 'postgres');
    const marker = await readJson(join(cluster, MARKER)).catch(() => undefined);
    if (marker?.['dataDir'] === place.dataDir) abandoned.push(await realpath(cluster));
  }
  return abandoned;
}
