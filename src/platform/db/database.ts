import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

/** Runs queries outside or inside a transaction; stores take this so that both can call them. */
export type Queryable = Kysely<DB>;
export type Tx = Transaction<DB>;

export type ConnectionSettings = pg.ClientConfig;

const insideTransaction = new AsyncLocalStorage<true>();

/**
 * Throws when called while this request's transaction is open. A second connection, an outbound call or a
 * KMS call inside a transaction can deadlock the pool and holds row locks for as long as a peer is slow.
 */
export function assertOutsideTransaction(what: string): void {
  if (insideTransaction.getStore()) throw new Error(`${what} inside a transaction`);
}

const { builtins } = pg.types;
/** int8 never exceeds 2^53 here; `date` stays text because a JS Date would add a time zone. */
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.DATE, (value) => value);

/** Errors that mean "the database cannot be asked now", never "the statement was wrong". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    if (/^(08|57P0|53)/.test(code) || code === '57014' || code === '25P03') return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
      return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The server does not support SSL|Client was closed|Query read timeout)/.test(
    error.message,
  );
}

/** Name of the unique constraint or index that a statement violated, if that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  return error.constraint;
}

export type DatabaseOptions = {
  connection: ConnectionSettings;
  poolSize: number;
  statementTimeoutMs: number;
  onIdleError: (error: Error) => void;
};

/** What `Database.transaction` runs last: sent together with COMMIT, in one round trip. */
export type FinalStatement = (tx: Tx) => Promise<unknown>;

/** The process's pool of connections and the one way to open a transaction. */
export class Database {
  readonly pool: pg.Pool;
  /** For reads and single statements; throws when used inside a transaction. */
  readonly read: Queryable;
  readonly connection: ConnectionSettings;
  readonly #bound = new WeakMap<pg.PoolClient, Kysely<DB>>();

  constructor(options: DatabaseOptions) {
    this.connection = options.connection;
    this.pool = new pg.Pool({
      ...options.connection,
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
    } as pg.PoolConfig);
    this.pool.on('error', options.onIdleError);
    const guarded = {
      connect: () => {
        assertOutsideTransaction('a second connection');
        return this.pool.connect();
      },
      end: () => this.pool.end(),
    };
    this.read = new Kysely<DB>({ dialect: new PostgresDialect({ pool: guarded as never }) });
  }

  #bind(client: pg.PoolClient): Kysely<DB> {
    let bound = this.#bound.get(client);
    if (!bound) {
      const lent = { query: client.query.bind(client), release: () => {} };
      bound = new Kysely<DB>({
        dialect: new PostgresDialect({
          pool: { connect: async () => lent, end: async () => {} } as never,
        }),
      });
      this.#bound.set(client, bound);
    }
    return bound;
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits what it did when it resolves, rolls back when
   * it throws. BEGIN travels with the first statement and COMMIT with the statement that
   * `lastStatement` sends, so both cost no round trip of their own.
   * @throws what `work` throws; a lost connection at COMMIT leaves the outcome unknown and throws too.
   */
  async transaction<T>(
    work: (tx: Tx, lastStatement: (send: FinalStatement) => void) => Promise<T>,
  ): Promise<T> {
    assertOutsideTransaction('a second transaction');
    const client = await this.pool.connect();
    const tx = this.#bind(client) as Tx;
    let broken: Error | undefined;
    try {
      return await insideTransaction.run(true, async () => {
        const begun = client.query('BEGIN');
        begun.catch(() => {});
        let last: FinalStatement | undefined;
        const result = await work(tx, (send) => (last = send));
        await begun;
        const sent = last?.(tx);
        sent?.catch(() => {});
        const committed = await client.query('COMMIT');
        await sent;
        if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
        return result;
      });
    } catch (error) {
      // ROLLBACK after a failed COMMIT is a harmless warning; a failing ROLLBACK means a dead connection.
      await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
