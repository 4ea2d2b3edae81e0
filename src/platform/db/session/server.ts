/** One PostgreSQL server, as this process is connected to it. */
import pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { Statements } from '../statements.ts';
import { socketOf } from './driver-socket.ts';
import { Session } from './session.ts';

/** Requests have had their time to finish when the pool is closed; this is for the last steps of others. */
const CLOSING_MS = 500;

export type ServerOptions = {
  connection: ConnectionSettings;
  /** The role that row-level security applies to (`roles.ts`); without one, sessions see everybody's rows. */
  tenantRole?: string | undefined;
  poolSize: number;
  statementTimeoutMs: number;
  onIdleError: (error: Error) => void;
};

/** A pool of connections. All buckets of the server share it: a session is told into which it looks. */
export class Server {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly tenantRole: string | undefined;
  /** Called whenever the server has answered all that was sent on a connection. */
  onAnswer: () => void = () => {};
  readonly #clients = new Set<pg.PoolClient>();
  readonly #statements = new Statements();
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();

  constructor(options: ServerOptions) {
    this.connection = options.connection;
    this.tenantRole = options.tenantRole;
    this.pool = new pg.Pool({
      max: options.poolSize,
      // Fail fast when the pool is exhausted or the server is away: the caller gets a 503 to retry.
      connectionTimeoutMillis: 3000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      application_name: 'oriki',
      statement_timeout: options.statementTimeoutMs,
      // A connection whose server vanished without a word would otherwise wait for ever.
      query_timeout: options.statementTimeoutMs + 5000,
      idle_in_transaction_session_timeout: 60_000,
      // Last: what the operator's URL says of these goes first.
      ...options.connection,
    } as pg.PoolConfig);
    this.pool.on('error', options.onIdleError);
    // The pool listens on idle connections only: one that is lost while in use would end the process. Its user
    // learns it from the failing statement.
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      client.on('drain', () => this.onAnswer());
      this.#clients.add(client);
    });
    this.pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** Tells whether anybody has a connection, or waits for one. */
  get isInUse(): boolean {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return totalCount > idleCount || waitingCount > 0;
  }

  /** Takes a connection from the pool; whoever has it releases its `client`. */
  async session(): Promise<Session> {
    const client = await this.pool.connect();
    let session = this.#sessions.get(client);
    if (!session) this.#sessions.set(client, (session = new Session(client, this.#statements)));
    return session;
  }

  /** Waits for what still uses a connection, but not for long: then it is cut, and PostgreSQL rolls back. */
  async close(): Promise<void> {
    const cut = setTimeout(() => {
      // `client.end()` would wait for the answer to the statement under way.
      for (const client of this.#clients) socketOf(client).destroy();
    }, CLOSING_MS);
    await this.pool.end();
    clearTimeout(cut);
  }
}
