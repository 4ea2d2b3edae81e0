/** One PostgreSQL server and this process's connections to it. */
import pg from 'pg';
import { clock } from '../../clock.ts';
import { deadlineNow, tookTooLong } from '../../concurrency/deadline.ts';
import type { ConnectionSettings } from '../database.ts';
import { UnconfirmedCommit } from '../failures.ts';
import { inParts } from '../schemas.ts';
import { Statements } from '../statements.ts';
import { Confirmation, isUnconfirmed, waitingForStandby } from './confirm.ts';
import { failRunning, socketOf } from './driver-socket.ts';
import { Client } from './primary.ts';
import { Session } from './session.ts';

/** The time for the last steps of other work when the pool closes; requests have already had time to finish. */
const CLOSING_MS = 500;
/** The period at which connections in use are compared with their requests' deadlines. */
const SWEEP_MS = 250;

/**
 * The age from which a statement may be a commit that waits for a standby, normally and while others are known to wait.
 */
const WAIT_MS = 2000;
const KNOWN_WAIT_MS = 500;

export type ServerOptions = {
  connection: ConnectionSettings;
  /** The role that row-level security applies to (`roles.ts`). Without it, sessions see all organizations' rows. */
  tenantRole?: string | undefined;
  poolSize: number;
  statementTimeoutMs: number;
  onIdleError: (error: Error) => void;
  /** Called for each commit that no standby has confirmed. */
  onUnconfirmed?: () => void;
};

/** A connection pool. All buckets of the server share it; a session gets its schema by a setting. */
export class Server {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly tenantRole: string | undefined;
  /** Called whenever the server has answered all statements sent on a connection. */
  onAnswer: () => void = () => {};
  readonly #clients = new Set<pg.PoolClient>();
  readonly #statements = new Statements();
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();
  #sweeping: NodeJS.Timeout | undefined;
  #isAsking = false;
  readonly #onUnconfirmed: () => void;
  readonly confirmation: Confirmation;

  constructor(options: ServerOptions) {
    this.connection = options.connection;
    this.tenantRole = options.tenantRole;
    this.confirmation = new Confirmation(options.connection);
    this.#onUnconfirmed = options.onUnconfirmed ?? (() => {});
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
      // These are last, so that settings in the operator's URL win.
      ...inParts(options.connection),
      Client,
    } as pg.PoolConfig);
    this.pool.on('error', options.onIdleError);
    // The pool listens on idle connections only. Without this listener, losing a connection in use would end the
    // process. The user of the connection gets the error from the failing statement.
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      client.on('drain', () => this.onAnswer());
      client.on('notice', (notice) => {
        if (isUnconfirmed(notice)) failRunning(client, () => this.#unconfirmed(notice.message));
      });
      this.#clients.add(client);
    });
    this.pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** True if a connection is in use or requested. */
  get isInUse(): boolean {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return totalCount > idleCount || waitingCount > 0;
  }

  /**
   * Takes a connection from the pool. The caller must release the session.
   * @throws ApiError SERVICE_UNAVAILABLE after the deadline of the current request
   */
  async session(): Promise<Session> {
    const deadline = deadlineNow();
    if (deadline?.hasPassed) throw tookTooLong();
    const client = await this.pool.connect();
    let session = this.#sessions.get(client);
    if (!session) this.#sessions.set(client, (session = new Session(client, this.#statements)));
    session.deadline = deadline;
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return session;
  }

  /** Cancels the statements of requests whose deadline has passed. A timer for each request would cost more. */
  #sweep(): void {
    const nowMs = clock.monotonicMs();
    const waitMs = this.confirmation.isLost ? KNOWN_WAIT_MS : WAIT_MS;
    const slow: pg.PoolClient[] = [];
    for (const client of this.#clients) {
      const session = this.#sessions.get(client);
      session?.cancelIfLate();
      if (!this.#isAsking && session?.mayWaitForStandby(nowMs, waitMs)) slow.push(client);
    }
    if (slow.length > 0) void this.#endWaits(slow);
    if (!this.isInUse) this.#stopSweeping();
  }

  #unconfirmed(reason: string | undefined): UnconfirmedCommit {
    this.#onUnconfirmed();
    this.confirmation.lost();
    return new UnconfirmedCommit(new Error(reason));
  }

  /** Ends the waits for a standby that does not confirm. */
  async #endWaits(slow: readonly pg.PoolClient[]): Promise<void> {
    this.#isAsking = true;
    try {
      for (const client of await waitingForStandby(this.connection, slow))
        this.#sessions.get(client)!.endWait(() => this.#unconfirmed('no standby confirms commits'));
    } catch {
      // If the server cannot answer this, the statements end for the same reason.
    } finally {
      this.#isAsking = false;
    }
  }

  #stopSweeping(): void {
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  /** Waits briefly for connections in use. Then cuts them, and PostgreSQL rolls back. */
  async close(): Promise<void> {
    const cut = setTimeout(() => {
      // `client.end()` would wait for the answer to the running statement.
      for (const client of this.#clients) socketOf(client).destroy();
    }, CLOSING_MS);
    await this.pool.end();
    clearTimeout(cut);
    this.#stopSweeping();
    await this.confirmation.close();
  }
}
