import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { syncPath } from '../../files.ts';
import {
  EmbeddedDatabaseError,
  exists,
  run,
  slowStep,
  sweepTemporaries,
  temporaryName,
} from './common.ts';
import type { Progress } from './common.ts';
import { saveLocation } from './identity.ts';
import { abandonedClusters, writeMarker } from './place.ts';
import type { Place } from './place.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export const USER = 'oriki';
export const DATABASE = 'oriki';

/**
 * Ensures that `place` has a complete cluster; returns true when this call created it.
 * The cluster is built under a temporary name and renamed once it is durable. After a kill or a power cut, no process
 * uses an incomplete cluster. If two processes build concurrently, the first rename wins and the other's work is
 * dropped.
 * @throws EmbeddedDatabaseError with initdb's own output when it fails (a full disk, for example).
 */
export async function ensureCluster(
  place: Place,
  durable: boolean,
  progress: Progress,
): Promise<boolean> {
  const created = !(await exists(place.cluster)) && (await create(place, durable, progress));
  if (place.home !== place.dataDir && place.identity.location !== place.home) {
    await saveLocation(place.dataDir, place.identity, place.home);
    const reason = `PostgreSQL, which refuses to run as root, can't enter ${place.dataDir}`;
    progress(`the database is kept in ${place.home}: ${reason}`);
  }
  return created;
}

async function create(place: Place, durable: boolean, progress: Progress): Promise<boolean> {
  for (const cluster of await abandonedClusters(place)) {
    const server = await readPostmaster(cluster);
    if (server !== undefined) await stopPostmaster(server.pid, cluster, place);
    progress(
      `the database of an earlier data folder at this path is still in ${cluster}; delete that folder if you no longer need it`,
    );
  }
  await sweepTemporaries(place.home, 'postgres');
  const work = temporaryName(place.cluster);
  const line = `initializing the database in ${place.cluster} (first start)`;
  return slowStep(progress, line, async () => {
    try {
      await build(place, work, durable);
      return await publish(place, join(work, 'data'));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}

async function build(place: Place, work: string, durable: boolean): Promise<void> {
  const { account, binaries, identity } = place;
  const data = join(work, 'data');
  const passwordFile = join(work, 'password');
  await mkdir(work, { mode: 0o700 });
  await own(work, account);
  await writeFile(passwordFile, identity.password, { mode: 0o600, flag: 'wx' });
  await own(passwordFile, account);
  const initdb = [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--no-instructions',
    '--no-sync',
  ];
  await mustRun(binaries.initdb, initdb, account, work);
  // Single-user mode creates the database before the rename publishes the cluster.
  const single = ['--single', '-F', '-D', data, '-c', 'log_checkpoints=off', 'postgres'];
  await mustRun(binaries.postgres, single, account, work, `CREATE DATABASE ${DATABASE}\n`);
  await writeMarker(data, place);
  if (durable) await mustRun(binaries.initdb, ['--pgdata', data, '--sync-only'], account, work);
}

async function publish(place: Place, data: string): Promise<boolean> {
  try {
    await rename(data, place.cluster);
  } catch (error) {
    if (await exists(place.cluster)) return false;
    throw error;
  }
  await syncPath(place.home);
  return true;
}

async function own(path: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

export async function mustRun(
  program: string,
  args: string[],
  account: Account | undefined,
  cwd: string,
  input?: string,
): Promise<void> {
  const options = input === undefined ? { account, cwd } : { account, cwd, input };
  const { code, output } = await run(program, args, options);
  if (code === 0 && !/^(?:ERROR|FATAL|PANIC):|: (?:ERROR|FATAL|PANIC): /m.test(output)) return;
  throw new EmbeddedDatabaseError(
    `The embedded database could not be created in ${cwd}: ` +
      `${program} ended with ${code === -1 ? 'a signal' : `code ${code}`}:\n` +
      output.split('\n').slice(-8).join('\n'),
  );
}
