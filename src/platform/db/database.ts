import { Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import type { Buckets } from './buckets/buckets.ts';
import { Parts } from './buckets/two-phase.ts';
import { holdWrites } from './session/driver-socket.ts';
import { UnconfirmedCommit } from './failures.ts';
import { lockTimeout } from './retry.ts';
import { placeReader } from './places.ts';
import { quoted, SHARED } from './schemas.ts';
import type { Address } from './session/hosts.ts';
import { Server, type ServerOptions } from './session/server.ts';
import { afterEntering, organizationOptions, plainId, type Session } from './session/session.ts';
import {
  assertOutsideTransaction,
  insideTransaction,
  realFailure,
  runAfterCommit,
  type Scope,
} from './transaction-scope.ts';
import type { DB } from './types.ts';

/** Runs queries outside or inside a transaction. Stores accept it, so both kinds of callers can use them. */
export type Queryable = Kysely<DB>;
export type Tx = Transaction<DB>;

export type ConnectionSettings = pg.ClientConfig & {
  /** The addresses among which each connection finds the primary (`session/primary.ts`). */
  hosts?: readonly Address[];
};

const { builtins } = pg.types;
/** int8 never exceeds 2^53 here. `date` stays text, because a JS Date would add a time zone. */
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.DATE, (value) => value);
pg.types.setTypeParser(builtins.JSON, parseJson);
pg.types.setTypeParser(builtins.JSONB, parseJson);

/**
 * Adds one of the transaction's last statements. They are sent together with COMMIT in one round trip, in the order of
 * the calls. They are compiled and not executed: Kysely sends a statement some ticks after `execute`, so COMMIT would
 * come first.
 */
export type LastStatement = (statement: CompiledQuery) => void;

/** The work of a transaction. */
export type TransactionWork<T> = (tx: Tx, lastStatement: LastStatement) => Promise<T>;

export type TransactionOptions = {
  /**
   * A longer wait for a lock fails with an error for which `isLockTimeout` is true. Without it, the statement timeout
   * applies.
   */
  lockTimeoutMs?: number | undefined;
};

/** Statements and transactions that see the rows of all organizations, or of one. */
export type DatabaseScope = Pick<Database, 'read' | 'transaction'>;

export type DatabaseOptions = ServerOptions & {
  /** The schema in which statements find their tables; undefined: the connection's own. */
  schema?: string;
  /**
   * The number that sessions state when they enter the bucket. When an organization leaves the bucket, sessions with
   * the old number are rejected, so they never find the organization empty.
   */
  epoch?: number;
};

/** The maximum number of cached scopes of organizations. A scope is small, but building one costs time. */
const MAX_SCOPES = 1000;

/** One schema of a server: the tables of a bucket, or the shared ones. All statements to it go through this class. */
export class Database {
  readonly schema: string | undefined;
  readonly epoch: number | undefined;
  /** For reads and single statements; throws inside a transaction. */
  readonly read: Queryable;
  /** The other databases of the installation. Without them, this database has all tables itself. */
  buckets: Buckets | undefined;
  readonly #scopes = new Map<string, DatabaseScope>();
  readonly #alone: string | undefined;
  readonly #withShared: string | undefined;
  readonly #server: () => Server;

  /** @param server returns the server that has the schema now; by default a server of this database alone */
  constructor(options: DatabaseOptions, server?: () => Server) {
    const own = server ? undefined : new Server(options);
    this.#server = server ?? (() => own!);
    this.schema = options.schema;
    this.epoch = options.epoch;
    this.#alone = this.schema === undefined ? undefined : quoted(this.schema);
    this.#withShared =
      this.#alone === undefined || this.schema === SHARED
        ? this.#alone
        : `${this.#alone}, ${quoted(SHARED)}`;
    this.read = this.#reader(undefined);
  }

  get server(): Server {
    return this.#server();
  }

  /**
   * The search path of sessions. If the shared schema is on the same server, a bucket's path ends with it, so a request
   * that reads both does not switch paths.
   */
  get path(): string | undefined {
    return this.buckets?.shared.server === this.server ? this.#withShared : this.#alone;
  }

  /** A connection whose session uses this schema. The caller must release it. */
  async #session(server = this.server): Promise<Session> {
    const session = await server.session();
    const entering = session.enterBucket(this);
    if (!entering) return session;
    try {
      await entering;
    } catch (error) {
      session.release();
      throw error;
    }
    return session;
  }

  get pool(): pg.Pool {
    return this.server.pool;
  }

  get connection(): ConnectionSettings {
    return this.server.connection;
  }

  #reader(orgId: string | undefined): Queryable {
    const guarded = {
      connect: async () => {
        assertOutsideTransaction('a second connection');
        const session = await this.#session();
        const view = { path: this.path, orgId };
        const entered = session.enter(view, this.server.tenantRole);
        return entered ? afterEntering(session.reader, entered) : session.reader;
      },
      end: () => this.pool.end(),
    };
    const reader = new Kysely<DB>({ dialect: new PostgresDialect({ pool: guarded as never }) });
    placeReader(reader, { database: this, orgId });
    return reader;
  }

  /**
   * Returns the database as one organization sees it. Row-level security hides the rows of all others and rejects
   * writes to them, even if a statement selects them. Costs no round trip.
   */
  organization(orgId: string): DatabaseScope {
    if (this.server.tenantRole === undefined) return this;
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

  /** Options for a separate connection that uses the same tables and sees one organization's rows. */
  organizationOptions(orgId: string): string {
    const { tenantRole } = this.server;
    const path = this.schema === undefined ? '' : `-c search_path=${this.schema}`;
    if (tenantRole === undefined) return path;
    return `${path} ${organizationOptions(tenantRole, orgId)}`.trim();
  }

  /**
   * Reads on one connection. The statements that `work` starts together are sent together and cost one round trip. A
   * slow statement delays those after it.
   */
  async together<T>(orgId: string | undefined, work: (read: Queryable) => Promise<T>): Promise<T> {
    assertOutsideTransaction('a second connection');
    const { server, path } = this;
    const session = await this.#session(server);
    let broken: Error | undefined;
    const entered = session.enter({ path, orgId }, server.tenantRole);
    entered?.catch((error: Error) => (broken = error));
    holdWrites(session.client);
    const read = session.onOneConnection;
    placeReader(read, { database: this, orgId, isOneConnection: true });
    try {
      const result = await work(read);
      await entered;
      return result;
    } finally {
      session.release(broken);
    }
  }

  /** Runs one statement of a library that builds its own SQL. It sees all organizations' rows. */
  async query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return (await this.#session()).ask(this.path, text, values);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction. Commits when `work` resolves, and rolls back when it throws. BEGIN
   * is sent with the first statement, and COMMIT with the statements from `lastStatement`, so neither costs a round
   * trip. If there are only last statements, they are sent as one, without BEGIN and COMMIT. Statements in other
   * buckets, or in the shared schema (`sharedOf`, `bucketOf`), commit together with the transaction or not at all.
   * @throws the errors of `work`. If the connection is lost at COMMIT, it throws and the outcome is unknown. The same
   * is true of a failed BEGIN if the only statement is the last one.
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
    const { server, path } = this;
    const session = await server.confirmation.guard(() => this.#session(server));
    const { client } = session;
    const entered = session.enter({ path, orgId }, server.tenantRole);
    const tx = session.tx(path);
    const parts = new Parts(this, server, session);
    let begun: Promise<unknown> | undefined;
    let unbegun: Error | undefined;
    const limit = lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
    const begin = (): void => {
      if (begun) return;
      // Sends BEGIN and the first statement in one write: Kysely sends a statement some ticks after the call.
      holdWrites(client);
      begun = client.query(`BEGIN${limit}`);
      begun.catch((reason: Error) => (unbegun = reason));
    };
    const scope: Scope = { open: true, begin, afterCommit: [], home: this, parts };
    let broken: Error | undefined;
    let value: T;
    try {
      value = await insideTransaction.run(scope, async () => {
        const last: CompiledQuery[] = [];
        const result = await work(tx, (statement) => void last.push(statement));
        await entered;
        const isWhole = !begun && !parts.any && last.length > 0;
        // This statement is prepared with the others for the next time.
        const limits = isWhole && lockTimeoutMs !== undefined ? [lockTimeout(lockTimeoutMs)] : [];
        const finals = [...limits, ...last];
        const done = isWhole ? session.asOne(finals) : undefined;
        if (done) {
          scope.open = false;
          await done;
          return result;
        }
        begin();
        // Without a transaction, a single statement is complete or absent, but some of several statements could be
        // missing.
        if (last.length > 1) await begun;
        // If an earlier statement was answered, the failure is known: further statements would run outside a
        // transaction.
        if (unbegun) throw unbegun;
        if (parts.any) await parts.prepare(last.length > 0);
        scope.open = false;
        // The last statements and COMMIT are sent in one write.
        const write = holdWrites(client);
        const send = session.send(path);
        const sent = finals.map(({ sql, parameters }) => send(sql, parameters));
        for (const one of sent) one.catch(() => {});
        const committing = client.query('COMMIT');
        committing.catch(() => {});
        write();
        await begun;
        const committed = await committing;
        for (const one of sent) await one;
        if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
        return result;
      });
    } catch (error) {
      scope.open = false;
      await entered?.catch((reason: Error) => (broken = reason));
      // ROLLBACK after a failed COMMIT causes a harmless warning. A failed ROLLBACK means that the connection is dead.
      await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
      const isUnknown = broken !== undefined || error instanceof UnconfirmedCommit;
      if (parts.any) await parts.abandon(isUnknown);
      throw realFailure(scope, error);
    } finally {
      session.release(broken);
    }
    if (parts.any) await parts.commit();
    if (scope.afterCommit.length > 0) await runAfterCommit(scope);
    return value;
  }

  /** Closes the connections of its server, which the server's other schemas share. */
  close(): Promise<void> {
    return this.server.close();
  }
}
