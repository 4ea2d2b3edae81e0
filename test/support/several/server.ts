import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { ofSchemas } from '../../../src/platform/db/schemas.ts';
import { PostgresNode, type NodeOptions } from '../postgres-node.ts';
import { freshDataDir } from '../process.ts';
import { mountSmall, unmount } from '../small-disk.ts';
import { QUICK_LOGIN } from '../template.ts';

const SETTINGS = {
  max_connections: '200',
  // Errors of statements are in its log, for `refusals`.
  log_min_messages: 'error',
  max_prepared_transactions: '100',
  // A standby that is copied needs what its primary writes during the copy.
  wal_keep_size: '1GB',
  ...QUICK_LOGIN,
};
/** More than the tables of an hour. It is in memory, and takes only what is used. */
export const DISK_SIZE = '4g';

export type ServerOptions = {
  /** True to have a synchronous standby. */
  withStandby: boolean;
  /** True to have the tables on a small file system that can be filled, where mounting is allowed. */
  onSmallDisk: boolean;
};

/** A PostgreSQL server of the cluster, perhaps with a synchronous standby. */
export class ClusterServer {
  readonly name: string;
  readonly service: NodeOptions['owner'];
  primary: PostgresNode;
  standby: PostgresNode | undefined;
  readonly #nodes: PostgresNode[];
  readonly #schemas: string[];
  readonly #pools = new Map<PostgresNode, pg.Pool>();

  private constructor(
    name: string,
    schemas: string[],
    service: NodeOptions['owner'],
    [primary, standby]: [PostgresNode, PostgresNode | undefined],
  ) {
    this.name = name;
    this.service = service;
    this.primary = primary;
    this.standby = standby;
    this.#schemas = schemas;
    this.#nodes = standby ? [primary, standby] : [primary];
  }

  static async start(name: string, i: number, options: ServerOptions): Promise<ClusterServer> {
    const dataDir = await freshDataDir();
    const embedded = await startEmbedded({ dataDir, progress: () => {} });
    const { connection: owner, service } = embedded;
    await embedded.release();
    const node = (folder: string): Promise<PostgresNode> => {
      const disk = options.onSmallDisk ? mountSmall(DISK_SIZE) : undefined;
      return PostgresNode.at({ dataDir: folder, owner, fsync: true, settings: SETTINGS, disk });
    };
    const primary = await node(dataDir);
    await primary.prepare();
    await primary.start();
    // The server has two accounts, as docs/operations/database.md recommends, so that a missing right of the service
    // shows under faults, too.
    await primary.ask(`CREATE ROLE ${service.user} LOGIN PASSWORD '${service.password}'`);
    const standby = options.withStandby ? await node(await freshDataDir()) : undefined;
    await standby?.follow(primary);
    if (standby) await primary.beSynchronous();
    const schemas = [`bucket_00${i}`, 'shared', 'public'];
    return new ClusterServer(name, schemas, service, [primary, standby]);
  }

  /** The administrator's pool, for queries and for injecting faults. */
  get pool(): pg.Pool {
    const { primary } = this;
    const known = this.#pools.get(primary);
    if (known) return known;
    const pool = new pg.Pool({
      ...ofSchemas({ connectionString: primary.url() }, this.#schemas),
      max: 4,
      application_name: 'test',
    });
    pool.on('error', () => {});
    this.#pools.set(primary, pool);
    return pool;
  }

  /** The URL with the addresses of the server and its standby. */
  url(of: 'owner' | 'service'): string {
    const [first, ...others] = this.#nodes as [PostgresNode, ...PostgresNode[]];
    const url = of === 'owner' ? first.url() : first.url(this.service);
    const hosts = others.map(({ port }) => `,127.0.0.1:${port}`).join('');
    if (hosts === '') return url;
    const address = `127.0.0.1:${first.port}`;
    return `${url.replace(address, address + hosts)}?target_session_attrs=read-write`;
  }

  /** Ends the server as a power cut does, and promotes its standby; `rejoin` makes it the new standby. */
  async promote(): Promise<PostgresNode> {
    const { primary, standby } = this;
    if (!standby) throw new Error(`${this.name} has no standby`);
    await primary.crash();
    await standby.ask('SELECT pg_promote()');
    this.primary = standby;
    this.standby = undefined;
    return primary;
  }

  async rejoin(node: PostgresNode): Promise<void> {
    await node.follow(this.primary);
    this.standby = node;
    await this.primary.beSynchronous();
  }

  /** Stops it. @returns permission errors in the logs */
  async close(): Promise<string[]> {
    for (const pool of this.#pools.values()) await pool.end();
    const refused: string[] = [];
    for (const node of this.#nodes) {
      await node.crash('SIGINT');
      if (node.disk !== undefined) unmount(node.disk, true);
      refused.push(...(await refusals(node.log)));
    }
    return refused;
  }
}

async function refusals(log: string): Promise<string[]> {
  return (await readFile(log, 'utf8'))
    .split('\n')
    .filter((line) => /permission denied|must be owner|row-level security/.test(line));
}
