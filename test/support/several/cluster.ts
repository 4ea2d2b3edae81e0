import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  cli,
  freePort,
  freshDataDir,
  ROOT,
  service,
  type Finished,
  type ServiceProcess,
} from '../process.ts';
import { IS_SPREAD } from '../servers/is-spread.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { writePrices } from './prices.ts';
import { ClusterServer, type ServerOptions } from './server.ts';
import type { Tally } from './tally.ts';

export type Role = 'api' | 'worker';
export const ENDED_BY_ITSELF = 'no process ends by itself';
const RIGHTS = "the service's role lacks no right in PostgreSQL";

const SECRET = 'test-secret-test-secret-test-secret-2';
/** A supervisor's pause before it restarts a process. */
const RESTART_MS = 100;
const START_WITHIN_MS = 120_000;

/** One place for a process under a supervisor, which restarts a process that dies. */
export class Place {
  readonly role: Role;
  readonly name: string;
  /** The URL with `/readyz`: that of the API, or of the admin server. */
  readonly url: string;
  readonly port: number;
  /** The number of deaths that faults have caused and the supervisor expects. */
  expectedEnds = 0;
  starts = 0;
  process: ServiceProcess;
  /** The checkout of the version that the next start runs. */
  program: string;
  readonly #start: (program: string) => ServiceProcess;
  readonly #tally: Tally;
  #closing = false;

  constructor(
    name: string,
    role: Role,
    port: number,
    program: string,
    start: (program: string) => ServiceProcess,
    tally: Tally,
  ) {
    this.name = name;
    this.role = role;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.program = program;
    this.#start = start;
    this.#tally = tally;
    this.process = this.#launch();
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === 200;
      },
      () => false,
    );
  }

  /** Sends a signal that ends the process, which is restarted. @returns how it ended */
  async end(signal: 'SIGKILL' | 'SIGTERM'): ReturnType<ServiceProcess['stop']> {
    this.expectedEnds += 1;
    return this.process.stop(signal);
  }

  async close(): ReturnType<ServiceProcess['stop']> {
    this.#closing = true;
    return this.process.stop();
  }

  #launch(): ServiceProcess {
    const started = this.#start(this.program);
    this.starts += 1;
    void this.#watch(started);
    return started;
  }

  async #watch(started: ServiceProcess): Promise<void> {
    const { code, signal } = await started.ended;
    if (this.#closing) return;
    const isExpected = this.expectedEnds > 0;
    if (isExpected) this.expectedEnds -= 1;
    this.#tally.check(
      ENDED_BY_ITSELF,
      isExpected,
      () => `${this.name}: ${code ?? signal} ${started.said.slice(-500)}`,
    );
    await sleep(RESTART_MS);
    if (!this.#closing) this.process = this.#launch();
  }
}

export type Cluster = {
  places: Place[];
  /** The time that all of them took to start, in milliseconds, as a measure of this machine. */
  startMs: number;
  apis: Place[];
  workers: Place[];
  balancer: Balancer;
  /** The server of the shared tables first; others only if organizations are spread. */
  servers: [ClusterServer, ...ClusterServer[]];
  /** The owner's URL of the database that has the shared tables now. */
  readonly homeUrl: string;
  dataDir: string;
  /** The checkout of the version whose commands run. */
  program: string;
  cli: (...args: string[]) => Promise<Finished>;
  /** Runs a command until it ends or is killed. */
  cliUntil: (killed: Promise<unknown> | undefined, ...args: string[]) => Promise<Finished>;
  /** Runs a command as the owner of the schemas. */
  asOwner: (...args: string[]) => Promise<Finished>;
  /** Resolves with the milliseconds until all processes are ready; rejects if they are not within `withinMs`. */
  allReady: (withinMs: number) => Promise<number>;
  /** Stops everything in order. @returns how the processes ended */
  close: () => Promise<Awaited<ReturnType<Place['close']>>[]>;
};

/** The names of servers: that of the shared tables, and those in ORIKI_SERVERS. */
const SERVERS = IS_SPREAD ? ['home', 'b', 'c'] : ['home'];

export type ClusterOptions = {
  envOf?: (name: string, role: Role) => Record<string, string>;
  /** The checkout of the version that makes the buckets and runs at first; by default, of this one. */
  program?: string;
  servers?: readonly string[];
  /** Options of the server that has the shared tables. */
  home?: ServerOptions;
};

const ALONE: ServerOptions = { withStandby: false, onSmallDisk: false };

/**
 * Starts PostgreSQL with its usual durability, one bucket on each server, three API and two worker processes, and a
 * load balancer.
 */
export async function startCluster(
  tally: Tally,
  env: Record<string, string>,
  {
    envOf = () => ({}),
    program = ROOT,
    servers: names = SERVERS,
    home = ALONE,
  }: ClusterOptions = {},
): Promise<Cluster> {
  tally.expects(ENDED_BY_ITSELF, RIGHTS);
  const dataDir = await freshDataDir();
  const servers = (await Promise.all(
    names.map((name, i) => ClusterServer.start(name, i, i === 0 ? home : ALONE)),
  )) as Cluster['servers'];
  const [first, ...others] = servers;
  const urls = (of: 'owner' | 'service'): string =>
    others.map((one) => `${one.name}=${one.url(of)}`).join(' ');
  const all = {
    DATABASE_URL: first.url('service'),
    ...(others.length > 0 && { ORIKI_SERVERS: urls('service') }),
    ORIKI_DATA_DIR: dataDir,
    ORIKI_EXPORT_DIR: join(dataDir, 'exports'),
    ORIKI_PRICE_SHEET_FILE: await writePrices(dirname(dataDir)),
    ORIKI_SECRET: SECRET,
    ORIKI_LOG_LEVEL: 'error',
    ORIKI_RATE_LIMIT_STORE: 'postgres',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.1',
    ...env,
  };
  const owner = {
    ...all,
    ORIKI_MIGRATION_DATABASE_URL: first.url('owner'),
    ...(others.length > 0 && { ORIKI_MIGRATION_SERVERS: urls('owner') }),
  };
  const adding = others.map(({ name }) => ['buckets', 'add', '1', '--server', name]);
  for (const command of [['migrate'], ...adding]) {
    const { code, stderr } = await cli(command, owner, undefined, undefined, program);
    if (code !== 0) throw new Error(stderr);
  }

  const wanted = [
    ...['api-1', 'api-2', 'api-3'].map((name) => [name, 'api'] as const),
    ...['worker-1', 'worker-2'].map((name) => [name, 'worker'] as const),
  ];
  const places: Place[] = [];
  for (const [name, role] of wanted) {
    const port = await freePort();
    const own = {
      ...all,
      ORIKI_ROLE: role,
      [role === 'api' ? 'PORT' : 'ORIKI_ADMIN_PORT']: String(port),
      ...envOf(name, role),
    };
    const start = (version: string): ServiceProcess => service(own, version);
    places.push(new Place(name, role, port, program, start, tally));
  }
  const apis = places.filter(({ role }) => role === 'api');
  const balancer = await startBalancer(apis.map(({ port }) => port));
  const cluster: Cluster = {
    places,
    startMs: 0,
    apis,
    workers: places.filter(({ role }) => role === 'worker'),
    balancer,
    servers,
    get homeUrl() {
      return first.primary.url();
    },
    dataDir,
    program,
    cli: (...args) => cluster.cliUntil(undefined, ...args),
    cliUntil: (killed, ...args) => cli(args, all, killed, undefined, cluster.program),
    asOwner: (...args) => cli(args, owner, undefined, undefined, cluster.program),
    async allReady(withinMs) {
      const began = performance.now();
      for (;;) {
        const ready = await Promise.all(places.map((place) => place.isReady()));
        const took = performance.now() - began;
        if (ready.every(Boolean)) return took;
        if (took > withinMs) {
          const missing = places.filter((_, i) => !ready[i]).map(({ name }) => name);
          throw new Error(`not ready within ${withinMs} ms: ${missing.join(', ')}`);
        }
        await sleep(50);
      }
    },
    async close() {
      const ends = await Promise.all(places.map((place) => place.close()));
      await balancer.close();
      for (const server of servers) {
        const refused = await server.close();
        tally.check(RIGHTS, refused.length === 0, () => refused.slice(0, 5).join('\n'));
      }
      return ends;
    },
  };
  cluster.startMs = await cluster.allReady(START_WITHIN_MS);
  return cluster;
}
