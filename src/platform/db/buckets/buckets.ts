import { Database, type ConnectionSettings, type DatabaseOptions } from '../database.ts';
import { FIRST_BUCKET, SHARED, withOptions } from '../schemas.ts';
import { History } from './history.ts';
import { Server } from '../session/server.ts';
import { preparing } from './citus.ts';
import { HOME, Placement } from './placement.ts';

export type BucketsOptions = Omit<DatabaseOptions, 'connection' | 'schema' | 'epoch'> & {
  /** By server name. */
  connections: ReadonlyMap<string, ConnectionSettings>;
  /** True if the servers are nodes of Citus. */
  areNodes?: boolean;
};

/**
 * The databases of a process: one for the tables that cross organizations, and one for each bucket. Buckets of a server
 * share its connection pool.
 */
export class Buckets {
  readonly placement: Placement;
  /** The losses of history that this process has noticed. */
  readonly history: History;
  /** The commits of this process that no standby has confirmed. */
  readonly unconfirmed: { count: number };
  readonly shared: Database;
  readonly #options: BucketsOptions;
  readonly #servers = new Map<string, Server>();
  readonly #forParts = new Map<Server, Server>();
  /** Databases by schema and epoch. A session of an earlier epoch is rejected. */
  readonly #databases = new Map<string, Database>();

  constructor(
    options: BucketsOptions,
    placement = new Placement(),
    history = new History(),
    unconfirmed = { count: 0 },
  ) {
    this.#options = { ...options, onUnconfirmed: () => void (unconfirmed.count += 1) };
    this.unconfirmed = unconfirmed;
    this.placement = placement;
    this.history = history;
    this.shared = this.#database(SHARED);
  }

  #database(schema: string): Database {
    const isShared = schema === SHARED;
    const epoch = isShared ? undefined : this.placement.epochOf(schema);
    const key = `${schema} ${epoch}`;
    let database = this.#databases.get(key);
    if (!database) {
      const server = (): Server => this.#server(this.serverOf(schema));
      const options = {
        ...this.#serverOptions(HOME),
        schema,
        ...(epoch !== undefined && { epoch }),
      };
      database = new Database(options, server);
      database.buckets = this;
      this.#databases.set(key, database);
    }
    return database;
  }

  /** Returns the name of the server that has the schema. */
  serverOf(schema: string): string {
    return schema === SHARED ? HOME : (this.placement.serverOf(schema) ?? HOME);
  }

  #serverOptions(name: string) {
    const { connections, ...options } = this.#options;
    const connection = connections.get(name);
    if (!connection) throw new Error(`ORIKI_SERVERS does not name the server ${name}`);
    return { ...options, connection };
  }

  #server(name: string): Server {
    let server = this.#servers.get(name);
    if (!server) this.#servers.set(name, (server = new Server(this.#serverOptions(name))));
    return server;
  }

  /** The buckets in the order of their names. */
  get all(): Database[] {
    return this.placement.buckets.map(({ name }) => this.#database(name));
  }

  /** The bucket with the idempotency records of platform routes and commands. */
  get first(): Database {
    return this.#database(FIRST_BUCKET);
  }

  /** Returns the bucket with this name. Reads the placement again if this process does not know the name. */
  async bucket(name: string): Promise<Database> {
    if (this.placement.serverOf(name) === undefined) await this.placement.refresh(this.shared.read);
    if (this.placement.serverOf(name) === undefined)
      throw new Error(`bucket ${name} does not exist`);
    return this.#database(name);
  }

  /** The bucket of an organization. */
  async of(orgId: string): Promise<Database> {
    const [name] = (await this.placement.find(this.shared.read, [orgId])).keys();
    return this.bucket(name!);
  }

  /**
   * Returns the same buckets with separate connections.
   * @param settings for the options of their sessions
   */
  apart(
    options: Pick<Partial<BucketsOptions>, 'poolSize' | 'tenantRole' | 'statementTimeoutMs'>,
    settings = '',
  ): Buckets {
    const connections = new Map(
      [...this.#options.connections].map(([name, connection]) => [
        name,
        withOptions(connection, settings),
      ]),
    );
    return new Buckets(
      { ...this.#options, ...options, connections },
      this.placement,
      this.history,
      this.unconfirmed,
    );
  }

  /**
   * Returns the connections to a server for parts of transactions that began on another server. They are separate from
   * other connections, and each such transaction has its own. Otherwise two transactions could deadlock: each would
   * hold a connection and need one of the other server.
   */
  forParts(server: Server): Server {
    let parts = this.#forParts.get(server);
    if (!parts) {
      const others = this.#options.connections.size - 1;
      const poolSize = this.#options.poolSize * Math.max(1, others);
      const connection = this.areNodes ? preparing(server.connection) : server.connection;
      parts = new Server({ ...this.#options, connection, poolSize });
      this.#forParts.set(server, parts);
    }
    return parts;
  }

  /** True if the servers are nodes of Citus. */
  get areNodes(): boolean {
    return this.#options.areNodes === true;
  }

  /** Returns true if a connection is in use or requested. */
  get isInUse(): boolean {
    return [...this.#servers.values()].some(({ isInUse }) => isInUse);
  }

  /** Every server in the configuration, with or without a bucket. */
  get connections(): ReadonlyMap<string, ConnectionSettings> {
    return this.#options.connections;
  }

  /** The servers to which this process has connected. */
  get servers(): Server[] {
    return [...this.#servers.values()];
  }

  async close(): Promise<void> {
    const all = [...this.servers, ...this.#forParts.values()];
    await Promise.all(all.map((server) => server.close()));
  }
}
