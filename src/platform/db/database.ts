import { Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import type { Buckets } from './buckets/buckets.ts';
import { Branches } from './buckets/two-phase.ts';
import { holdWrites } from './session/driver-socket.ts';
import { Server, type ServerOptions } from './session/server.ts';
import { afterEntering, organizationOptions, plainId } from './session/session.ts';
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

export type DatabaseOptions = ServerOptions & {
  /** Where statements find their tables; where the connection says, if undefined. */
  schema?: string;
};

/** The most scopes of organizations that are kept, made once: small, but not free. */
const MAX_SCOPES = 1000;

/** One schema of a server: the tables of a bucket, or the shared ones. The one way to send statements to it. */
export class Database {
  readonly server: Server;
  readonly schema: string | undefined;
  /** For reads and single statements; throws when used inside a transaction. */
  readonly read: Queryable;
  /** The others that belong to it; without them, it finds all tables itself. */
  buckets: Buckets | undefined;
  readonly #scopes = new Map<string, DatabaseScope>();

  /** @param server shared with others; one of its own unless said otherwise */
  constructor(options: DatabaseOptions, server = new Server(options)) {
    this.server = server;
    this.schema = options.schema;
    this.read = this.#reader(undefined);
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
        const session = await this.server.session();
        const view = { schema: this.schema, orgId };
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

  /** One statement of a part that brings its own SQL; it sees everybody's rows. */
  async query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const session = await this.server.session();
    const { client } = session;
    let broken: Error | undefined;
    try {
      const view = { schema: this.schema, orgId: undefined };
      const entered = session.enter(view, undefined)?.catch((error: Error) => (broken = error));
      const [result] = await Promise.all([client.query(text as string, values), entered]);
      if (broken) throw broken;
      return result;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits what it did when it resolves, rolls back when
   * it throws. BEGIN travels with the first statement and COMMIT with the statement that
   * `lastStatement` sends, so both cost no round trip of their own; all leave at once if that is the only one.
   * What it does in other buckets, or in the shared schema (`sharedOf`, `bucketOf`), commits with it or not at all.
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
    const session = await this.server.session();
    const { client } = session;
    const { schema } = this;
    const entered = session.enter({ schema, orgId }, this.server.tenantRole);
    const tx = session.tx(schema);
    const branches = new Branches(this, session);
    const scope: Scope = { open: true, afterCommit: [], home: this, branches };
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
        await entered;
        // Known if any statement was answered before: what is sent now would be a transaction of its own.
        if (unbegun) throw unbegun;
        if (branches.any) await branches.prepare(last !== undefined);
        scope.open = false;
        const final = last?.(tx);
        const sent = final && session.send(schema)(final.sql, final.parameters);
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
      await entered?.catch((reason: Error) => (broken = reason));
      // ROLLBACK after a failed COMMIT is a harmless warning; a failing ROLLBACK means a dead connection.
      await client.query('ROLLBACK').catch((reason: Error) => (broken = reason));
      if (branches.any) await branches.abandon(broken !== undefined);
      throw realFailure(scope, error);
    } finally {
      client.release(broken);
    }
    if (branches.any) await branches.commit();
    for (const run of scope.afterCommit) for (const { read } of branches.places) await run(read);
    return value;
  }

  /** Ends the connections of its server, and so those of the server's other schemas. */
  close(): Promise<void> {
    return this.server.close();
  }
}

/** Where a reader reads, and whose rows. */
const READERS = new WeakMap<Queryable, { database: Database; orgId: string | undefined }>();

/** The same rights in another database of the same buckets: of a transaction, a part that commits with it. */
function elsewhere<Db extends Queryable>(db: Db, target: Database): Db {
  const reader = READERS.get(db);
  if (!reader) return insideTransaction.getStore()!.branches.tx(target) as unknown as Db;
  const { database, orgId } = reader;
  if (database === target) return db;
  return (orgId === undefined ? target : target.organization(orgId)).read as Db;
}

function groupOf(db: Queryable): Buckets | undefined {
  return (READERS.get(db)?.database ?? insideTransaction.getStore()?.home)?.buckets;
}

/**
 * The tables that cross organizations, for whoever reads, or has a transaction, anywhere. In a transaction it is a part of
 * it; on the same server it costs a setting that leaves with the statement.
 */
export function sharedOf<Db extends Queryable>(db: Db): Db {
  const buckets = groupOf(db);
  return buckets ? elsewhere(db, buckets.shared) : db;
}

/** The tables of every bucket, in the order of their names. */
export function everyBucketOf<Db extends Queryable>(db: Db): Db[] {
  const buckets = groupOf(db);
  return buckets ? buckets.all.map((one) => elsewhere(db, one)) : [db];
}

/** The bucket of an organization, for whoever has any database of its buckets. */
export async function databaseOf(db: Database, orgId: string): Promise<Database> {
  return db.buckets?.of(orgId) ?? db;
}

/** The tables of an organization's bucket, likewise. */
export async function bucketOf<Db extends Queryable>(db: Db, orgId: string): Promise<Db> {
  return (await bucketsOf(db, [orgId]))[0]![0];
}

/** The tables of these organizations' buckets, each with the organizations that are in it, likewise. */
export async function bucketsOf<Db extends Queryable>(
  db: Db,
  orgIds: readonly string[],
): Promise<[Db, string[]][]> {
  const buckets = groupOf(db);
  if (!buckets) return [[db, [...orgIds]]];
  const found = await buckets.placement.find(elsewhere(db, buckets.shared), orgIds);
  return Promise.all(
    [...found].map(async ([name, ids]) => [elsewhere(db, await buckets.bucket(name)), ids]),
  );
}
