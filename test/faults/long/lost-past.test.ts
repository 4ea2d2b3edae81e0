/** The database comes back without its last commits while a process runs. */
import { spawn } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { TABLES, TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { createKey, createOrganization } from '../../../src/modules/tenants/index.ts';
import { PLATFORM_SCOPE } from '../../../src/platform/http/policy.ts';
import { Database } from '../../../src/platform/db/database.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../src/platform/db/embedded.ts';
import { readPostmaster } from '../../../src/platform/db/embedded/postmaster.ts';
import { migrateFor } from '../../../src/platform/db/migration/migrate.ts';
import { startService } from '../../../src/start/service.ts';
import { addPerson, call, TEST_SECRET, type TestApp } from '../../support/app.ts';
import { found } from '../../support/database.ts';
import { LostPast } from '../../support/lost-past.ts';
import {
  cleanUp,
  eventually,
  freePort,
  freshDataDir,
  migratedDataDir,
} from '../../support/process.ts';

afterAll(cleanUp);

type Target = { host: string; port: number };

/** One address for the current database server, as with a failover. */
class Address {
  target: Target | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  port = 0;

  constructor(target: Target) {
    this.target = target;
    this.#server = createServer((client) => {
      if (!this.target) return void client.destroy();
      const { host, port } = this.target;
      const server = connect(
        host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
      );
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
      client.pipe(server).pipe(client);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.target = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

async function stopped(cluster: string, signal: NodeJS.Signals): Promise<void> {
  const running = await readPostmaster(cluster);
  if (running) process.kill(running.pid, signal);
  await eventually(async () => (await readPostmaster(cluster)) === undefined);
}

/** Starts a process on a separate database, which it reaches by an address. */
async function started(database: EmbeddedDatabase) {
  const { connection, service: role } = database;
  await migrateFor(connection, role, TABLES);
  const address = new Address(connection);
  await address.listen();
  const urlOf = ({ user, password }: { user: string; password: string }): string =>
    `postgresql://${user}:${password}@127.0.0.1:${address.port}/${connection.database}`;
  const logs: string[] = [];
  const config = loadConfig(
    {
      DATABASE_URL: urlOf(role),
      PORT: '0',
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: await freshDataDir(),
      ORIKI_DRAIN_DELAY_MS: '0',
      ORIKI_RATE_LIMIT_STORE: 'memory',
    },
    { adminPort: 0, rateLimits: undefined },
  );
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  const service = await startService(config, { log, progress: () => {} });
  const db = new Database({
    connection: found({ connectionString: urlOf(connection) }),
    poolSize: 3,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const key: TestApp['key'] = (organizationId, scopes) =>
    db.transaction((tx) => createKey(tx, { organizationId, scopes }));
  const app = {
    url: service.url!,
    service,
    logs,
    key,
    call: (method: string, path: string, options?: object) =>
      call(service.url!, method, path, options),
    db,
    person: (...asked: Parameters<TestApp['person']>) => addPerson(db, config, ...asked),
    platformKey: async () => (await key(null, [PLATFORM_SCOPE])).key,
    async org({ plan = 'enterprise' }: { plan?: 'pro' | 'enterprise' } = {}) {
      const { id } = await db.transaction((tx) =>
        createOrganization(tx, { name: 'T', plan, addons: ['detection_pack'] }),
      );
      return { id, key: (await key(id, [...TENANT_SCOPES])).key };
    },
  } as TestApp;
  return {
    app,
    address,
    async ready(): Promise<void> {
      await eventually(async () => (await app.call('GET', '/readyz')).status === 200, 60_000);
      await eventually(() =>
        db.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      );
    },
    async stop(): Promise<void> {
      await service.stop();
      await db.close();
      address.close();
    },
  };
}

test.each([1, 2])(
  'a process discards what an older copy of the data lacks, %i changes later',
  async (ahead) => {
    const dataDir = await migratedDataDir();
    const database = await startEmbedded({ dataDir, fsync: false, progress: () => {} });
    const copy = `${database.cluster}.copy`;
    const { app, address, ready, stop } = await started(database);
    const past = await LostPast.begin(app, 'global');
    await stopped(database.cluster, 'SIGINT');
    await cp(database.cluster, copy, { recursive: true, preserveTimestamps: true });
    await own(copy, database.cluster);
    await database.ensureRunning();
    await ready();
    await past.lose();
    address.cut();
    await stopped(database.cluster, 'SIGINT');
    await rename(database.cluster, `${database.cluster}.lost`);
    await rename(copy, database.cluster);
    await database.ensureRunning();
    address.target = database.connection;
    await ready();
    await past.expectForgotten(ahead);
    await stop();
    await database.release();
  },
);

/** Gives a copy, with all its files, to the account that owns the original. */
async function own(copy: string, original: string): Promise<void> {
  const { uid, gid } = await stat(original);
  await new Promise((resolve) =>
    spawn('chown', ['-R', `${uid}:${gid}`, copy]).once('exit', resolve),
  );
}

test('a process discards data that a standby had not received when it was promoted', async () => {
  const dataDir = await migratedDataDir();
  const database = await startEmbedded({ dataDir, fsync: false, progress: () => {} });
  const { cluster, connection } = database;
  const { app, address, ready, stop } = await started(database);
  const past = await LostPast.begin(app, 'global');
  const { pid } = (await readPostmaster(cluster))!;
  const program = await readlink(`/proc/${pid}/exe`);
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(1, -1);
  const { uid, gid } = await stat(cluster);
  await stopped(cluster, 'SIGINT');
  const standby = `${cluster}.standby`;
  await cp(cluster, standby, { recursive: true });
  await writeFile(`${standby}/standby.signal`, '');
  const { host, port, user, password } = connection;
  await appendFile(
    `${standby}/postgresql.auto.conf`,
    `\nprimary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  );
  const sockets = `${standby}/sockets`;
  await mkdir(sockets);
  await own(standby, cluster);
  await database.ensureRunning();
  const target = { host: '127.0.0.1', port: await freePort() };
  const settings = {
    port: String(target.port),
    listen_addresses: target.host,
    unix_socket_directories: sockets,
  };
  const copied = args.map((one) => one.replaceAll(cluster, standby));
  const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, [...copied, ...more], {
    uid,
    gid,
    cwd: standby,
    env: { ...process.env, HOME: standby },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const admin = new pg.Client({ ...connection, ...target });
    await eventually(async () => {
      const one = new pg.Client({ ...connection, ...target });
      one.on('error', () => {});
      try {
        await one.connect();
        const { rows } = await one.query('SELECT status FROM pg_stat_wal_receiver');
        await one.end();
        return rows[0]?.status === 'streaming';
      } catch {
        return false;
      }
    });
    await admin.connect();
    await ready();
    await sleep(500);
    await admin.query("ALTER SYSTEM SET primary_conninfo = ''");
    await admin.query('SELECT pg_reload_conf()');
    await eventually(
      async () => (await admin.query('SELECT FROM pg_stat_wal_receiver')).rowCount === 0,
    );
    await past.lose();
    address.cut();
    await stopped(cluster, 'SIGQUIT');
    await admin.query('SELECT pg_promote()');
    await admin.end();
    address.target = target;
    await ready();
    await past.expectForgotten(1);
    await stop();
  } finally {
    server.kill('SIGQUIT');
    await ended;
    await rm(standby, { recursive: true, force: true });
    await database.release();
  }
  expect(app.logs.some((line) => line.includes('"level":60'))).toBe(false);
});
