/** A PostgreSQL server on a port of this machine, which tests end, promote, and copy to another one. */
import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../../src/platform/db/retry.ts';
import { locateBinaries } from '../../src/platform/db/embedded/binaries.ts';
import { DATABASE } from '../../src/platform/db/embedded/cluster.ts';
import { preparePlace } from '../../src/platform/db/embedded/place.ts';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { serverArguments } from '../../src/platform/db/embedded/settings.ts';
import { freePort } from './process.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
/** The name of standbys, in `synchronous_standby_names`. */
const STANDBY = 'standby1';

type Account = { user: string; password: string };

export type NodeOptions = {
  /** The data folder of an embedded database whose cluster the server has, or gets. */
  dataDir: string;
  /** The superuser. */
  owner: Account;
  /** False for a server that may lose commits in a crash of the machine. */
  fsync: boolean;
  settings: Record<string, string>;
  /** A small file system that has the files of tables. */
  disk?: string | undefined;
};

export class PostgresNode {
  readonly port: number;
  readonly cluster: string;
  readonly log: string;
  readonly disk: string | undefined;
  readonly #owner: Account;
  readonly #account: { uid: number; gid: number } | undefined;
  readonly #program: string;
  readonly #arguments: string[];

  private constructor(
    port: number,
    { cluster, account, binaries }: Awaited<ReturnType<typeof preparePlace>>,
    { owner, fsync, settings, disk }: NodeOptions,
  ) {
    this.port = port;
    this.cluster = cluster;
    this.log = `${cluster}.log`;
    this.disk = disk;
    this.#owner = owner;
    this.#account = account;
    this.#program = binaries.postgres;
    this.#arguments = serverArguments(cluster, { kind: 'tcp', port }, fsync, settings);
  }

  static async at(options: NodeOptions): Promise<PostgresNode> {
    const place = await preparePlace(options.dataDir, await locateBinaries(), () => {});
    return new PostgresNode(await freePort(), place, options);
  }

  /** Lets standbys connect, and moves the files of tables to the small file system. Before the first start. */
  async prepare(): Promise<void> {
    const rules = join(this.cluster, 'pg_hba.conf');
    // The first rule that matches counts.
    const others = await readFile(rules, 'utf8');
    await writeFile(rules, `host replication all ${HOST}/32 trust\n${others}`);
    await this.#useDisk();
  }

  async #useDisk(): Promise<void> {
    if (this.disk === undefined) return;
    await this.#own(this.disk);
    await chmod(this.disk, 0o700);
    for (const name of await readdir(this.disk))
      await rm(join(this.disk, name), { recursive: true });
    const base = join(this.cluster, 'base');
    await run('cp', ['-a', `${base}/.`, this.disk]);
    await rm(base, { recursive: true });
    await symlink(this.disk, base);
  }

  async #own(path: string): Promise<void> {
    if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
  }

  async #client(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url(this.#owner, 'postgres'),
      application_name: 'oriki:test',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Runs a statement as the superuser, in the database `postgres`. */
  async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = await this.#client();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  url({ user, password }: Account = this.#owner, database = DATABASE): string {
    return `postgresql://${user}:${password}@${HOST}:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const log = openSync(this.log, 'a');
    spawn(this.#program, this.#arguments, {
      ...(this.#account && { uid: this.#account.uid, gid: this.#account.gid }),
      cwd: this.cluster,
      detached: true,
      stdio: ['ignore', log, log],
    }).unref();
    closeSync(log);
    const answers = () => this.ask('SELECT 1').then(Boolean, () => false);
    if (!(await until(answers, { withinMs: 120_000, everyMs: 50 })))
      throw new Error(`the server in ${this.cluster} does not start`);
  }

  /** Returns the process id of the running server. */
  async postmaster(): Promise<number> {
    const running = await readPostmaster(this.cluster);
    if (!running) throw new Error(`no server runs in ${this.cluster}`);
    return running.pid;
  }

  /** Ends the server, by default with all its processes at once, as a power cut does. */
  async crash(signal: 'SIGQUIT' | 'SIGINT' = 'SIGQUIT'): Promise<void> {
    const running = await readPostmaster(this.cluster);
    if (!running) return;
    process.kill(running.pid, signal);
    const isGone = async (): Promise<boolean> => !(await readPostmaster(this.cluster));
    if (!(await until(isGone, { withinMs: 60_000, everyMs: 20 })))
      throw new Error(`the server in ${this.cluster} does not end`);
  }

  /** Replaces this server's data by a copy of another's, and starts it as the standby of that one. */
  async follow(primary: PostgresNode): Promise<void> {
    await rm(this.cluster, { recursive: true, force: true });
    await mkdir(this.cluster, { mode: 0o700 });
    await this.#own(this.cluster);
    const client = await primary.#client();
    await client.query("SELECT pg_backup_start('standby', true)");
    await run('cp', ['-aL', `${primary.cluster}/.`, this.cluster]).catch((error: unknown) => {
      // Files that the running server has just deleted are not needed.
      const { stderr } = error as { stderr: string };
      if (!stderr.split('\n').every((line) => line === '' || /No such file/.test(line)))
        throw error;
    });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT * FROM pg_backup_stop(false)',
    );
    await client.end();
    await rm(join(this.cluster, 'postmaster.pid'), { force: true });
    for (const [name, text] of [
      ['backup_label', rows[0]!.labelfile],
      ['standby.signal', ''],
    ] as const) {
      await writeFile(join(this.cluster, name), text);
      await this.#own(join(this.cluster, name));
    }
    await this.#useDisk();
    const source = `host=${HOST} port=${primary.port} user=${this.#owner.user} application_name=${STANDBY}`;
    // The last line of a setting counts.
    await appendFile(
      join(this.cluster, 'postgresql.auto.conf'),
      `\nsynchronous_standby_names = ''\nprimary_conninfo = '${source}'\nwal_retrieve_retry_interval = '200ms'\n`,
    );
    await this.start();
  }

  /** Requires the standby for each commit, from now on. */
  async beSynchronous(): Promise<void> {
    await this.ask(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await this.ask('SELECT pg_reload_conf()');
    const isSynchronous = async (): Promise<boolean> =>
      (
        await this.ask(
          "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'",
        )
      ).length > 0;
    if (!(await until(isSynchronous, { withinMs: 60_000, everyMs: 50 })))
      throw new Error('the standby does not stream');
  }
}
