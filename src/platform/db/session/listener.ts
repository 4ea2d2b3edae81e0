import type pg from 'pg';
import type { Logger } from '../../observability/logger.ts';
import type { ConnectionSettings } from '../database.ts';
import { inParts } from '../schemas.ts';
import { Client } from './primary.ts';
import type { Liveness } from './liveness.ts';

/** The name of its sessions: each running process of the service has one. */
export const LISTENING = 'oriki:listen';
const RECONNECT_MS = 500;
/** A query after this time detects a silent peer (a pulled cable, a paused server). */
const PING_MS = 5000;
const ANSWER_MS = 3000;
/** The same time for several hosts, one of which may be the new primary. */
const PING_OF_SEVERAL_MS = 1500;
const ANSWER_OF_SEVERAL_MS = 2000;

export type Listener = {
  /** True while notifications arrive. While false, caches rely on their short lifetime. */
  connected(): boolean;
  stop(): Promise<void>;
};

/**
 * One connection that LISTENs for the whole process. `handlers` maps a channel to the function for its payloads. After
 * every (re)connect each handler is called with `undefined`, because notifications in between are lost. `onDown` is
 * called before each attempt to reconnect. `liveness` uses these sessions: they are idle, so PostgreSQL notices
 * immediately when the process ends.
 */
export function startListener(options: {
  connection: ConnectionSettings;
  handlers: Record<string, (payload: string | undefined) => void>;
  onDown: () => Promise<void>;
  liveness?: Liveness | undefined;
  log: Logger;
}): Listener {
  const { liveness } = options;
  let pingMs = PING_MS;
  let client: pg.Client | undefined;
  /** Process id of the server process behind the connection. */
  let pid: number | undefined;
  let stopped = false;
  let up = false;
  let timer: NodeJS.Timeout | undefined;

  function schedule(delayMs: number, run: () => Promise<void>): void {
    if (stopped) return;
    timer = setTimeout(() => void run(), delayMs);
  }

  /** Drops the connection; its later messages are ignored. */
  async function discard(): Promise<void> {
    const old = client;
    client = undefined;
    if (!old) return;
    old.removeAllListeners();
    old.on('error', () => {});
    await old.end().catch(() => {});
  }

  function down(error: unknown): void {
    const wasUp = up;
    if (wasUp) options.log.warn({ err: error }, 'lost the notification connection');
    up = false;
    clearTimeout(timer);
    liveness?.ended();
    void discard();
    schedule(wasUp ? 0 : RECONNECT_MS, reconnect);
  }

  async function reconnect(): Promise<void> {
    await options
      .onDown()
      .catch((error: unknown) =>
        options.log.warn({ err: error }, 'the database could not be started'),
      );
    await connect();
  }

  async function pidOf(of: pg.Client): Promise<number> {
    const { rows } = await of.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]!.pid;
  }

  async function ping(): Promise<void> {
    const current = client;
    if (!current) return;
    try {
      const now = await pidOf(current);
      // A pooler in transaction mode: other processes share the sessions that hold our locks and notifications.
      if (pid !== undefined && now !== pid) {
        pid = undefined;
        liveness?.ended();
        options.log.warn('the notification connection uses a pooler: connect without it');
      }
      schedule(pingMs, ping);
    } catch (error) {
      if (current === client) down(error);
    }
  }

  async function connect(): Promise<void> {
    if (stopped) return;
    const connection = inParts(options.connection);
    const isSeveral = connection.hosts !== undefined;
    pingMs = isSeveral ? PING_OF_SEVERAL_MS : PING_MS;
    const next = new Client({
      ...connection,
      connectionTimeoutMillis: 3000,
      query_timeout: isSeveral ? ANSWER_OF_SEVERAL_MS : ANSWER_MS,
      keepAlive: true,
    });
    client = next;
    next.on('error', (error) => next === client && down(error));
    next.on('end', () => next === client && down(new Error('connection ended')));
    next.on('notification', ({ channel, payload }) => options.handlers[channel]?.(payload ?? ''));
    try {
      await next.connect();
      // The name is not an option, because a name in the connection's URL would override it.
      await next.query(`SET application_name = '${LISTENING}'`);
      for (const channel of Object.keys(options.handlers)) await next.query(`LISTEN ${channel}`);
      pid = await pidOf(next);
      await liveness?.began((text, values) => next.query(text, values));
      if (stopped) return;
      up = true;
      for (const handler of Object.values(options.handlers)) handler(undefined);
      schedule(pingMs, ping);
    } catch (error) {
      if (next === client) down(error);
    }
  }

  void connect();
  return {
    connected: () => up,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await discard();
    },
  };
}
