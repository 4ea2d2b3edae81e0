import { execFile } from 'node:child_process';
import { chown, link, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { alive, codeOf, run, temporaryName } from './common.ts';
import type { Place } from './place.ts';
import { clock } from '../../clock.ts';

/** A running postmaster, as its postmaster.pid describes it. */
export type Postmaster = {
  pid: number;
  port: number;
  /** 'standby' and unknown words count as ready; a connection attempt shows the truth */
  status: 'starting' | 'stopping' | 'ready';
};

/** The socket's file name contains this port; no program listens on it over TCP. */
export const SOCKET_PORT = 5432;

/** The name of the socket in its folder. PostgreSQL's lock file next to it has the same name with '.lock' appended. */
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/**
 * The server that runs on `cluster`, or undefined. A postmaster.pid left by a crash counts as no server, even if an
 * unrelated process now has its process id.
 */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readOptional(pidFile(cluster));
  if (text === undefined) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(await isPostmaster(pid, cluster))) return undefined;
  const word = lines[7]?.trim() || 'starting';
  const status = word === 'starting' || word === 'stopping' ? word : 'ready';
  return { pid, port: Number(lines[3]) || SOCKET_PORT, status };
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True when `pid` is a postmaster of `cluster`, and not another process. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || !alive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)], {
      env: { PATH: '/bin:/usr/bin' },
    }).catch(() => ({ stdout: '' }));
    return stdout.includes(cluster);
  }
  const comm = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (comm.trim() !== 'postgres') return false;
  // The working folder is correct even after the data folder was moved, but root without CAP_SYS_PTRACE (the default in
  // Docker) may not read it. Every process can read the command line.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (cwd !== undefined) return cwd === cluster;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(cluster);
}

/**
 * Lets PostgreSQL start although another process now has the process id of a dead server. postmaster.pid itself stays,
 * with the id replaced, because PostgreSQL must still check the shared memory that it names: backends of a killed
 * postmaster may still run.
 */
export async function clearStaleLocks(place: Place): Promise<void> {
  const { cluster, runDir } = place;
  await replaceStale(pidFile(cluster), place, (text) => text.replace(/^\d+/, String(process.pid)));
  await replaceStale(join(runDir, `${SOCKET_FILE}.lock`), place, () => undefined);
}

async function replaceStale(
  path: string,
  place: Place,
  replacement: (text: string) => string | undefined,
): Promise<void> {
  const text = await readOptional(path);
  if (text === undefined) return;
  // A starting server creates the file and then writes it. Only a crash leaves it empty.
  if (text === '') return removeAbandoned(path);
  const pid = Number(text.split('\n')[0]);
  if (pid === process.pid || !alive(pid) || (await isPostmaster(pid, place.cluster))) return;
  const aside = temporaryName(path);
  const next = replacement(text);
  try {
    await rename(path, aside);
    // Another process may have started a server since the file was read. In that case its lock is restored.
    const moved = await readFile(aside, 'utf8');
    const content = moved === text ? next : moved;
    if (content === undefined) return;
    await writeFile(aside, content);
    if (place.account !== undefined) await chown(aside, place.account.uid, place.account.gid);
    await link(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Far longer than the time between creating and writing a lock file, in milliseconds. */
const EMPTY_LOCK_LIMIT_MS = 5_000;

async function removeAbandoned(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== 0 || clock.machineMs() - found.mtimeMs < EMPTY_LOCK_LIMIT_MS) return;
  await rm(path, { force: true });
}

/**
 * The time limit of a fast shutdown, in ms. It ends sessions and writes a checkpoint, and a slow disk may need most of
 * this time.
 */
const STOP_LIMIT_MS = 60_000;
const STOP_POLL_MS = 5;

/**
 * Stops the postmaster `pid` of `cluster` with a fast shutdown: sessions end, and committed data stays. Resolves with
 * true when the process has ended, and with false when it still runs after a minute.
 */
export async function stopPostmaster(pid: number, cluster: string, place: Place): Promise<boolean> {
  if (process.platform === 'win32') {
    const args = ['stop', '-m', 'fast', '-W', '-D', cluster];
    await run(place.binaries.pgCtl, args, { account: undefined, cwd: place.home });
  } else {
    try {
      process.kill(pid, 'SIGINT');
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return true;
      throw error;
    }
  }
  for (const end = clock.monotonicMs() + STOP_LIMIT_MS; clock.monotonicMs() < end;) {
    if ((await readPostmaster(cluster))?.pid !== pid) return true;
    await sleep(STOP_POLL_MS);
  }
  return false;
}
