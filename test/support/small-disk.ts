import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skip } from '../../scripts/skips.ts';

const mounted = new Set<string>();

/** Returns true if a small file system can be mounted; otherwise prints the reason. */
export function canMountSmall(): boolean {
  const folder = mountSmall('4k');
  if (folder !== undefined) unmount(folder);
  return folder !== undefined;
}

/** Mounts a small file system in memory; undefined, with the reason printed, if that is not allowed. */
export function mountSmall(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'oriki-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
    mounted.add(folder);
    return folder;
  } catch {
    rmdirSync(folder);
    skip('small-disk', 'a full disk (a small file system cannot be mounted, which takes root)');
    return undefined;
  }
}

/** @param lazy true to let processes with open files close them later */
export function unmount(folder: string, lazy = false): void {
  mounted.delete(folder);
  execFileSync('umount', [...(lazy ? ['--lazy'] : []), folder]);
  rmdirSync(folder);
}

/** Unmounts what a failed test has left mounted. */
export function unmountAll(): void {
  for (const folder of mounted) unmount(folder, true);
}

/** Fills the remaining space. */
export function fill(place: string): void {
  const file = openSync(join(place, 'ballast'), 'a');
  for (const size of [1024 * 1024, 4096])
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1));
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
    }
  closeSync(file);
}
