import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, open, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncPath } from '../../files.ts';
import {
  EmbeddedDatabaseError,
  codeOf,
  readJson,
  sweepTemporaries,
  temporaryName,
} from './common.ts';

/** Connects a data folder with its cluster. Stored in the data folder, mode 0600. */
export type Identity = {
  /** The id is also in the cluster. Oriki never uses a cluster with another id. */
  clusterId: string;
  password: string;
  /** The folder of the cluster, if it cannot be the data folder itself. */
  location?: string;
};

const FILE = 'postgres.json';

/**
 * Creates the data folder (0700) if it is missing and returns its real path.
 * @throws EmbeddedDatabaseError when it cannot be created or written.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} can't be used: ${codeOf(error) ?? String(error)}. It must be a ` +
        'folder that this user can write (did another user start Oriki before?): change its ' +
        'owner, set ORIKI_DATA_DIR to another folder, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/**
 * Returns the identity in `dataDir`, created with a random password on the first start. If several processes create one
 * concurrently, the first wins and all return the same.
 */
export async function loadIdentity(dataDir: string): Promise<Identity> {
  const path = join(dataDir, FILE);
  const existing = await readIdentity(path);
  if (existing !== undefined) return existing;
  await sweepTemporaries(dataDir, FILE);
  const identity = {
    clusterId: randomBytes(16).toString('hex'),
    password: randomBytes(24).toString('base64url'),
  };
  const work = await writeTemporary(path, identity);
  try {
    await link(work, path);
  } catch (error) {
    if (['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) {
      // A file system without hard links needs a copy.
      await copyFile(work, path, constants.COPYFILE_EXCL).catch(unlessExists);
    } else unlessExists(error);
  } finally {
    await rm(work, { force: true });
  }
  await syncPath(dataDir);
  const winner = await readIdentity(path);
  if (winner === undefined) throw new EmbeddedDatabaseError(`${path} vanished while starting.`);
  return winner;
}

function unlessExists(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

/** Records where the cluster of `dataDir` is. */
export function saveLocation(dataDir: string, identity: Identity, location: string) {
  return saveIdentity(dataDir, { ...identity, location });
}

/** Writes the identity of `dataDir`, in place of an earlier one. */
export async function saveIdentity(dataDir: string, identity: Identity): Promise<void> {
  const path = join(dataDir, FILE);
  await rename(await writeTemporary(path, identity), path);
  await syncPath(dataDir);
}

/** The identity of a data folder that has a database; undefined otherwise. */
export function identityOf(dataDir: string): Promise<Identity | undefined> {
  return readIdentity(join(dataDir, FILE));
}

/** The id of the cluster that belongs to the data folder at this path; undefined if there is none. */
export async function clusterIdOf(dataDir: string): Promise<string | undefined> {
  return (await readIdentity(join(dataDir, FILE)).catch(() => undefined))?.clusterId;
}

async function writeTemporary(path: string, identity: Identity): Promise<string> {
  const work = temporaryName(path);
  const handle = await open(work, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(identity, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return work;
}

async function readIdentity(path: string): Promise<Identity | undefined> {
  let value: Record<string, unknown> | undefined;
  try {
    value = await readJson(path);
  } catch (error) {
    throw unreadable(path, codeOf(error) ?? 'it is not valid JSON', error);
  }
  if (value === undefined) return undefined;
  const { clusterId, password, location } = value;
  if (typeof clusterId !== 'string' || typeof password !== 'string') {
    throw unreadable(path, 'a field is missing');
  }
  return { clusterId, password, ...(typeof location === 'string' ? { location } : {}) };
}

function unreadable(path: string, reason: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `${path} holds the password of the embedded database and can't be read (${reason}). Start ` +
      'Oriki as the user that created it, or restore the file from a backup.',
    { cause },
  );
}
