import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError, codeOf, spawnFailure, spawnOptions } from './common.ts';
import type { Progress } from './common.ts';
import { boundLog, logSize, logTail, openLog } from './log.ts';
import type { Place } from './place.ts';
import { clearStaleLocks, readPostmaster } from './postmaster.ts';
import { isRefusal, openPresence } from './presence.ts';
import type { Connection, Presence } from './presence.ts';
import { serverArguments } from './settings.ts';
import type { Transport } from './settings.ts';
import { newPort } from './transport.ts';
import { plainBackOffMs } from '../../concurrency/back-off.ts';
import { clock } from '../../clock.ts';

export type Server = {
  place: Place;
  /** changes only when the TCP port must change */
  transport: Transport;
  connection: Connection;
  durable: boolean;
  settings: Readonly<Record<string, string>>;
  progress: Progress;
};

type Launch = {
  /** log size when this server was started; later lines are from this server */
  logFrom: number;
  child?: ChildProcess;
  ended?: { code: number | null };
  failure?: unknown;
};

/** Short: a clean start takes about a tenth of a second. */
const POLL_MS = 5;

/** The time without a starting server after which the attempt fails, in milliseconds. */
const START_LIMIT_MS = 30_000;

/** The time limit of crash recovery. It replays at most max_wal_size, but a slow disk may take minutes. */
const RECOVERY_LIMIT_MS = 600_000;

/** The time limit of a shutdown checkpoint on a busy disk, in milliseconds. */
const STOPPING_LIMIT_MS = 120_000;

/** The waits between two launches. */
const BETWEEN_LAUNCHES = { firstMs: 25, mostMs: 500 };

const SLOW_MS = 1000;

/** The period between attempts with a server whose lock file is not "ready", in milliseconds. */
const DISTRUST_MS = 1000;

/**
 * Server messages after which a retry can succeed: another server runs, starts or has just stopped on the same cluster,
 * or backends of a killed server are still ending.
 */
const TRANSIENT =
  /lock file ".*" already exists|pre-existing shared memory|lock file ".*" is empty/;

const PORT_TAKEN = /could not bind IPv4 address|could not create any TCP\/IP sockets/;

/**
 * Connects to the server of a place, and starts it if none runs. Safe to call from several processes concurrently:
 * PostgreSQL's own lock lets one server start, and the others connect to it.
 * @throws EmbeddedDatabaseError with the end of the server's log if it does not start; the signal's reason, after it
 * has stopped a server that it launched
 */
export async function connectOrStart(
  server: Server,
  mayChangePort: boolean,
  signal?: AbortSignal,
): Promise<Presence> {
  const { place } = server;
  const began = clock.monotonicMs();
  const announce = announcer(server, began);
  let launch: Launch | undefined;
  let tries = 0;
  let nextLaunchAt = 0;
  let nextTryAt = began + DISTRUST_MS;
  for (;;) {
    const running = await readPostmaster(place.cluster);
    const now = clock.monotonicMs();
    if (running?.status === 'ready' || (running !== undefined && now >= nextTryAt)) {
      nextTryAt = now + DISTRUST_MS;
      if (server.transport.kind === 'tcp') server.connection.port = running.port;
      const presence = await tryPresence(server);
      if (presence !== undefined) {
        if (launch?.child) launches.delete(launch.child);
        return presence;
      }
    } else if (
      running === undefined &&
      (launch === undefined || launch.ended) &&
      now >= nextLaunchAt
    ) {
      if (launch?.ended) await reactToEnd(server, launch, mayChangePort);
      await clearStaleLocks(place);
      launch = start(server);
      nextLaunchAt = now + plainBackOffMs(tries, BETWEEN_LAUNCHES);
      tries += 1;
    }
    if (launch?.failure !== undefined) {
      throw spawnFailure(place.binaries.postgres, place.account, launch.failure);
    }
    if (signal?.aborted) {
      await endOf(launch);
      throw signal.reason;
    }
    announce(running?.status);
    const limit = limitFor(running?.status);
    if (now - began > limit) throw await notStarted(server, launch, `within ${limit / 1000} s`);
    await sleep(POLL_MS);
  }
}

function limitFor(status: string | undefined): number {
  if (status === 'starting') return RECOVERY_LIMIT_MS;
  return status === 'stopping' ? STOPPING_LIMIT_MS : START_LIMIT_MS;
}

function announcer(server: Server, began: number) {
  let said = false;
  return (status: string | undefined): void => {
    if (said || clock.monotonicMs() - began < SLOW_MS) return;
    said = true;
    const doing = status === 'stopping' ? 'waiting for PostgreSQL to stop' : 'starting PostgreSQL';
    server.progress(`${doing} in ${server.place.cluster} (log: ${server.place.logFile})`);
  };
}

async function tryPresence(server: Server): Promise<Presence | undefined> {
  try {
    return await openPresence(server.connection);
  } catch (error) {
    if (!isRefusal(error)) return undefined;
    const reason = error instanceof Error ? error.message : codeOf(error);
    throw new EmbeddedDatabaseError(
      `The embedded database in ${server.place.cluster} refuses its own password or role ` +
        `(${reason}); the password is in ${server.place.dataDir}/postgres.json. Restore the file ` +
        'from a backup, or move the data folder away to start with an empty database.',
      { cause: error },
    );
  }
}

/** Servers that this process has launched and to which it has not connected yet. */
const launches = new Set<ChildProcess>();

/** Stops launched servers without a connection. The users of other servers stop those. */
export function stopLaunches(): void {
  for (const child of launches) child.kill('SIGINT');
}

/** Stops the launched, unused server and waits for its end. */
async function endOf(launch: Launch | undefined): Promise<void> {
  launch?.child?.kill('SIGINT');
  for (const end = clock.monotonicMs() + STOPPING_LIMIT_MS; clock.monotonicMs() < end;) {
    if (!launch?.child || launch.ended || launch.failure !== undefined) return;
    await sleep(POLL_MS);
  }
}

/** Starts a server in a separate session, so that neither Ctrl-C nor the end of this process reaches it. */
function start(server: Server): Launch {
  const { place, transport, durable, settings } = server;
  boundLog(place.logFile);
  const launch: Launch = { logFrom: logSize(place.logFile) };
  const log = openLog(place.logFile, place.account);
  try {
    const args = serverArguments(place.cluster, transport, durable, settings);
    const child = spawn(place.binaries.postgres, args, {
      ...spawnOptions(place.account, place.cluster),
      detached: true,
      stdio: ['ignore', log, log],
    });
    launch.child = child;
    launches.add(child);
    child.on('error', (error) => (launch.failure = error));
    child.on('exit', (code) => {
      launch.ended = { code };
      launches.delete(child);
    });
    child.unref();
  } catch (error) {
    launch.failure = error;
  } finally {
    closeSync(log);
  }
  return launch;
}

/** Decides whether to retry after a server that was started here has ended. */
async function reactToEnd(server: Server, launch: Launch, mayChangePort: boolean): Promise<void> {
  // The server ended normally or by a signal: another process stopped it, or it was killed.
  if (launch.ended?.code === 0 || launch.ended?.code === null) return;
  const tail = await logTail(server.place.logFile, launch.logFrom);
  if (TRANSIENT.test(tail)) return;
  if (PORT_TAKEN.test(tail) && server.transport.kind === 'tcp' && mayChangePort) {
    server.transport = await newPort(server.place);
    return;
  }
  throw await notStarted(server, launch, `(it ended with code ${launch.ended?.code})`);
}

async function notStarted(server: Server, launch: Launch | undefined, how: string) {
  const { logFile } = server.place;
  const tail = (await logTail(logFile, launch?.logFrom)) || (await logTail(logFile));
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL did not start ${how}. Its log is ${logFile}; the last lines:\n${tail}`,
  );
}
