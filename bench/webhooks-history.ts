import { copyStatement } from '../src/modules/exports/run/store.ts';
import { webhooksModule } from '../src/modules/webhooks/index.ts';
import * as store from '../src/modules/webhooks/deliveries/store.ts';
import { timedId } from '../test/support/list-rows.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures reading and deleting history among a million deliveries of 30 days, each with an attempt. Half of them
 * belong to one organization with ten subscriptions. It measures the lists of the API, exports and the clean-up. It
 * also measures the gain of an index in time order, and its cost for each delivery; the cost is why the index does not
 * exist.
 */
const ROWS = 1_000_000;
const DAYS = 30;
const BATCH = 1000;
const EACH = 10;

const bench = await openBench();
const { opened, owner } = bench;
const db = opened.db.read;
const ORG = 'org_0';
const PAGE = { page: 1, limit: 20, offset: 0 };

function ask(text: string, values: unknown[] = []) {
  return owner.query({ text, values, query_timeout: 600_000 } as never);
}

/** @returns seconds */
async function fill(rows: number, from = 0): Promise<number> {
  let took = 0;
  for (let at = from; at < from + rows; at += BATCH) {
    const began = performance.now();
    await ask(
      `INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at)
       SELECT CASE n % 2 WHEN 0 THEN '${ORG}' ELSE 'org_' || 1 + n % 97 END, ${timedId('delivery', `now() - make_interval(days => ${DAYS}) + n * make_interval(secs => ${(DAYS * 86_400) / ROWS})`)},
         'webhook_' || n / 2 % 10, 'event_' || lpad(to_hex(n / 20), 26, '0'), 'order.paid',
         now() - make_interval(days => ${DAYS}) + n * make_interval(secs => ${(DAYS * 86_400) / ROWS})
       FROM generate_series($1::int, $1::int + ${BATCH - 1}) AS n`,
      [at],
    );
    took += performance.now() - began;
  }
  return took / 1000;
}

async function time(work: () => Promise<unknown>, times = EACH): Promise<number> {
  const all: number[] = [];
  await work();
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    await work();
    all.push(performance.now() - began);
  }
  return median(all);
}

const day = {
  from: new Date(Date.now() - 11 * 86_400_000),
  to: new Date(Date.now() - 10 * 86_400_000),
};

async function list(filter: store.DeliveryFilter): Promise<void> {
  const { rows, total } = await store.selectDeliveries(db, ORG, 'webhook_3', filter, PAGE);
  if (rows.length === 0 || total < rows.length) throw new Error('nothing was found');
}

/** Runs the copy without returning anything to the client, as the export's thread would. */
function copy(range: { from?: Date; to?: Date }, limit: number): () => Promise<unknown> {
  const filter = { orgId: ORG, service: undefined, from: range.from, to: range.to };
  const selection = { source: webhooksModule.exports.webhooks.source, filter, after: null };
  const text = copyStatement(db, selection, 'CSV', limit);
  const query = /^COPY \((.*)\) TO STDOUT/s.exec(text)![1]!;
  return () => ask(`SELECT count(*) FROM (${query}) AS exported`);
}

const readings: [string, () => Promise<unknown>, number][] = [
  ['Newest page of one of ten subscriptions, with the total', () => list({}), 500],
  ['The same, those of one day', () => list(day), 500],
  [
    'The same, those of one event',
    () => list({ eventId: `event_${(12_345).toString(16).padStart(26, '0')}` }),
    20,
  ],
  ['Export of one day', copy(day, 100_000), 1000],
  ['Export of the first 100,000', copy({}, 100_000), 5000],
];

try {
  await ask(
    `INSERT INTO organizations (id, name, plan) SELECT 'org_' || n, 'Bench', 'pro' FROM generate_series(0, 97) AS n`,
  );
  const without = await fill(ROWS / 2);
  await ask('CREATE INDEX deliveries_by_time ON deliveries (org_id, created_at, id)');
  const withIndex = await fill(ROWS / 2, ROWS / 2);
  await ask(`INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms, status_code)
    SELECT org_id, id, 1, created_at, 5, 204 FROM deliveries`);
  await ask(`INSERT INTO events (org_id, id, type, body, created_at)
    SELECT org_id, event_id, 'order.paid', '{}', min(created_at) FROM deliveries GROUP BY org_id, event_id
    ORDER BY min(created_at)`);
  await ask('VACUUM ANALYZE deliveries, delivery_attempts, delivery_queue, events');
  const before: number[] = [];
  for (const [, work] of readings) before.push(await time(work));
  await ask('DROP INDEX deliveries_by_time');
  await ask('ANALYZE deliveries');
  for (const [i, [what, work, atMost]] of readings.entries()) {
    const ms = await time(work);
    result({
      what: `${what}, among ${ROWS} deliveries`,
      measured: `${ms.toFixed(1)} ms`,
      baseline: `${before[i]!.toFixed(1)} ms with an index of time`,
      figure: ms,
      unit: 'ms',
      atMost,
    });
  }
  // Removes the deliveries of the oldest day.
  const removal = await time(async () => {
    const removed = await store.deleteFinished(db, DAYS - 1, BATCH);
    if (removed !== BATCH) throw new Error(`${removed} were removed`);
  });
  result({
    what: `Removing ${BATCH} that are old enough, of 33,000`,
    measured: `${removal.toFixed(0)} ms`,
    figure: removal,
    unit: 'ms',
    atMost: 100,
  });
  for (let left = BATCH; left === BATCH;) left = await store.deleteFinished(db, DAYS - 1, BATCH);
  const eventRemoval = await time(async () => {
    const removed = await store.deleteEvents(db, DAYS - 1, BATCH);
    if (removed !== BATCH) throw new Error(`${removed} were removed`);
  });
  result({
    what: `Removing ${BATCH} events of which all deliveries are gone`,
    measured: `${eventRemoval.toFixed(0)} ms`,
    figure: eventRemoval,
    unit: 'ms',
    atMost: 100,
  });
  result({
    what: `Inserting ${ROWS / 2} deliveries, ${BATCH} at a time`,
    measured: `${without.toFixed(1)} s`,
    baseline: `${withIndex.toFixed(1)} s with an index of time`,
    figure: without / withIndex,
  });
} finally {
  await bench.close();
}
