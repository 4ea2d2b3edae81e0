import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, type Config } from '../config/config.ts';
import type { EmbeddedDatabase } from '../platform/db/embedded.ts';
import { StartError } from './start-error.ts';

type Place = Pick<EmbeddedDatabase, 'cluster' | 'isElsewhere'>;

function elsewhere(cluster: string): string {
  return `
THE DATABASE IS NOT IN THIS FOLDER: PostgreSQL does not run as root, and the account that it runs as cannot enter this
folder. It is in

  ${cluster}

so a copy of this folder alone is not a backup.
`;
}

function textOf({ cluster, isElsewhere }: Place): string {
  return `The data folder of Oriki.
${isElsewhere ? elsewhere(cluster) : ''}
  ${isElsewhere ? '' : 'postgres, run, postgres.log  the embedded PostgreSQL\n  '}postgres.json  the password of the database, and its place if that is elsewhere
  secret         the server secret
  keys.json      the keys that encrypt data: keep a copy apart from the database
  exports        files of exports
  erasures       the list of erased subjects: keep a copy apart from the backups of the database
  indexes        of global lists; Oriki creates the folder again if it is missing
  compile-cache  compiled code; Oriki creates the folder again if it is missing
  address        the address of the running service

To back up, run "oriki backup DIR". Or stop every process of Oriki on this folder, and copy it${isElsewhere ? ` and ${dirname(cluster)}` : ''} with owners and modes.
docs/operations/backup.md has the rest.
`;
}

/**
 * Writes a README into the data folder that describes its content and the place of the database. If the disk is full,
 * the service starts without it.
 */
export async function describeDataFolder(dataDir: string, place: Place): Promise<void> {
  const path = join(dataDir, 'README');
  const text = textOf(place);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  await writeFile(path, text, { mode: 0o600 }).catch(() => {});
}

/** Returns true if the data folder has an embedded database, which a first start creates. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres.json')).then(
    () => true,
    () => false,
  );
}

/** Prevents a command that needs existing data from creating an empty database in a wrong place. @throws StartError */
export async function assertHasData({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined || (await hasDatabase(dataDir))) return;
  throw new StartError(
    `no data of Oriki in ${resolve(dataDir)}: run this in the folder where the service was started, or set ` +
      'ORIKI_DATA_DIR or DATABASE_URL as for the service',
    ConfigError.exitCode,
  );
}

function addressFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'address');
}

/**
 * Writes the address of the service into the data folder, for commands that print links. If the disk is full, the
 * service runs without it.
 * @returns a function that deletes the address, unless another process of the folder has replaced it
 */
export async function keepAddress(
  config: Pick<Config, 'dataDir' | 'publicUrl'>,
  url: string,
): Promise<() => Promise<void>> {
  const file = addressFile(config);
  const text = `${config.publicUrl ?? reachableUrl(url)}\n`;
  const write = async (): Promise<void> => {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  };
  await write().catch(() => {});
  return async () => {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true });
  };
}

/** Replaces an address that means all addresses of this machine by its loopback address. */
function reachableUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//127.0.0.1:');
}

/**
 * Returns the public address of the service: from the settings, from the running service, or the one that the next
 * start will use.
 */
export async function addressOfService(config: Config): Promise<string> {
  const { publicUrl, host, port } = config;
  if (publicUrl !== undefined) return publicUrl;
  const kept = (await readFile(addressFile(config), 'utf8').catch(() => '')).trim();
  if (URL.canParse(kept)) return kept;
  return reachableUrl(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}
