import { Database } from '../src/platform/db/database.ts';
import * as dispatch from '../src/modules/webhooks/dispatch/store.ts';
import { DISPATCHER_PLANS } from '../src/start/worker.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { subscribe } from './support/webhooks.ts';

/**
 * Measures the dispatcher's two queries (queues with due deliveries; due deliveries of a queue) with 1,000 and with
 * 1,000,000 pending deliveries over the same 100 subscriptions.
 */
const QUEUES = 100;
const SIZES = [1000, 1_000_000];
const REPEATS = 200;
/** The number of deliveries of each queue in the smaller case. */
const LIMIT = 10;

const bench = await openBench();
const { opened } = bench;
const db = new Database({
  connection: { ...opened.connection, options: DISPATCHER_PLANS },
  poolSize: 1,
  statementTimeoutMs: 600_000,
  onIdleError: () => {},
});

async function fill(rows: number): Promise<void> {
  await bench.owner.query('TRUNCATE delivery_queue');
  await bench.owner.query({
    text: `INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id, due_at)
      SELECT org_id, webhook_id, 'delivery_' || lpad(i::text, 26, '0'), 'event', now() - make_interval(secs => i / 1000.0)
      FROM generate_series(1, $1::int) i JOIN (
        SELECT org_id, webhook_id, row_number() OVER (ORDER BY webhook_id) - 1 AS n FROM webhook_lanes) l
        ON l.n = i % ${QUEUES}`,
    values: [rows],
    query_timeout: 600_000,
  } as never);
  await bench.owner.query('VACUUM ANALYZE delivery_queue');
}

async function time(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return median(times);
}

try {
  await subscribe(bench, 'https://example.com/hook', QUEUES);
  const look: number[] = [];
  const read: number[] = [];
  for (const rows of SIZES) {
    await fill(rows);
    const { queues } = await dispatch.selectDueQueues(db.read, 'bench', [], QUEUES);
    const [queue] = await dispatch.leaseQueues(
      db.read,
      'bench',
      [],
      600_000,
      100,
      queues.slice(0, 1),
    );
    if (queues.length !== QUEUES || !queue) throw new Error('not all queues are due');
    look.push(await time(() => dispatch.selectDueQueues(db.read, 'bench', [], QUEUES)));
    read.push(
      await time(() =>
        dispatch.selectDue(db.read, [{ ...queue, limit: LIMIT, after: undefined }], [], 15_000),
      ),
    );
    await dispatch.renewLeases(db.read, 'bench', 0, 100, [queue]);
  }
  for (const [name, [few, many]] of [
    [`Look for due queues among ${QUEUES}`, look],
    [`Read ${LIMIT} due deliveries of one queue`, read],
  ] as const)
    result({
      what: `${name}, with 1,000,000 deliveries pending`,
      measured: `${many!.toFixed(2)} ms`,
      baseline: `${few!.toFixed(2)} ms with 1,000`,
      figure: many! / few!,
    });
} finally {
  await db.close();
  await bench.close();
}
