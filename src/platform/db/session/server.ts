/** One PostgreSQL server and this process's connections to it. */
import pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { inParts } from '../schemas.ts';
import { Statements } from '../statements.ts';
import { socketOf } from './driver-socket.ts';
import { Client } from './primary.ts';
import { Session } from './session.ts';

/** The pool closes after requests had time to finish; this time is for the last steps of other work. */
const CLOSING_MS = 500;

export type ServerOptions = {
  connection: ConnectionSettings;
  /** The role that row-level security applies to (`roles.ts`). Without it, sessions see all organizations' rows. */
  tenantRole?: string | undefined;
  poolSize: number;
  statementTimeoutMs: number;
  onIdleError: (error: Error) => void;
};

/** A connection pool. All buckets of the server share it; a session gets its schema by a setting. */
export class Server {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly tenantRole: string | undefined;
  /** Called whenever the server has answered everything that was sent on a connection. */
  onAnswer: () => void = () => {};
  readonly #clients = new Set<pg.PoolClient>();
  readonly #statements = new Statements();
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();

  constructor(options: ServerOptions) {
    this.connection = options.connection;
    this.tenantRole = options.tenantRole;
    this.pool = new pg.Pool({
      max: options.poolSize,
      // Fails fast when the pool is exhausted or the server is unavailable: the caller gets a 503 to retry.
      connectionTimeoutMillis: 3000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      application_name: 'oriki',
      statement_timeout: options.statementTimeoutMs,
      // A connection whose server vanished silently would otherwise wait forever.
      query_timeout: options.statementTimeoutMs + 5000,
      idle_in_transaction_session_timeout: 60_000,
      // Last, so that settings in the operator's URL win.
      ...inParts(options.connection),
      Client,
    } as pg.PoolConfig);
    this.pool.on('error', options.onIdleError);
    // The pool listens on idle connections only. Without this, losing a connection in use would end the process. Its
    // user gets the error from the failing statement.
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      client.on('drain', () => this.onAnswer());
      this.#clients.add(client);
    });
    this.pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** True if a connection is in use or requested. */
  get isInUse(): boolean {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return totalCount > idleCount || waitingCount > 0;
  }

  /** Takes a connection from the pool. The caller must release its `client`. */
  async session(): Promise<Session> {
    const client = await this.pool.connect();
    let session = this.#sessions.get(client);
    if (!session) this.#sessions.set(client, (session = new Session(client, this.#statements)));
    return session;
  }

  /** Waits briefly for connections in use. Then it cuts them, and PostgreSQL rolls back. */
  async close(): Promise<void> {
    const cut = setTimeout(() => {
      // `client.end()` would wait for the answer to the running statement.
      for (const client of this.#clients) socketOf(client).destroy();
    }, CLOSING_MS);
    await this.pool.end();
    clearTimeout(cut);
  }
}
