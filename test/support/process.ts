import { found } from './database.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { DATABASE, USER } from '../../src/platform/db/embedded/cluster.ts';
import { readPostmaster, SOCKET_PORT } from '../../src/platform/db/embedded/postmaster.ts';
import { migrateFor } from '../../src/platform/db/migration/migrate.ts';
import { TABLES, TENANT_SCOPES } from '../../src/modules/declared.ts';
import { createKey, createOrganization } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/db/database.ts';
import { randomFrom } from './random.ts';
import { START_OPTIONS } from './start-options.ts';
import { copyCluster } from './template.ts';
import { within } from './within.ts';

export const SECRET = 'test-secret-test-secret-test-secret-2';
/** The checkout of this version. */
export const ROOT = join(import.meta.dirname, '../..');

type Environment = Record<string, string>;

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Returns the part of this process's environment that a child gets: nothing that configures the service. */
export function environment(env: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env };
}

/** Returns the path of a data folder that does not exist yet, in a temporary folder that `cleanUp` deletes. */
export async function freshDataDir(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'oriki-p-')));
  // If the tests run as root, PostgreSQL runs as another account, which must be able to enter the folder.
  await chmod(folder, 0o755);
  folders.add(folder);
  return join(folder, 'data');
}

/** Returns the path of a data folder whose embedded database `oriki migrate` has migrated. */
export async function migratedDataDir(): Promise<string> {
  const dataDir = await freshDataDir();
  await mkdir(dataDir);
  await copyCluster('data', dataDir, async (made) => {
    const embedded = await startEmbedded({ dataDir: made, progress: () => {}, fsync: false });
    const { connection, service: account } = embedded;
    await migrateFor(connection, account, TABLES).finally(() => embedded.release());
  });
  return dataDir;
}

/** Returns a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns true if a port of the loopback interface accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the first of these programs that is installed. */
export function programOf(...names: string[]): string | undefined {
  return names
    .flatMap((name) =>
      (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
    )
    .find(isProgram);
}

type Ended = { code: number | null; signal: NodeJS.Signals | null };
export type Finished = Ended & { stdout: string; stderr: string };

function launch(args: string[], env: Environment, root: string, options: readonly string[] = []) {
  const child = spawn(process.execPath, [...options, join(root, 'bin/oriki.cjs'), ...args], {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => {
    children.delete(child);
    return { code, signal } as Ended;
  });
  return { child, output, ended };
}

/** Runs `oriki …` to its end, or until `killed`. @param root the checkout of the version */
export async function cli(
  args: string[],
  env: Environment = {},
  killed?: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGKILL',
  root = ROOT,
): Promise<Finished> {
  const { child, output, ended } = launch(args, { ORIKI_SECRET: SECRET, ...env }, root);
  void killed?.finally(() => child.kill(signal));
  return { ...(await ended), ...output };
}

export type ServiceProcess = {
  pid: number;
  /** Known once the service is ready. */
  readonly url: string;
  readonly adminUrl: string;
  /** Standard error, which the operator reads. */
  readonly said: string;
  /** Standard output: one JSON object on each line. */
  readonly stdout: string;
  logs: () => Record<string, unknown>[];
  /** The key of the demo organization, after a first start. */
  readonly demoKey: string;
  /** Resolves when requests are served; rejects if the process ends before. */
  ready: () => Promise<ServiceProcess>;
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
  running: () => boolean;
  /** Sends the signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<Ended>;
};

/**
 * Starts the service as operators do, by `npm start`, on a free port unless `env` has one. @param root the checkout of
 * the version
 */
export function service(env: Environment, root = ROOT): ServiceProcess {
  const { child, output, ended } = launch(
    ['serve'],
    { PORT: '0', ORIKI_DRAIN_DELAY_MS: '0', ORIKI_SECRET: SECRET, ...env },
    root,
    START_OPTIONS,
  );
  let running = true;
  void ended.then(() => (running = false));
  const logs = () =>
    output.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const readyLine = () => logs().find(({ msg }) => msg === 'ready');
  const isReady = () =>
    output.stderr.includes('Oriki is ready: ') && output.stdout.includes('"msg":"ready"');
  const self: ServiceProcess = {
    pid: child.pid ?? 0,
    get url() {
      return String(readyLine()?.['url']);
    },
    get adminUrl() {
      return String(readyLine()?.['adminUrl']);
    },
    get said() {
      return output.stderr;
    },
    get stdout() {
      return output.stdout;
    },
    logs,
    get demoKey() {
      return /ORIKI_KEY=(ork_\w+)/.exec(output.stderr)?.[1] ?? '';
    },
    async ready() {
      while (!isReady()) {
        if (!running) throw new Error(`the service ended before it was ready: ${output.stderr}`);
        await sleep(5);
      }
      return self;
    },
    signal: (signal) => void child.kill(signal),
    ended,
    running: () => running,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
  return self;
}

/** Creates an organization with every scope in a migrated database, without a service. */
export async function tenant(
  databaseUrl: string,
  plan: 'pro' | 'enterprise' = 'pro',
): Promise<{ id: string; key: string; keyId: string; name: string }> {
  const db = new Database({
    connection: found({ connectionString: databaseUrl }),
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  try {
    return await db.transaction(async (tx) => {
      const { id, name } = await createOrganization(tx, {
        name: 'Test',
        plan,
        addons: ['detection_pack'],
      });
      const created = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
      return { id, name, key: created.key, keyId: created.id };
    });
  } finally {
    await db.close();
  }
}

/** Opens a connection to the embedded database of a data folder, with its password. */
export async function embeddedClient(dataDir: string): Promise<Client> {
  const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as {
    password: string;
  };
  const client = new Client(
    found({
      host: join(dataDir, 'run'),
      port: SOCKET_PORT,
      user: USER,
      password,
      database: DATABASE,
      // Not "oriki…": the tests' sessions must not prevent a service from stopping its server.
      application_name: 'test',
    }),
  );
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns the process id of the PostgreSQL server of a data folder; undefined if none is running. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmaster(join(dataDir, 'postgres')))?.pid;
}

/** The longest pause between two checks of a condition. */
const LONGEST_PAUSE_MS = 40;

/**
 * Repeats the check until it returns true. @param quietMs the longest wait on a quiet machine; extended by the load
 */
export async function eventually(
  check: () => Promise<boolean> | boolean,
  quietMs = 30_000,
): Promise<number> {
  const began = performance.now();
  // With increasing pauses: a check is mostly a request, and takes computing time from what it waits for.
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (await check()) return performance.now() - began;
    // The load may have risen since the beginning.
    const limitMs = within(quietMs);
    if (performance.now() - began > limitMs)
      throw new Error(`not within ${limitMs} ms: ${check.toString()}`);
    await sleep(pauseMs);
  }
}

/** Writes a line to the run's output, for readers of a failure. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Random numbers from a printed seed; `ORIKI_TEST_SEED` repeats a run. */
export function seeded(what: string): { seed: number; below: (limit: number) => number } {
  const seed = Number(process.env['ORIKI_TEST_SEED'] ?? (Date.now() ^ (process.pid << 8)) >>> 0);
  report(`${what}: ORIKI_TEST_SEED=${seed}`);
  return { seed, below: randomFrom(seed).below };
}

/** Ends every process and deletes every folder that this file's functions have created. */
export async function cleanUp(): Promise<void> {
  for (const child of children) {
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }
  for (const folder of folders) {
    const dataDir = join(folder, 'data');
    const pid = await postmasterPid(dataDir);
    if (pid !== undefined) {
      process.kill(pid, 'SIGQUIT');
      await eventually(async () => (await postmasterPid(dataDir)) === undefined);
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
