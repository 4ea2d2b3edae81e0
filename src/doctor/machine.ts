import { randomBytes } from 'node:crypto';
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findings, reasonOf, sizeText, type Finding } from './finding.ts';

/** Below it PostgreSQL and imports of lists may run out of space any time. */
const LEAST_FREE_BYTES = 256 * 2 ** 20;
const LITTLE_FREE_BYTES = 2 * 2 ** 30;

/** The folder, or the nearest one above it that is there. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return found ? folder : nearest(dirname(folder));
}

async function checkFolder(dataDir: string): Promise<Finding> {
  const { ok, fail } = findings('data folder');
  const advice =
    'give the account that runs Oriki the folder, or set ORIKI_DATA_DIR to one it can write to';
  try {
    const existing = await nearest(dataDir);
    if (existing !== dataDir) {
      await access(existing, constants.W_OK | constants.X_OK);
      return ok(`${dataDir} is not there yet and can be made`);
    }
    const probe = join(dataDir, `.doctor-${randomBytes(8).toString('hex')}`);
    try {
      await writeFile(probe, 'probe', { flag: 'wx', flush: true });
    } finally {
      await rm(probe, { force: true });
    }
    return ok(`${dataDir} is writable`);
  } catch (error) {
    return fail(`${dataDir} cannot be written (${reasonOf(error)})`, advice);
  }
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const { ok, warn, fail, skip } = findings('disk');
  try {
    const { bavail, bsize } = await statfs(await nearest(dataDir));
    const free = bavail * bsize;
    const message = `${sizeText(free)} free where ${dataDir} is`;
    const advice = 'make room, or set ORIKI_DATA_DIR to a folder on another disk';
    if (free < LEAST_FREE_BYTES) return fail(message, advice);
    return free < LITTLE_FREE_BYTES ? warn(message, advice) : ok(message);
  } catch (error) {
    return skip(`free space is not known (${reasonOf(error)})`);
  }
}

export async function checkMachine(dataDir: string): Promise<Finding[]> {
  return Promise.all([checkFolder(dataDir), checkDisk(dataDir)]);
}
