/** A PostgreSQL server with a streaming standby, on ports of this machine. */
import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../../src/platform/db/retry.ts';
import { locateBinaries } from '../../src/platform/db/embedded/binaries.ts';
import { preparePlace } from '../../src/platform/db/embedded/place.ts';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { FOUND } from './database.ts';
import { freePort, freshDataDir } from './process.ts';
import { copyTemplate, QUICK_LOGIN, startTestServer, TEMPLATE } from './template.ts';

const run = promisify(execFile);
const NAME = 'pair';
const STANDBY = 'standby1';
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_connections: '100',
  max_prepared_transactions: '100',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  ...QUICK_LOGIN,
};

export type PairServer = {
  port: number;
  start: () => Promise<void>;
  /** Ends all its processes at once, as a power cut does. */
  crash: () => Promise<void>;
  /** Runs a statement as the superuser. */
  ask: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
};

export type Pair = {
  primary: PairServer;
  standby: PairServer;
  /** The service's URL of the migrated database, on these servers. */
  url: (...servers: PairServer[]) => string;
  /** Requires the standby for each commit, from now on. */
  beSynchronous: () => Promise<void>;
  end: () => Promise<void>;
};

export async function startPair(): Promise<Pair> {
  const dataDir = await freshDataDir();
  await mkdir(dataDir);
  await copyTemplate(dataDir);
  const embedded = await startTestServer(dataDir);
  const { cluster, connection, service } = embedded;
  await embedded.release();
  const { account, binaries } = await preparePlace(dataDir, await locateBinaries(), () => {});

  const serverIn = (folder: string, port: number, more: Record<string, string>): PairServer => {
    const settings = { ...SETTINGS, ...more, port: String(port) };
    const ask: PairServer['ask'] = async (text) => {
      const { user, password } = connection;
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user,
        password,
        database: 'postgres',
        application_name: 'oriki:test',
      } as pg.ClientConfig);
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    };
    return {
      port,
      ask,
      async start() {
        const args = Object.entries(settings).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]);
        spawn(binaries.postgres, ['-D', folder, ...args], {
          ...(account && { uid: account.uid, gid: account.gid }),
          cwd: folder,
          detached: true,
          stdio: 'ignore',
        }).unref();
        const answers = () => ask('SELECT 1').then(Boolean, () => false);
        if (!(await until(answers, { withinMs: 60_000, everyMs: 100 })))
          throw new Error(`the server in ${folder} does not start`);
      },
      async crash() {
        const running = await readPostmaster(folder);
        if (!running) return;
        process.kill(running.pid, 'SIGQUIT');
        await until(async () => !(await readPostmaster(folder)), { withinMs: 30_000, everyMs: 50 });
      },
    };
  };

  const [port, other] = [await freePort(), await freePort()];
  const primary = serverIn(cluster, port, {});
  const rules = join(cluster, 'pg_hba.conf');
  // The first rule that matches counts.
  const others = await readFile(rules, 'utf8');
  await writeFile(rules, `host replication all 127.0.0.1/32 trust\n${others}`);
  await primary.start();
  await primary.ask(`CREATE DATABASE ${NAME} TEMPLATE ${TEMPLATE}`);
  await primary.ask(`ALTER DATABASE ${NAME} SET search_path = ${FOUND}`);

  const copy = join(dirname(dataDir), 'standby');
  const client = new pg.Client({
    ...connection,
    host: '127.0.0.1',
    port,
    database: 'postgres',
  } as pg.ClientConfig);
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await run('cp', ['-a', cluster, copy]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT * FROM pg_backup_stop(false)');
  await client.end();
  await writeFile(join(copy, 'backup_label'), rows[0]!.labelfile);
  await writeFile(join(copy, 'standby.signal'), '');
  await rm(join(copy, 'postmaster.pid'), { force: true });
  if (account)
    for (const name of ['backup_label', 'standby.signal'])
      await chown(join(copy, name), account.uid, account.gid);
  const upstream = `host=127.0.0.1 port=${port} user=${connection.user} application_name=${STANDBY}`;
  const standby = serverIn(copy, other, {
    primary_conninfo: upstream,
    wal_retrieve_retry_interval: '200ms',
  });
  await standby.start();

  return {
    primary,
    standby,
    url: (...servers) => {
      const hosts = servers.map((one) => `127.0.0.1:${one.port}`).join(',');
      return `postgres://${service.user}:${service.password}@${hosts}/${NAME}`;
    },
    async beSynchronous() {
      await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
      await primary.ask('SELECT pg_reload_conf()');
      const isSynchronous = async (): Promise<boolean> =>
        (await primary.ask("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0;
      if (!(await until(isSynchronous, { withinMs: 30_000, everyMs: 50 })))
        throw new Error('the standby does not stream');
    },
    async end() {
      await Promise.all([primary.crash(), standby.crash()]);
    },
  };
}
