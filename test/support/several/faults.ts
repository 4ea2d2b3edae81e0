import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AUTH_CHANNEL } from '../../../src/platform/auth/key-cache.ts';
import { eventually, tenant } from '../process.ts';
import { randomFrom, type Random } from '../random.ts';
import type { Place, Role } from './cluster.ts';
import type { ValkeyServer } from '../valkey.ts';
import { sqlAt, type World } from './world.ts';

export const KINDS = [
  'kill -9 of api',
  'kill -9 of worker',
  'SIGTERM of api',
  'SIGTERM of worker',
  'pause of api',
  'pause of worker',
  'fast restart of PostgreSQL',
  'crash of PostgreSQL',
  'connections terminated',
  'notifications lost',
  'receiver slow',
  'receiver failing',
] as const;
/** For rate limits that are counted in Valkey. */
export const KINDS_WITH_VALKEY = [...KINDS, 'kill -9 of Valkey', 'pause of Valkey'] as const;
export type Kind = (typeof KINDS_WITH_VALKEY)[number];

/** One fault of a plan. */
export type Planned = {
  kind: Kind;
  /** The quiet time before it, in milliseconds. */
  afterMs: number;
  /** The duration, for faults that last, in milliseconds. */
  forMs: number;
  /** Indexes of the affected processes of the role: one, for some faults two. */
  targets: number[];
};

/** A fault with evidence that it really happened. */
export type Injected = Planned & { atMs: number; evidence: string; recoveredMs: number };

/** An estimate of a recovery's duration, so that a plan's length depends only on the seed and the minutes. */
const RECOVERY_MS = 1500;
/** Frequently used channels of notifications between processes. */
const CHANNELS = [AUTH_CHANNEL, 'deliveries_due', 'inboxes_changed'];
/** For processes that contact a server once a second while it is unavailable. */
const TOGETHER_WITHIN_MS = 10_000;
/** After a pause longer than its leases (time-out 2 s and 15 s), a worker finds that others have taken its work. */
const LONG_PAUSE_MS = 20_000;

/**
 * Returns a plan with every kind once in each round, in an order that depends on the seed: at least one round, and as
 * many faults as fit.
 */
export function planOf(seed: number, minutes: number, kinds: readonly Kind[] = KINDS): Planned[] {
  const random = randomFrom(seed);
  const plan: Planned[] = [];
  let leftMs = minutes * 60_000;
  for (let round = 0; leftMs > 0; round += 1)
    for (const kind of random.shuffled(kinds)) {
      if (round > 0 && leftMs <= 0) break;
      const fault = planned(kind, random, minutes);
      plan.push(fault);
      leftMs -= fault.afterMs + fault.forMs + RECOVERY_MS;
    }
  return plan;
}

function planned(kind: Kind, random: Random, minutes: number): Planned {
  const afterMs = 200 + random.below(Math.min(3000, minutes * 1500));
  const of = kind.endsWith('api') ? 3 : kind.endsWith('worker') ? 2 : 0;
  const one = random.below(Math.max(1, of));
  const isSecond = random.oneIn(3);
  const length = random.below(2000);
  const isLong = minutes >= 3 && random.oneIn(4);
  const lasts = /^(pause|receiver|notifications)|Valkey$/.test(kind);
  const forMs = !lasts ? 0 : kind === 'pause of worker' && isLong ? LONG_PAUSE_MS : 700 + length;
  const targets = of === 0 ? [] : isSecond && of > 2 ? [one, (one + 1) % of] : [one];
  return { kind, afterMs, forMs, targets };
}

type Inject = (fault: Planned) => Promise<string>;

/** Returns the injectors of each kind of fault. Each resolves with the evidence once the fault is over. */
export function injectors(world: World, valkey?: ValkeyServer): Record<Kind, Inject> {
  const { cluster, receiver, sql } = world;
  const meeting = (role: Role, targets: number[]): Place[] =>
    targets.map((i) => (role === 'api' ? cluster.apis : cluster.workers)[i]!);

  const ending =
    (role: Role, signal: 'SIGKILL' | 'SIGTERM'): Inject =>
    async ({ targets }) => {
      const ends = await Promise.all(
        meeting(role, targets).map(async (place) => {
          const { pid } = place.process;
          const { code, signal: by } = await place.end(signal);
          const isRight = signal === 'SIGKILL' ? by === 'SIGKILL' : code === 0;
          if (!isRight) throw new Error(`${place.name} ended with ${code ?? by} at ${signal}`);
          await eventually(() => place.process.pid !== pid);
          return `${place.name}: ${pid} ended with ${by ?? code}, ${place.process.pid} is in its place`;
        }),
      );
      return ends.join('; ');
    };

  const pausing =
    (role: Role): Inject =>
    async ({ targets, forMs }) => {
      const met = meeting(role, targets);
      const pids = met.map((place) => place.process.pid);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      try {
        await stateBecomes(pids, 'T');
        await sleep(forMs);
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      }
      return `${met.map(({ name }) => name).join(', ')}: state T for ${forMs} ms`;
    };

  const restarting =
    (signal: 'SIGINT' | 'SIGQUIT'): Inject =>
    async () => {
      const server = world.random.pick(cluster.servers);
      const startedAt = 'SELECT pg_postmaster_start_time() AS at';
      const [before] = await sqlAt<{ at: Date }>(server, startedAt);
      const pid = await server.postmaster();
      process.kill(pid, signal);
      await eventually(async () => !(await isAlive(pid)), 30_000);
      await server.database.ensureRunning();
      const [after] = await sqlAt<{ at: Date }>(server, startedAt);
      if (!(before && after && after.at > before.at))
        throw new Error('PostgreSQL was not restarted');
      return `${server.name} started ${before.at.toISOString()}, again ${after.at.toISOString()}`;
    };

  const answeringBadly =
    (afterMs: number, status: number): Inject =>
    async ({ forMs }) => {
      let bad = 0;
      // Only the first attempt: the second one comes after 5 s, the third one after 5 minutes.
      receiver.behave('*', (_, n) => {
        if (n > 1) return { status: 204 };
        bad += 1;
        return { status, afterMs };
      });
      await sleep(forMs);
      await eventually(() => bad > 0, 20_000);
      receiver.behave('*', { status: 204 });
      return `${bad} requests answered ${status} after ${afterMs} ms`;
    };

  return {
    'kill -9 of api': ending('api', 'SIGKILL'),
    'kill -9 of worker': ending('worker', 'SIGKILL'),
    'SIGTERM of api': ending('api', 'SIGTERM'),
    'SIGTERM of worker': ending('worker', 'SIGTERM'),
    'pause of api': pausing('api'),
    'pause of worker': pausing('worker'),
    'fast restart of PostgreSQL': restarting('SIGINT'),
    'crash of PostgreSQL': restarting('SIGQUIT'),
    async 'connections terminated'() {
      const [row] = await sql<{ count: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_stat_activity
         WHERE application_name LIKE 'oriki%' AND pid <> pg_backend_pid()`,
      );
      if (!row?.count) throw new Error('there was no connection to terminate');
      return `${row.count} connections`;
    },
    'notifications lost': (fault) => losingNotifications(world, fault.forMs),
    // Longer than the time-out of deliveries.
    'receiver slow': answeringBadly(2500, 204),
    'receiver failing': answeringBadly(0, 503),
    'kill -9 of Valkey': (fault) => withoutValkey(world, valkey!, fault.forMs, 'killed'),
    'pause of Valkey': (fault) => withoutValkey(world, valkey!, fault.forMs, 'stopped'),
  };
}

/**
 * Checks that every process stays ready and answers without Valkey, and then counts together with the others again.
 */
async function withoutValkey(
  world: World,
  valkey: ValkeyServer,
  forMs: number,
  how: 'killed' | 'stopped',
): Promise<string> {
  const { cluster } = world;
  // No other client uses its key.
  const { key } = await tenant(cluster.database.url);
  if (how === 'killed') await valkey.kill();
  else valkey.signal('SIGSTOP');
  const until = performance.now() + forMs;
  let answers = 0;
  while (performance.now() < until)
    for (const place of cluster.apis) {
      if (!(await place.isReady())) throw new Error(`${place.name} is not ready without Valkey`);
      await remainingAt(world, place, key);
      answers += 1;
    }
  if (how === 'killed') await valkey.start();
  else valkey.signal('SIGCONT');
  const took = await eventually(() => countTogether(world, key), TOGETHER_WITHIN_MS);
  return `${how} for ${forMs} ms and ${answers} answers; counted together again after ${Math.round(took)} ms`;
}

/** Returns the remaining requests of this key's limit, as one process reports them. */
async function remainingAt({ client }: World, place: Place, key: string): Promise<number> {
  const asked = { method: 'GET', path: '/fraud/lists', key };
  const { status, headers } = await client.once(asked, place.url);
  if (status !== 200) throw new Error(`${place.name} answered ${status}`);
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

async function countTogether(world: World, key: string): Promise<boolean> {
  const left: number[] = [];
  for (const place of [...world.cluster.apis, ...world.cluster.apis])
    left.push(await remainingAt(world, place, key));
  return left.every((value, i) => value === left[0]! - i);
}

/** Suspends the connections that listen, and closes them before they have delivered notifications. */
async function losingNotifications({ cluster }: World, forMs: number): Promise<string> {
  const [home] = cluster.servers;
  const own = new pg.Client({ connectionString: cluster.database.url, application_name: 'test' });
  await own.connect();
  let sent = 0;
  try {
    // After a restart of the server they are missing until their processes have reconnected.
    let pids: number[] = [];
    await eventually(async () => {
      const listening = await sqlAt<{ pid: number }>(
        home!,
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'oriki:listen' AND wait_event = 'ClientRead'`,
      );
      pids = listening.map(({ pid }) => pid);
      return pids.length > 0;
    });
    own.on('notification', () => (sent += 1));
    for (const channel of CHANNELS) await own.query(`LISTEN ${channel}`);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await stateBecomes(pids, 'T');
      await sleep(forMs);
      await eventually(() => sent > 0, 20_000);
      // The signal waits for the process and is handled first.
      await sqlAt(home!, 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    return `${pids.length} listening connections stopped, then cut; ${sent} notifications were sent meanwhile`;
  } finally {
    await own.end();
  }
}

/** Returns the kernel's state of the process; undefined if it does not exist. */
async function stateOf(pid: number): Promise<string | undefined> {
  // proc_pid_stat(5): the name is in brackets and may contain anything; the state follows it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) (\S)/.exec(stat)?.[1];
}

async function isAlive(pid: number): Promise<boolean> {
  return !['Z', undefined].includes(await stateOf(pid));
}

async function stateBecomes(pids: number[], state: string): Promise<void> {
  await eventually(async () =>
    (await Promise.all(pids.map(stateOf))).every((found) => found === state),
  );
}
