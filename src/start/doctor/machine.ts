import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findings, reasonOf, sizeText, type Finding } from './finding.ts';

/** With less space, PostgreSQL and imports of lists may fail at any time. */
const LEAST_FREE_BYTES = 256 * 2 ** 20;
const LITTLE_FREE_BYTES = 2 * 2 ** 30;

/** Returns the folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return found ? folder : nearest(dirname(folder));
}

/** Returns whether the folder exists, and the code of the error if it cannot be written. */
async function writeFailure(folder: string): Promise<{ made: boolean; problem?: string }> {
  try {
    const existing = await nearest(folder);
    // Permissions do not suffice: root has them even where it cannot create files, such as in /proc.
    const probe = join(existing, `.doctor-${randomBytes(8).toString('hex')}`);
    try {
      await writeFile(probe, 'probe', { flag: 'wx', flush: true });
    } finally {
      await rm(probe, { force: true });
    }
    return { made: existing === folder };
  } catch (error) {
    return { made: false, problem: reasonOf(error) };
  }
}

/** Checks that the account can write to the folder, or create it. */
export async function checkFolder(
  check: string,
  folder: string,
  setting: string,
): Promise<Finding> {
  const { ok, fail } = findings(check, 'operations/start.md');
  const { made, problem } = await writeFailure(folder);
  if (problem !== undefined)
    return fail(
      `${folder} cannot be written (${problem})`,
      `give the folder to the account that runs Oriki, or set ${setting} to a folder that it can write`,
    );
  return ok(made ? `${folder} is writable` : `${folder} does not exist yet and can be created`);
}

export function diskFinding(freeBytes: number, dataDir: string): Finding {
  const { ok, warn, fail } = findings('disk', 'operations/capacity.md');
  const message = `${sizeText(freeBytes)} free where ${dataDir} is`;
  const advice = 'make room, or set ORIKI_DATA_DIR to a folder on another disk';
  if (freeBytes < LEAST_FREE_BYTES) return fail(message, advice);
  return freeBytes < LITTLE_FREE_BYTES ? warn(message, advice) : ok(message);
}

async function checkDisk(dataDir: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(await nearest(dataDir));
    return diskFinding(bavail * bsize, dataDir);
  } catch (error) {
    return findings('disk', 'operations/capacity.md').skip(
      `free space is unknown (${reasonOf(error)})`,
    );
  }
}

export async function checkMachine(dataDir: string): Promise<Finding[]> {
  return Promise.all([checkFolder('data folder', dataDir, 'ORIKI_DATA_DIR'), checkDisk(dataDir)]);
}
