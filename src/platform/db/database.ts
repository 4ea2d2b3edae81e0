import { Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import { holdWrites, socketOf } from './session/driver-socket.ts';
import {
  afterSetting,
  setOrganization,
  organizationOptions,
  plainId,
  type PooledSession,
} from './sessions.ts';
import { Statements, type SendQuery } from './statements.ts';
import {
  assertOutsideTransaction,
  insideTransaction,
  noteFailure,
  realFailure,
  type Scope,
} from './transaction-scope.ts';
import type { DB } from './types.ts';

/** Runs queries outside or inside a transaction; stores take this so that both can call them. */
export type Queryable = Kysely<DB>;
export type Tx = Transaction<DB>;

export type ConnectionSettings = pg.ClientConfig;

const { builtins } = pg.types;
/** int8 never exceeds 2^53 here; `date` stays text because a JS Date would add a time zone. */
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.DATE, (value) => value);
pg.types.setTypeParser(builtins.JSON, parseJson);
pg.types.setTypeParser(builtins.JSONB, parseJson);

/** Requests have had their time to finish when the pool is closed; this is for the last steps of others. */
const CLOSING_MS = 500;

export type DatabaseOptions = {
  connection: ConnectionSettings;
  /** The role that row-level security applies to (`roles.ts`); without one, `organization` has no effect. */
  tenantRole?: string | undefined;
  poolSize: number;
  statementTimeoutMs: number;
  onIdleError: (error: Error) => void;
};

/**
 * The last statement of `Database.transaction`: sent together with COMMIT, in one round trip. Compiled and not
 * executed, because Kysely sends a statement some ticks after `execute` is called: COMMIT would overtake it.
 */
export type FinalStatement = (tx: Tx) => CompiledQuery;

/** Names a transaction's last statement, which leaves together with COMMIT. */
export type LastStatement = (statement: FinalStatement) => void;

/** The work of a transaction. */
export type TransactionWork<T> = (tx: Tx, lastStatement: LastStatement) => Promise<T>;

export type TransactionOptions = {
  /** Waiting longer for a lock fails with what `isLockTimeout` tells; without it as long as a statement may run. */
  lockTimeoutMs?: number | undefined;
};

/** Statements and transactions that see the rows of everybody, or of one organization. */
export type DatabaseScope = Pick<Database, 'read' | 'transaction'>;

/** The most scopes of organizations that are kept, made once: small, but not free. */
const MAX_SCOPES = 1000;

/** The process's pool of connections and the one way to open a transaction. */
export class Database {
  /** Sessions in it may be those of one organization (`organization`): statements go through `query`. */
  readonly pool: pg.Pool;
  /** For reads and single statements; throws when used inside a transaction. */
  readonly read: Queryable;
  readonly connection: ConnectionSettings;
  /** Called whenever the server has answered all that was sent on a connection. */
  onAnswer: () => void = () => {};
  readonly #tenantRole: string | undefined;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #statements = new Statements();
  readonly #scopes = new Map<string, DatabaseScope>();
  readonly #sessions = new WeakMap<pg.PoolClient, PooledSession>();

  constructor(options: DatabaseOptions) {
    this.connection = options.connection;
    this.#tenantRole = options.tenantRole;
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
    this.read = this.#reader(undefined);
  }

  /** Tells whether anybody has a connection, or waits for one. */
  get isInUse(): boolean {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return totalCount > idleCount || waitingCount > 0;
  }

  #reader(orgId: string | undefined): Queryable {
    const guarded = {
      connect: async () => {
        assertOutsideTransaction('a second connection');
        const client = await this.pool.connect();
        const session = this.#sessionOf(client);
        const isSet = setOrganization(client, session, orgId, this.#tenantRole);
        return isSet ? afterSetting(session.reader, isSet) : session.reader;
      },
      end: () => this.pool.end(),
    };
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: guarded as never }) });
  }

  /**
   * The database as one organization sees it: row-level security hides and refuses the rows of all others, whatever a
   * statement asks for. Costs no round trip.
   */
  organization(orgId: string): DatabaseScope {
    if (this.#tenantRole === undefined) return this;
    let scope = this.#scopes.get(plainId(orgId));
    if (!scope) {
      scope = {
        read: this.#reader(orgId),
        transaction: (work, options) => this.#transaction(orgId, work, options),
      };
      if (this.#scopes.size >= MAX_SCOPES) this.#scopes.clear();
      this.#scopes.set(orgId, scope);
    }
    return scope;
  }

  /** Options with which a connection of its own sees one organization's rows: for `options` of its settings. */
  organizationOptions(orgId: string): string {
    if (this.#tenantRole === undefined) return '';
    return organizationOptions(this.#tenantRole, orgId);
  }

  /** One statement of a part that brings its own SQL; it sees everybody's rows. */
  async query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      const isSet = setOrganization(client, this.#sessionOf(client), undefined, undefined);
      const setting = isSet?.catch((error: Error) => (broken = error));
      const [result] = await Promise.all([client.query(text as string, values), setting]);
      if (broken) throw broken;
      return result;
    } finally {
      client.release(broken);
    }
  }

  /** A connection as Kysely sees it, made once per connection. */
  #sessionOf(client: pg.PoolClient): PooledSession {
    let session = this.#sessions.get(client);
    if (!session) {
      const send = this.#statements.query(client, true);
      // A statement of work that was not awaited must not reach the connection's next transaction.
      const query: SendQuery = (text, values) => {
        const scope = insideTransaction.getStore();
        if (scope?.open !== true) throw new Error('the transaction has ended');
        const sent = send(text, values);
        sent.catch((error: Error) => noteFailure(scope, error));
        return sent;
      };
      const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
      session = {
        orgId: undefined,
        reader: {
          query: this.#statements.query(client, false),
          release: (error) => client.release(error),
        },
        tx: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }) as Tx,
        send,
      };
      this.#sessions.set(client, session);
    }
    return session;
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits what it did when it resolves, rolls back when
   * it throws. BEGIN travels with the first statement and COMMIT with the statement that
   * `lastStatement` sends, so both cost no round trip of their own; all leave at once if that is the only one.
   * @throws what `work` throws; a lost connection at COMMIT leaves the outcome unknown and throws too, and so does a
   *   BEGIN that fails, if the last statement is the only one
   */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T> {
    return this.#transaction(undefined, work, options);
  }

  async #transaction<T>(
    orgId: string | undefined,
    work: TransactionWork<T>,
    { lockTimeoutMs }: TransactionOptions = {},
  ): Promise<T> {
    assertOutsideTransaction('a second transaction');
    const client = await this.pool.connect();
    const session = this.#sessionOf(client);
    const { tx, send } = session;
    const isSet = setOrganization(client, session, orgId, this.#tenantRole);
    const scope: Scope = { open: true, afterCommit: [] };
    let broken: Error | undefined;
    let value: T;
    try {
      value = await insideTransaction.run(scope, async () => {
        // These leave with one write: Kysely sends a statement some ticks after it is asked to.
        const write = holdWrites(client);
        const limit =
          lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
        const begun = client.query(`BEGIN${limit}`);
        let unbegun: Error | undefined;
        begun.catch((reason: Error) => (unbegun = reason));
        let last: FinalStatement | undefined;
        const result = await work(tx, (statement) => (last = statement));
        await isSet;
        // Known if any statement was answered before: what is sent now would be a transaction of its own.
        if (unbegun) throw unbegun;
        scope.open = false;
        const final = last?.(tx);
        const sent = final && send(final.sql, final.parameters);
        sent?.catch(() => {});
        const committing = client.query('COMMIT');
        committing.catch(() => {});
        write();
        await begun;
        const committed = await committing;
        await sent;
        if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
        return result;
      });
    } catch (error) {
      scope.open = false;
      await isSet?.catch((reason: Error) => (broken = reason));
      // ROLLBACK after a failed COMMIT is a harmless warning; a failing ROLLBACK means a dead connection.
      await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
      throw realFailure(scope, error);
    } finally {
      client.release(broken);
    }
    for (const run of scope.afterCommit) await run(this.read);
    return value;
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
