import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { publishEvent } from '../test/support/publish-event.ts';
import { startCpu } from './support/cpu.ts';
import { compare, median } from './support/measure.ts';
import { publishOver } from './support/publish.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { subscribe, type Sink, startSink } from './support/webhooks.ts';

/**
 * Measures deliveries per second of a worker process with a backlog, recording included, against two baselines.
 * Baseline (a) is a bare undici loop that posts the same bodies to the same receiver at the same concurrency. Baseline
 * (b) is a simple worker of a general job queue (pg-boss) on the same PostgreSQL, with one signed job per delivery. It
 * has as many slots as the concurrency, and each slot fetches, delivers and completes one job at a time. To show the
 * effect of tuning, (b) also runs with batches as large as the concurrency, without a required ratio.
 * Then measures the events per second that a process with both roles accepts by `POST /events` and delivers to one
 * subscription, from the first request until the last outcome is recorded. The baseline is the same process with a
 * transaction for each event.
 */
const BATCH = 200;
const WARM_UP = 3000;
const PUBLISHED = 10_000;
/** The number of publishing connections. */
const PUBLISHERS = 128;
const data = { orderId: 'ord_2045', amount: 1_250_000, currency: 'NGN', note: 'x'.repeat(200) };
const body = JSON.stringify({ type: 'order.paid', timestamp: '2026-11-21T09:40:00.000Z', data });

const bench = await openBench();
const sink: Sink = await startSink(bench);
const { orgId, opened } = bench;

async function publish(events: number): Promise<void> {
  for (let done = 0; done < events; done += BATCH)
    await opened.db.transaction(async (tx) => {
      for (let i = 0; i < Math.min(BATCH, events - done); i++)
        await publishEvent(tx, orgId, { type: 'order.paid', data });
    });
  // Does the work of autovacuum, so dead rows of earlier rounds do not slow this one.
  await bench.owner.query('VACUUM delivery_queue');
}

async function untilRecorded(): Promise<void> {
  for (;;) {
    const { rows } = await opened.db.pool.query(
      'SELECT 1 FROM delivery_queue WHERE org_id = $1 LIMIT 1',
      [orgId],
    );
    if (rows.length === 0) return;
    await sleep(10);
  }
}

/** Measures the time from the first request until the last outcome is recorded. */
async function workOff(deliveries: number, perEndpoint: number): Promise<number> {
  await sink.forget();
  const worker = await bench.launch('bin/oriki.cjs serve', {
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_WEBHOOK_ENDPOINT_CONCURRENCY: String(perEndpoint),
    ORIKI_LOG_LEVEL: 'warn',
  });
  await untilRecorded();
  const endedAt = process.hrtime.bigint();
  const { first, count } = await sink.stats();
  await worker.stop();
  if (count !== deliveries) throw new Error(`${count} of ${deliveries} arrived`);
  return deliveries / (Number(endedAt - first) / 1e9);
}

/**
 * Measures events that a separate process accepts and delivers. @param cpu receives the cost of 10,000 events for the
 * process and PostgreSQL, in s
 */
async function acceptAndDeliver(main: string, cpu: number[]): Promise<number> {
  const launchedAt = new Date();
  const server = await bench.launch(main, {
    DATABASE_URL: bench.databaseUrl,
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_LOG_LEVEL: 'warn',
  });
  await publishOver(server.url, bench.key, data, WARM_UP, PUBLISHERS);
  await untilRecorded();
  await sink.forget();
  const { rows } = await bench.owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_start > $1 AND backend_type = 'client backend'`,
    [launchedAt],
  );
  const pids = [server.pid, ...rows.map(({ pid }) => pid)];
  const cpuMs = await startCpu(pids);
  const began = performance.now();
  await publishOver(server.url, bench.key, data, PUBLISHED, PUBLISHERS);
  await untilRecorded();
  const rate = PUBLISHED / ((performance.now() - began) / 1000);
  cpu.push(((await cpuMs()) / 1000 / PUBLISHED) * 10_000);
  const { count } = await sink.stats();
  await server.stop();
  if (count !== PUBLISHED) throw new Error(`${count} of ${PUBLISHED} arrived`);
  return rate;
}

async function script(
  name: string,
  requests: number,
  concurrency: number,
  env: Record<string, string> = {},
): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'support', name)],
    {
      env: {
        ...process.env,
        ...env,
        // pg-boss creates a separate schema.
        DATABASE_URL: bench.ownerUrl,
        TARGET: `${sink.url}/bare`,
        REQUESTS: String(requests),
        CONCURRENCY: String(concurrency),
        BODY: body,
      },
    },
  );
  return Number(stdout);
}

try {
  for (const { fanOut, perEndpoint, events } of [
    { fanOut: 1, perEndpoint: 32, events: 20_000 },
    { fanOut: 10, perEndpoint: 4, events: 2000 },
  ]) {
    const hooks = await subscribe(bench, `${sink.url}/ours`, fanOut);
    const deliveries = events * fanOut;
    const concurrency = fanOut * perEndpoint;
    const ours = {
      name: `Oriki, fan-out ${fanOut}`,
      run: async () => {
        await publish(events);
        return workOff(deliveries, perEndpoint);
      },
    };
    await compare(
      `Fan-out ${fanOut}, ${concurrency} at once, against bare undici`,
      'deliveries/s',
      ours,
      {
        name: 'bare undici loop',
        run: () => script('bare-sender.ts', deliveries, concurrency),
      },
      0.4,
    );
    await compare(
      `Fan-out ${fanOut}, ${concurrency} at once, against pg-boss, a job at a time`,
      'deliveries/s',
      ours,
      {
        name: 'pg-boss worker',
        run: () => script('pg-boss-sender.ts', deliveries, concurrency, { BATCHED: 'no' }),
      },
      2.5,
      3,
    );
    await compare(
      `Fan-out ${fanOut}, ${concurrency} at once, against pg-boss, tuned: in batches`,
      'deliveries/s',
      ours,
      {
        name: 'pg-boss worker in batches',
        run: () => script('pg-boss-sender.ts', deliveries, concurrency, { BATCHED: 'yes' }),
      },
      undefined,
      3,
    );
    for (const hook of hooks) await hook.remove();
  }
  await subscribe(bench, `${sink.url}/ours`, 1);
  const [ours, alone]: [number[], number[]] = [[], []];
  await compare(
    `Accepted and delivered a second, fan-out 1, ${PUBLISHERS} connections, against a transaction for each event`,
    'events/s',
    { name: 'POST /api/v1/events', run: () => acceptAndDeliver('bin/oriki.cjs serve', ours) },
    {
      name: 'a transaction each',
      run: () => acceptAndDeliver('bench/support/publish-one-by-one.ts', alone),
    },
    3,
  );
  const seconds = (cpu: number[]): string => `${median(cpu).toFixed(1)} s`;
  result({
    what: 'CPU time of the process and of its sessions in PostgreSQL for 10,000 events accepted and delivered, fan-out 1',
    measured: seconds(ours),
    baseline: `${seconds(alone)} with a transaction for each`,
    figure: median(ours),
    unit: 's',
  });
} finally {
  await bench.close();
}
