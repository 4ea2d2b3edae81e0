import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of what the next run uses again: compiled programs, the migrated template. */
export const CACHE = (process.env['ORIKI_TEST_CACHE'] ??= tmpdir());

/**
 * Gives the run a folder for its temporary files, and deletes it when the run ends: a test that ran out of time deletes
 * nothing itself. Workers and the processes that tests start inherit the folder.
 */
export function useRunFolder(): void {
  if (process.env['ORIKI_TEST_FOLDER'] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'oriki-run-'));
  // Like the system's own: tests as root start programs as other accounts.
  chmodSync(folder, 0o1777);
  process.env['ORIKI_TEST_FOLDER'] = folder;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
