import { createHmac } from 'node:crypto';
import { locateBinaries } from './embedded/binaries.ts';
import { DATABASE, USER, ensureCluster } from './embedded/cluster.ts';
import { slowStep } from './embedded/common.ts';
import { boundLog } from './embedded/log.ts';
import { ping } from './embedded/ping.ts';
import { preparePlace } from './embedded/place.ts';
import { SOCKET_PORT, readPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { openPresence } from './embedded/presence.ts';
import type { Presence } from './embedded/presence.ts';
import { connectOrStart, stopLaunches } from './embedded/server.ts';
import type { Server } from './embedded/server.ts';
import { LOOPBACK } from './embedded/settings.ts';
import { chooseTransport } from './embedded/transport.ts';

export { EmbeddedDatabaseError } from './embedded/common.ts';

/** A PostgreSQL server in the data folder, shared by every Oriki process that uses the folder. */
export type EmbeddedDatabase = {
  /**
   * Connection settings of the owner, a superuser, for pg.Pool and pg.Client. Give sessions an application_name that
   * starts with 'oriki'. A later `ensureRunning` of another process can change `port` only over TCP, if another program
   * took the port while the server was down.
   */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** postgresql:// URL for the same connection. It contains the password: never log it. */
  url: string;
  /** Name and password of the service's role; `migrateFor` creates it. */
  service: { user: string; password: string };
  /** URL for that role. */
  serviceUrl: string;
  /** true when this call created the cluster (first start ever) */
  created: boolean;
  /** PGDATA */
  cluster: string;
  /** True if the cluster is outside the data folder, because PostgreSQL's account cannot enter it. */
  isElsewhere: boolean;
  /**
   * Starts the server again if it has died. Resolves when it accepts connections, or immediately if it runs. Safe to
   * call at any time; concurrent callers share one attempt.
   * @throws EmbeddedDatabaseError with the end of the server's log, or after `release`.
   */
  ensureRunning(): Promise<void>;
  /**
   * Stops the server unless another Oriki process still uses it. Close this process's own connections first, because
   * they count as use. Does not reject if the server has already stopped.
   */
  release(): Promise<void>;
};

export type EmbeddedOptions = {
  /** folder for everything this database keeps; created (mode 0700) if it is missing */
  dataDir: string;
  /** Called with a line for each step that takes longer than a second, and for unexpected events. */
  progress: (line: string) => void;
  /** false only for disposable data, such as a test's: commits are then not durable */
  fsync?: boolean;
  /** cancels the start; a server that it has launched is stopped */
  signal?: AbortSignal;
  /** PostgreSQL settings, used when this call starts the server; they override the defaults */
  settings?: Record<string, string>;
};

const SERVICE_USER = 'oriki_service';
/** The period at which a running process checks the size of the server's log, in milliseconds. */
const LOG_CHECK_MS = 60_000;

/**
 * Connects to the embedded PostgreSQL of a data folder. Creates the cluster on the first start. Starts the server when
 * none runs, and otherwise uses the running one (of another process, or one that outlived a killed process).
 * Acknowledged commits survive kill -9 of this process or of the server, and power cuts, unless `fsync` is false.
 * @throws EmbeddedDatabaseError whose message names the repair for an operator; the signal's reason
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { progress, fsync: durable = true, settings = {}, signal } = options;
  const place = await preparePlace(options.dataDir, await locateBinaries(), progress);
  const created = await ensureCluster(place, durable, progress);
  signal?.throwIfAborted();
  const transport = await chooseTransport(place);
  const server: Server = {
    place,
    transport,
    durable,
    settings,
    progress,
    connection: {
      host: transport.kind === 'socket' ? transport.folder : LOOPBACK,
      port: transport.kind === 'socket' ? SOCKET_PORT : transport.port,
      user: USER,
      password: place.identity.password,
      database: DATABASE,
    },
  };
  const presence = await connectOrStart(server, true, signal);
  const service = { user: SERVICE_USER, password: servicePassword(server.connection.password) };
  return {
    ...lifecycle(server, presence),
    connection: server.connection,
    url: urlOf(server, server.connection),
    service,
    serviceUrl: urlOf(server, service),
    created,
    cluster: place.cluster,
    isElsewhere: place.home !== place.dataDir,
  };
}

/** This password needs no separate storage: the owner's password already allows more. */
function servicePassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(SERVICE_USER).digest('base64url');
}

function urlOf(server: Server, { user, password }: { user: string; password: string }): string {
  const { host, port, database } = server.connection;
  // The passwords are base64url and need no escaping; a socket folder is passed as a parameter.
  const credentials = `${user}:${password}`;
  return server.transport.kind === 'tcp'
    ? `postgresql://${credentials}@${host}:${port}/${database}`
    : `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Functions that end this process's use of each server. */
const abandoning = new Set<() => Promise<void>>();

/**
 * For a process that ends without having closed its connections. Stops the servers that it uses, including one that it
 * has just launched, unless another process uses them. Never rejects.
 */
export async function abandonServers(): Promise<void> {
  stopLaunches();
  await Promise.all([...abandoning].map((abandon) => abandon()));
}

function lifecycle(server: Server, first: Presence) {
  let presence = first;
  let attempt: Promise<void> | undefined;
  let released: Promise<void> | undefined;
  const logCheck = setInterval(() => tryBoundLog(server), LOG_CHECK_MS).unref();

  const bringBack = async (): Promise<void> => {
    if (!presence.lost() && (await ping(server.connection))) return;
    const lost = presence;
    presence = await connectOrStart(server, false);
    lost.close();
  };

  const ensureRunning = async (): Promise<void> => {
    if (released !== undefined) throw new Error('the embedded database was released');
    attempt ??= bringBack().finally(() => (attempt = undefined));
    await attempt;
  };

  const leave = async (alone: boolean): Promise<void> => {
    clearInterval(logCheck);
    await attempt?.catch(() => {});
    try {
      if (presence.lost()) {
        if ((await readPostmaster(server.place.cluster)) === undefined) return;
        presence = await openPresence(server.connection);
      }
      await presence.leave(() => stop(server), alone);
    } catch (error) {
      // The server died or another process is stopping it, so nothing is left to release.
      if ((await readPostmaster(server.place.cluster)) === undefined) return;
      server.progress(`PostgreSQL was left running in ${server.place.cluster}: ${String(error)}`);
    }
  };

  const abandon = (): Promise<void> => (released ??= leave(true));
  abandoning.add(abandon);
  const release = async (): Promise<void> => {
    await (released ??= leave(false));
    abandoning.delete(abandon);
  };
  return { ensureRunning, release };
}

async function stop({ place, progress }: Server): Promise<void> {
  const running = await readPostmaster(place.cluster);
  if (running === undefined) return;
  const line = `stopping PostgreSQL in ${place.cluster}`;
  const stopping = () => stopPostmaster(running.pid, place.cluster, place);
  if (await slowStep(progress, line, stopping)) return;
  progress(`PostgreSQL (process ${running.pid}) is still stopping; its log is ${place.logFile}`);
}

/** A failure to limit the log must not end the process. */
function tryBoundLog({ place }: Server): void {
  try {
    boundLog(place.logFile);
  } catch {
    // The disk is full or the folder was removed; the next check tries again.
  }
}
