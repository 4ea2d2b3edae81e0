import { Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import type { Buckets } from './buckets/buckets.ts';
import { Parts } from './buckets/two-phase.ts';
import { holdWrites } from './session/driver-socket.ts';
import { quoted, SHARED } from './schemas.ts';
import { Server, type ServerOptions } from './session/server.ts';
import {
  afterEntering,
  kyselyOver,
  organizationOptions,
  plainId,
  type Session,
} from './session/session.ts';
import {
  assertOutsideTransaction,
  insideTransaction,
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

/**
 * A last statement of `Database.transaction`: sent together with COMMIT, in one round trip. Compiled and not
 * executed, because Kysely sends a statement some ticks after `execute` is called: COMMIT would overtake it.
 */
export type FinalStatement = (tx: Tx) => CompiledQuery;

/** Adds to a transaction's last statements, which leave together with COMMIT, in the order in which they are named. */
export type LastStatement = (statement: FinalStatement) => void;

/** The work of a transaction. */
export type TransactionWork<T> = (tx: Tx, lastStatement: LastStatement) => Promise<T>;

export type TransactionOptions = {
  /** Waiting longer for a lock fails with what `isLockTimeout` tells; without it as long as a statement may run. */
  lockTimeoutMs?: number | undefined;
};

/** Statements and transactions that see the rows of everybody, or of one organization. */
export type DatabaseScope = Pick<Database, 'read' | 'transaction'>;

export type DatabaseOptions = ServerOptions & {
  /** The schema in which statements find their tables; the one that the connection says, if undefined. */
  schema?: string;
  /**
   * The number that sessions state when they enter the bucket. An organization that has left the bucket since
   * leaves whoever has this database: it is refused, and never finds the organization empty.
   */
  epoch?: number;
};

/** The most scopes of organizations that are kept, made once: small, but not free. */
const MAX_SCOPES = 1000;

/** One schema of a server: the tables of a bucket, or the shared ones. The one way to send statements to it. */
export class Database {
  readonly schema: string | undefined;
  readonly epoch: number | undefined;
  /** For reads and single statements; throws when used inside a transaction. */
  readonly read: Queryable;
  /** The others that belong to it; without them, it finds all tables itself. */
  buckets: Buckets | undefined;
  readonly #scopes = new Map<string, DatabaseScope>();
  readonly #alone: string | undefined;
  readonly #withShared: string | undefined;
  readonly #server: () => Server;

  /** @param server where the schema is now; a server of its own unless said otherwise */
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
   * The search path on which a session finds its tables. That of a bucket ends with the shared schema if it is on the same
   * server: a request that reads both does not switch between them.
   */
  get path(): string | undefined {
    return this.buckets?.shared.server === this.server ? this.#withShared : this.#alone;
  }

  /** A connection whose session finds the tables of this schema. Whoever has it releases its `client`. */
  async #session(server = this.server): Promise<Session> {
    const session = await server.session();
    const entering = session.enterBucket(this);
    if (!entering) return session;
    try {
      await entering;
    } catch (error) {
      session.client.release();
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
    READERS.set(reader, { database: this, orgId });
    return reader;
  }

  /**
   * The database as one organization sees it: row-level security hides and refuses the rows of all others, whatever a
   * statement asks for. Costs no round trip.
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

  /** Options with which a connection of its own finds the same tables, and sees one organization's rows. */
  organizationOptions(orgId: string): string {
    const { tenantRole } = this.server;
    const path = this.schema === undefined ? '' : `-c search_path=${this.schema}`;
    if (tenantRole === undefined) return path;
    return `${path} ${organizationOptions(tenantRole, orgId)}`.trim();
  }

  /**
   * Reads on one connection: the statements that `work` begins at the same time leave together, and cost one round trip.
   * A slow one holds up those after it.
   */
  async together<T>(orgId: string | undefined, work: (read: Queryable) => Promise<T>): Promise<T> {
    assertOutsideTransaction('a second connection');
    const { server, path } = this;
    const session = await this.#session(server);
    let broken: Error | undefined;
    const entered = session.enter({ path, orgId }, server.tenantRole);
    entered?.catch((error: Error) => (broken = error));
    holdWrites(session.client);
    const read = kyselyOver(session.reader.query);
    READERS.set(read, { database: this, orgId, isOneConnection: true });
    try {
      const result = await work(read);
      await entered;
      return result;
    } finally {
      session.client.release(broken);
    }
  }

  /** One statement of a part that brings its own SQL; it sees everybody's rows. */
  async query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return (await this.#session()).ask(this.path, text, values);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits what it did when it resolves, rolls back when
   * it throws. BEGIN travels with the first statement and COMMIT with the statements that
   * `lastStatement` names, so both cost no round trip of their own; all leave at once if there is only one.
   * Statements in other buckets, or in the shared schema (`sharedOf`, `bucketOf`), commit with it or not at all.
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
    const { server, path } = this;
    const session = await this.#session(server);
    const { client } = session;
    const entered = session.enter({ path, orgId }, server.tenantRole);
    const tx = session.tx(path);
    const parts = new Parts(this, server, session);
    const scope: Scope = { open: true, afterCommit: [], home: this, parts };
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
        const last: FinalStatement[] = [];
        const result = await work(tx, (statement) => void last.push(statement));
        await entered;
        // Without a transaction one statement is done or not; of several, some would be done.
        if (last.length > 1) await begun;
        // Known if any statement was answered before: what is sent now would be a transaction of its own.
        if (unbegun) throw unbegun;
        if (parts.any) await parts.prepare(last.length > 0);
        scope.open = false;
        const send = session.send(path);
        const sent = last.map((statement) => {
          const { sql, parameters } = statement(tx);
          return send(sql, parameters);
        });
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
      // ROLLBACK after a failed COMMIT is a harmless warning; a failing ROLLBACK means a dead connection.
      await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
      if (parts.any) await parts.abandon(broken !== undefined);
      throw realFailure(scope, error);
    } finally {
      client.release(broken);
    }
    if (parts.any) await parts.commit();
    for (const { run, isEach } of scope.afterCommit)
      for (const { read } of isEach ? parts.places : [this]) await run(read);
    return value;
  }

  /** Ends the connections of its server, and so those of the server's other schemas. */
  close(): Promise<void> {
    return this.server.close();
  }
}

/** The database in which a reader reads, and whose rows; `isOneConnection` tells that all of its statements share one. */
type Place = { database: Database; orgId: string | undefined; isOneConnection?: true };

const READERS = new WeakMap<Queryable, Place>();

/** The place of a reader; undefined for a transaction. */
export function placeOf(db: Queryable): Place | undefined {
  return READERS.get(db);
}
