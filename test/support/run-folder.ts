import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder for data that the next run reuses: compiled programs, the migrated template. */
export const CACHE = (process.env['ORIKI_TEST_CACHE'] ??= tmpdir());

/** A folder in memory: on a disk, creating a test database takes ten times as long. */
const MEMORY = '/dev/shm';
/** The free bytes that databases of tests require; a run uses less than one GiB. */
const MEMORY_NEEDED = 4 * 2 ** 30;

/** Deletes what killed runs of this account have left in memory. Their servers then end by themselves. */
function deleteLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = /^oriki-run-(\d+)-/.exec(name)?.[1];
    const path = join(MEMORY, name);
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    // Another run may delete it at the same moment.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.uid === process.getuid?.()) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns the folder in memory, if it exists and has room for databases. */
function memoryWithRoom(): string | undefined {
  try {
    accessSync(MEMORY, constants.W_OK);
  } catch {
    return undefined;
  }
  deleteLeft();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > MEMORY_NEEDED ? MEMORY : undefined;
}

function newFolder(place: string): string {
  const folder = mkdtempSync(join(place, `oriki-run-${process.pid}-`));
  // Like the system's temporary folder: tests that run as root start programs as other accounts.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Creates a folder for the run's temporary files, and one for databases, in memory if there is room. Deletes both
 * when the run ends, because a test that runs out of time deletes nothing itself. Workers and the processes that
 * tests start inherit them.
 */
export function useRunFolder(): void {
  if (process.env['ORIKI_TEST_FOLDER'] !== undefined) return;
  const folder = newFolder(tmpdir());
  const memory = memoryWithRoom();
  const databases = memory === undefined ? folder : newFolder(memory);
  process.env['ORIKI_TEST_FOLDER'] = folder;
  process.env['ORIKI_TEST_DATABASES'] = databases;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    for (const one of [folder, databases]) rmSync(one, { recursive: true, force: true });
  });
}

/** Returns the run's folder for PostgreSQL data that is deleted afterwards. */
export function databasesFolder(): string {
  return process.env['ORIKI_TEST_DATABASES']!;
}
