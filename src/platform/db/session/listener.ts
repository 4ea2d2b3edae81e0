import pg from 'pg';
import type { Logger } from '../../observability/logger.ts';
import type { ConnectionSettings } from '../database.ts';
import type { Liveness } from './liveness.ts';

/** The name of its sessions: each process of the service that runs has one. */
export const LISTENING = 'oriki:listen';
const RECONNECT_MS = 500;
/** A silent peer (a pulled cable, a paused server) is noticed by this question. */
const PING_MS = 5000;

export type Listener = {
  /** Tells whether notifications are arriving now; while false, caches live by their short lifetime alone. */
  connected(): boolean;
  stop(): Promise<void>;
};

/**
 * One connection that LISTENs for the whole process. `handlers` maps channel to what to do with a payload;
 * after every (re)connect each handler is called with `undefined`, because notifications sent meanwhile
 * are lost. `onDown` is called before each attempt to reconnect. Its sessions are the ones of `liveness`: they are
 * idle, so PostgreSQL sees at once that the process is gone.
 */
export function startListener(options: {
  connection: ConnectionSettings;
  handlers: Record<string, (payload: string | undefined) => void>;
  onDown: () => Promise<void>;
  liveness?: Liveness | undefined;
  log: Logger;
}): Listener {
  const { liveness } = options;
  let client: pg.Client | undefined;
  /** Id of the server process behind the connection. */
  let pid: number | undefined;
  let stopped = false;
  let up = false;
  let timer: NodeJS.Timeout | undefined;

  function schedule(delayMs: number, run: () => Promise<void>): void {
    if (stopped) return;
    timer = setTimeout(() => void run(), delayMs);
  }

  /** Lets go of the connection; what it still has to say is of no interest. */
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
      // A pooler in transaction mode: locks and notifications belong to sessions that this process shares with others.
      if (pid !== undefined && now !== pid) {
        pid = undefined;
        liveness?.ended();
        options.log.warn('the notification connection goes through a pooler: connect without');
      }
      schedule(PING_MS, ping);
    } catch (error) {
      if (current === client) down(error);
    }
  }

  async function connect(): Promise<void> {
    if (stopped) return;
    const next = new pg.Client({
      ...options.connection,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
    });
    client = next;
    next.on('error', (error) => next === client && down(error));
    next.on('end', () => next === client && down(new Error('connection ended')));
    next.on('notification', ({ channel, payload }) => options.handlers[channel]?.(payload ?? ''));
    try {
      await next.connect();
      // Not as an option, which a name in the connection's URL would override.
      await next.query(`SET application_name = '${LISTENING}'`);
      for (const channel of Object.keys(options.handlers)) await next.query(`LISTEN ${channel}`);
      pid = await pidOf(next);
      await liveness?.began((text, values) => next.query(text, values));
      if (stopped) return;
      up = true;
      for (const handler of Object.values(options.handlers)) handler(undefined);
      schedule(PING_MS, ping);
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
