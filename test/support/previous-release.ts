/** The version before this one: the commit in test/previous-release. Both must work side by side on one database. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { skip } from '../../scripts/skips.ts';

const ROOT = join(import.meta.dirname, '../..');

export const PREVIOUS_RELEASE = readFileSync(join(ROOT, 'test/previous-release'), 'utf8').trim();

/** Runs git in this checkout. @returns what it prints */
export function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 });
}

/** Returns true, and reports that a check is skipped, if the clone is too shallow to have the previous release. */
export function withoutPreviousRelease(what: string): boolean {
  const commit = `${PREVIOUS_RELEASE}^{commit}`;
  const { status } = spawnSync('git', ['cat-file', '-e', commit], { cwd: ROOT });
  if (status !== 0) skip('previous-release', `${what} (the clone lacks ${PREVIOUS_RELEASE})`);
  return status !== 0;
}

/** Writes the files of the previous release into a new folder. They use the packages of this version. */
export async function checkOutPreviousRelease(folder: string): Promise<string> {
  await mkdir(folder);
  const files = git('archive', PREVIOUS_RELEASE, '--', '.', ':!test', ':!bench', ':!clients');
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
