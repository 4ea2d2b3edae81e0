import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AUTH_CHANNEL } from '../../../../src/platform/auth/key-cache.ts';
import { eventually } from '../../process.ts';
import { DISK_SIZE, type ClusterServer } from '../server.ts';
import { sqlAt, type World } from '../world.ts';
import type { Inject } from './index.ts';
import { suspended } from './processes.ts';

/** Frequently used channels of notifications between processes. */
const CHANNELS = [AUTH_CHANNEL, 'deliveries_due', 'inboxes_changed'];
/** Each is used by many requests. */
const TABLES = ['api_keys', 'idempotency_records', 'screenings', 'messages', 'events'];
/** PostgreSQL's error codes. */
const [TOO_MANY_CONNECTIONS, DISK_FULL, LOCK_NOT_AVAILABLE] = ['53300', '53100', '55P03'];
/** The longest that PostgreSQL's `commit_delay` can be. */
const COMMIT_DELAY_MS = 100;
/** Less than the delay, because a commit that joins another's flush waits for less. */
const SLOW_MS = 30;
const LOCK_WITHIN_MS = 20_000;
/** The free space of a full disk, so that its own files of a page or two still fit. */
const LEFT_BYTES = 64 * 1024;

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

/** Returns the milliseconds that a commit takes, which writes to the log. */
async function commitMs(server: ClusterServer): Promise<number> {
  const began = performance.now();
  await sqlAt(server, `SELECT pg_logical_emit_message(true, 'probe', '')`);
  return performance.now() - began;
}

/** Repeats `work` with short pauses. */
async function during(ms: number, work: () => Promise<unknown>): Promise<void> {
  const endsAt = performance.now() + ms;
  do {
    await work();
    await sleep(50);
  } while (performance.now() < endsAt);
}

export function databaseFaults(world: World) {
  const { cluster, random } = world;
  const [home] = cluster.servers;

  const restarting =
    (signal: 'SIGINT' | 'SIGQUIT'): Inject =>
    async () => {
      const server = random.pick(cluster.servers);
      const startedAt = 'SELECT pg_postmaster_start_time() AS at';
      const [before] = await sqlAt<{ at: Date }>(server, startedAt);
      await server.primary.crash(signal);
      await server.primary.start();
      const [after] = await sqlAt<{ at: Date }>(server, startedAt);
      if (!(before && after && after.at > before.at))
        throw new Error('PostgreSQL was not restarted');
      return `${server.name} started ${before.at.toISOString()}, again ${after.at.toISOString()}`;
    };

  return {
    'fast restart of PostgreSQL': restarting('SIGINT'),
    'crash of PostgreSQL': restarting('SIGQUIT'),

    async 'promotion of the standby'() {
      const timeline = `SELECT timeline_id AS at FROM pg_control_checkpoint()`;
      const [before] = await sqlAt<{ at: number }>(home, timeline);
      const former = await home.promote();
      const { answers } = cluster.balancer;
      await eventually(() => cluster.balancer.answers > answers + 20, 60_000);
      await home.rejoin(former);
      await home.primary.ask('CHECKPOINT');
      const [after] = await sqlAt<{ at: number }>(home, timeline);
      if (!(before && after && after.at > before.at)) throw new Error('no standby was promoted');
      return `timeline ${before.at}, then ${after.at} on port ${home.primary.port}; the former primary is its standby`;
    },

    async 'standby lagging'({ forMs }) {
      const standby = home.standby!;
      const [receiver] = await standby.ask<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver');
      const lag = await suspended([receiver!.pid], async () => {
        await sleep(forMs);
        const [row] = await sqlAt<{ bytes: string }>(
          home,
          'SELECT pg_current_wal_lsn() - flush_lsn AS bytes FROM pg_stat_replication',
        );
        return Number(row?.bytes);
      });
      if (!(lag > 0)) throw new Error(`the standby lagged by ${lag} bytes`);
      return `${lag} bytes behind after ${forMs} ms`;
    },

    async 'disk full'({ forMs }) {
      const disk = home.primary.disk!;
      const resize = (size: string | number): unknown =>
        execFileSync('mount', ['-o', `remount,size=${size}`, disk], { stdio: 'pipe' });
      const shrink = (): boolean => {
        const { blocks, bfree, bsize } = statfsSync(disk);
        try {
          resize((blocks - bfree) * bsize + LEFT_BYTES);
          return true;
        } catch {
          // PostgreSQL has just used more space.
          return false;
        }
      };
      let full = 0;
      try {
        await eventually(shrink);
        const grow = async (): Promise<void> => {
          await home.pool
            .query(
              `DROP TABLE IF EXISTS public.filler;
               CREATE TABLE public.filler AS SELECT repeat('x', 500) FROM generate_series(1, 1000)`,
            )
            .catch((error: unknown) => {
              if (codeOf(error) === DISK_FULL) full += 1;
            });
        };
        await during(forMs, grow);
        await eventually(async () => grow().then(() => full > 0));
      } finally {
        resize(DISK_SIZE);
      }
      return `PostgreSQL found no space ${full} times in ${forMs} ms`;
    },

    async 'disk slow'({ forMs }) {
      const set = async (ms: number): Promise<void> => {
        await home.primary.ask(`ALTER SYSTEM SET commit_delay = ${ms * 1000}`);
        await home.primary.ask('ALTER SYSTEM SET commit_siblings = 0');
        await home.primary.ask('SELECT pg_reload_conf()');
      };
      await set(COMMIT_DELAY_MS);
      const times: number[] = [];
      try {
        await eventually(async () => (await commitMs(home)) >= COMMIT_DELAY_MS);
        await during(forMs, async () => void times.push(await commitMs(home)));
      } finally {
        await set(0);
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
      if (median < SLOW_MS) throw new Error(`the median of commits was ${median} ms`);
      return `${times.length} commits took ${Math.round(median)} ms in the median`;
    },

    async 'connections terminated'() {
      const [row] = await world.sql<{ count: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_stat_activity
         WHERE application_name LIKE 'oriki%' AND pid <> pg_backend_pid()`,
      );
      if (!row?.count) throw new Error('there was no connection to terminate');
      return `${row.count} connections`;
    },

    async 'connections used up'({ forMs }) {
      const server = random.pick(cluster.servers);
      const connectionString = server.primary.url(server.service);
      const held: pg.Client[] = [];
      let refused = 0;
      const hold = async (): Promise<void> => {
        const one = new pg.Client({ connectionString, application_name: 'test' });
        one.on('error', () => {});
        await one.connect().then(
          () => void held.push(one),
          (error: unknown) => {
            if (codeOf(error) === TOO_MANY_CONNECTIONS) refused += 1;
          },
        );
      };
      try {
        await eventually(async () => {
          await Promise.all(Array.from({ length: 10 }, hold));
          return refused > 0;
        });
        // The connections are closed too, so that processes need new ones.
        await sqlAt(
          server,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'oriki%' LIMIT 10`,
        );
        await during(forMs, () => Promise.all([hold(), hold()]));
      } finally {
        await Promise.all(held.map((one) => one.end().catch(() => {})));
      }
      return `${server.name}: ${held.length} connections held for ${forMs} ms, ${refused} refused`;
    },

    async 'table locked'({ forMs }) {
      const table = random.pick(TABLES);
      const server = table === 'api_keys' ? home : random.pick(cluster.servers);
      const client = await server.pool.connect();
      let waiting = 0;
      try {
        const lock = async (): Promise<boolean> => {
          await client.query('BEGIN');
          await client.query(`SET LOCAL lock_timeout = 1000`);
          return client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`).then(
            () => true,
            async (error: unknown) => {
              await client.query('ROLLBACK');
              if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
              return false;
            },
          );
        };
        await eventually(lock, LOCK_WITHIN_MS);
        await during(forMs, async () => {
          const { rows } = await client.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM pg_locks WHERE relation = $1::regclass AND NOT granted`,
            [table],
          );
          waiting = Math.max(waiting, rows[0]!.count);
        });
      } finally {
        await client.query('ROLLBACK').catch(() => {});
        client.release();
      }
      if (waiting === 0) throw new Error(`no statement waited for ${table}`);
      return `${table} of ${server.name} for ${forMs} ms; ${waiting} statements waited at the same time`;
    },

    'notifications lost': (fault) => losingNotifications(world, fault.forMs),
  } satisfies Record<string, Inject>;
}

/** Suspends the connections that listen, and closes them before they have delivered notifications. */
async function losingNotifications({ cluster }: World, forMs: number): Promise<string> {
  const [home] = cluster.servers;
  const own = new pg.Client({ connectionString: cluster.homeUrl, application_name: 'test' });
  await own.connect();
  let sent = 0;
  try {
    // After a restart of the server they are missing until their processes have reconnected.
    let pids: number[] = [];
    await eventually(async () => {
      const listening = await sqlAt<{ pid: number }>(
        home,
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'oriki:listen' AND wait_event = 'ClientRead'`,
      );
      pids = listening.map(({ pid }) => pid);
      return pids.length > 0;
    });
    own.on('notification', () => (sent += 1));
    for (const channel of CHANNELS) await own.query(`LISTEN ${channel}`);
    await suspended(pids, async () => {
      await sleep(forMs);
      await eventually(() => sent > 0, 20_000);
      // The signal waits for the process and is handled first.
      await sqlAt(home, 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
    });
    return `${pids.length} listening connections stopped, then cut; ${sent} notifications were sent meanwhile`;
  } finally {
    await own.end();
  }
}
