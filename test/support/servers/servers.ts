import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { TABLES } from '../../../src/modules/declared.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../src/platform/db/embedded.ts';
import { readPostmaster } from '../../../src/platform/db/embedded/postmaster.ts';
import { migrateFor } from '../../../src/platform/db/migration/migrate.ts';
import { copyCluster, QUICK_LOGIN } from '../template.ts';
import { HAS_CITUS } from './is-spread.ts';

/** Three PostgreSQL servers with one bucket each. A test gets a database with the same name on each of them. */
const NAMES = ['home', 'b', 'c'] as const;
export type ServerName = (typeof NAMES)[number];

const TEMPLATE = 'oriki_template';
/** Copies the files of a template instead of its pages through the log; nothing is synced to disk here. */
export const BY_FILES = 'STRATEGY FILE_COPY';
const SEARCH_PATH = 'bucket_000, shared, public';
/**
 * The key of a lock; it can be any constant. Of several processes that start the same servers, one creates the
 * templates.
 */
export const MAKING_LOCK = 5;
const SETTINGS = {
  max_connections: '600',
  synchronous_commit: 'off',
  max_prepared_transactions: '100',
  wal_level: 'logical',
  ...QUICK_LOGIN,
};

/** The part of a server that tests use. */
export type TestServer = Pick<
  EmbeddedDatabase,
  'connection' | 'url' | 'serviceUrl' | 'service' | 'cluster' | 'ensureRunning' | 'release'
>;

/** Runs one step as the superuser of a server. */
export async function asAdmin<T>(
  { connection }: TestServer,
  run: (admin: pg.Client) => Promise<T>,
  database?: string,
): Promise<T> {
  const settings = { ...connection, ...(database !== undefined && { database }) };
  const admin = new pg.Client({ ...settings, application_name: 'oriki:test' });
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}

/** Drops databases on a server. One with a prepared transaction stays until the server ends. */
export async function dropDatabases(
  server: string | pg.ClientConfig,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const settings = typeof server === 'string' ? { connectionString: server } : server;
  const admin = new pg.Client({ ...settings, application_name: 'oriki:test' });
  await admin.connect();
  for (const name of names)
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {});
  await admin.end();
}

async function insertBuckets(home: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...home, application_name: 'oriki:test' });
  await client.connect();
  for (const [i, name] of NAMES.entries())
    if (i > 0)
      await client.query('INSERT INTO shared.buckets (name, server) VALUES ($1, $2)', [
        `bucket_00${i}`,
        name,
      ]);
  await client.end();
}

/** Creates a server's migrated template with a bucket, if it has none. A database with that name is complete. */
async function makeTemplate(server: TestServer, index: number): Promise<void> {
  await asAdmin(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [MAKING_LOCK]);
    const there = await admin.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (there.rowCount === 1) return;
    const draft = `${TEMPLATE}_draft`;
    await admin.query(`DROP DATABASE IF EXISTS ${draft}`);
    await admin.query(`CREATE DATABASE ${draft}`);
    const { user, password } = server.connection;
    await admin.query(`ALTER ROLE ${user} PASSWORD '${password}'`);
    const owner = { ...server.connection, database: draft };
    const bucket = `bucket_00${index}`;
    await migrateFor(owner, server.service, TABLES, { isHome: index === 0, bucket });
    if (index === 0) await insertBuckets(owner);
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
  });
}

export class Servers {
  /** True if they are nodes of Citus. */
  readonly areNodes: boolean = false;
  protected readonly template: string = TEMPLATE;
  protected readonly servers: readonly TestServer[];
  /** The databases of tests. */
  protected readonly databases: string[] = [];

  constructor(servers: readonly TestServer[]) {
    this.servers = servers;
  }

  /** Returns the name of a server in the service's settings. */
  nameOf(name: ServerName): string {
    return name;
  }

  of(name: ServerName): TestServer {
    return this.servers[NAMES.indexOf(name)]!;
  }

  /** Creates the missing templates. */
  async makeTemplates(): Promise<void> {
    for (const [i, server] of this.servers.entries()) await makeTemplate(server, i);
  }

  /** Creates databases for a test. @returns the URL of the one at home, for the service */
  async clone(): Promise<string> {
    const name = `t_${randomBytes(6).toString('hex')}`;
    this.databases.push(name);
    await Promise.all(
      this.servers.map((server) =>
        asAdmin(server, async (admin) => {
          await admin.query(`CREATE DATABASE ${name} TEMPLATE ${this.template} ${BY_FILES}`);
          await admin.query(`ALTER DATABASE ${name} SET search_path = ${SEARCH_PATH}`);
        }),
      ),
    );
    return this.url('home', name);
  }

  /** @param of the account: the service's, or the owner's, a superuser */
  url(server: ServerName, database: string, of: 'service' | 'owner' = 'service'): string {
    const { url, serviceUrl } = this.of(server);
    return Object.assign(new URL(of === 'owner' ? url : serviceUrl), { pathname: `/${database}` })
      .href;
  }

  /** Returns the setting for the servers other than that of the URL. */
  setting(homeUrl: string, of: 'service' | 'owner' = 'service'): string {
    const database = new URL(homeUrl).pathname.slice(1);
    return NAMES.slice(1)
      .map((name) => `${name}=${this.url(name, database, of)}`)
      .join(' ');
  }

  has(homeUrl: string): boolean {
    // A socket's address may have no host; no test server is at one.
    if (!URL.canParse(homeUrl)) return false;
    const [own, given] = [new URL(this.of('home').url), new URL(homeUrl)];
    return own.port === given.port && own.search === given.search;
  }

  /** Kills a server with all its processes: otherwise a session would finish its statement. */
  kill(name: ServerName): Promise<void> {
    return this.#signal(name, 'SIGKILL');
  }

  /** Suspends a server, with all its sessions, until `goOn`. */
  hang(name: ServerName): Promise<void> {
    return this.#signal(name, 'SIGSTOP');
  }

  goOn(name: ServerName): Promise<void> {
    return this.#signal(name, 'SIGCONT');
  }

  async #signal(name: ServerName, signal: NodeJS.Signals): Promise<void> {
    const { pid } = (await readPostmaster(this.of(name).cluster))!;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)])
      try {
        process.kill(one, signal);
      } catch {
        // The process has ended by itself.
      }
  }

  /** Makes a database keep its commits through a kill, which test databases do not. */
  async keepCommits(homeUrl: string): Promise<void> {
    const database = new URL(homeUrl).pathname.slice(1);
    for (const server of this.servers)
      await asAdmin(server, (admin) =>
        admin.query(`ALTER DATABASE ${database} SET synchronous_commit = on`),
      );
  }

  /** Drops the cloned databases, even if they are in use. */
  async dropDatabases(): Promise<void> {
    const names = this.databases.splice(0);
    for (const server of this.servers) await dropDatabases(server.connection, names);
  }

  async restart(name: ServerName): Promise<void> {
    await this.of(name).ensureRunning();
  }

  async end(): Promise<void> {
    started.delete(this);
    await Promise.all(this.servers.map((server) => server.release()));
  }
}

/** The servers that this process uses. */
const started = new Set<Servers>();

function startServer(dataDir: string): Promise<EmbeddedDatabase> {
  return startEmbedded({ dataDir, progress: () => {}, fsync: false, settings: SETTINGS });
}

/** Creates the data of a server from the kept cluster, unless another process has created it. */
async function fill(dataDir: string, name: ServerName): Promise<void> {
  if (existsSync(dataDir)) return;
  const draft = await mkdtemp(`${dataDir}-`);
  await copyCluster(name, draft, async (made) => {
    const server = await startServer(made);
    await makeTemplate(server, NAMES.indexOf(name)).finally(() => server.release());
  });
  await rename(draft, dataDir).catch(() => rm(draft, { recursive: true, force: true }));
}

/** Starts the three servers with their data below a folder, or uses those that are running there. */
async function startEmbeddedServers(folder: string): Promise<Servers> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return new Servers(
    await Promise.all(
      NAMES.map(async (name) => {
        const dataDir = join(folder, name);
        await fill(dataDir, name);
        return startServer(dataDir);
      }),
    ),
  );
}

/** Starts the three servers, or uses the nodes of Citus that the run names. */
export async function startServers(folder: string): Promise<Servers> {
  // That file imports this one.
  const citus = await import('./citus.ts');
  const servers = await (HAS_CITUS ? citus.startNodes() : startEmbeddedServers(folder));
  await servers.makeTemplates();
  started.add(servers);
  return servers;
}

let shared: Promise<Servers> | undefined;

/** Returns the three servers of the whole run, which the first test that needs them starts. */
export function serversOfRun(): Promise<Servers> {
  return (shared ??= startServers(inject('serversFolder')));
}

/** Drops the databases that were cloned on the servers of the run. */
export async function dropSpread(): Promise<void> {
  await (await shared)?.dropDatabases();
}

/** Returns the servers of a database, if it is spread over several. */
export function serversOf(databaseUrl: string): Servers | undefined {
  return [...started].find((servers) => servers.has(databaseUrl));
}
