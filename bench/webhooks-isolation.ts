import { setTimeout as sleep } from 'node:timers/promises';
import { publishEvent } from '../test/support/publish-event.ts';
import { createOrganization } from '../src/modules/tenants/index.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { startSink, subscribe, type Sink } from './support/webhooks.ts';

/**
 * Measures the effect of one endpoint that never answers and has 100,000 pending deliveries on other endpoints. The
 * figure is the p95 from commit to receiver of 20 healthy endpoints at 50 events per second, without and with that
 * endpoint, in alternating rounds.
 */
const BACKLOG = 100_000;
const HEALTHY = 20;
const PER_SECOND = 50;
const SECONDS = 6;
const ROUNDS = 5;
const DATA = { orderId: 'ord_2045' };

const bench = await openBench();
const { opened, orgId } = bench;

async function p95(sink: Sink): Promise<number> {
  await sink.forget(true);
  const committed = new Map<string, bigint>();
  const began = performance.now();
  for (let i = 0; i < PER_SECOND * SECONDS; i++) {
    await sleep(Math.max(0, began + (i * 1000) / PER_SECOND - performance.now()));
    void opened.db
      .transaction((tx) => publishEvent(tx, orgId, { type: `healthy.h${i % HEALTHY}`, data: DATA }))
      .then(({ id }) => committed.set(id, process.hrtime.bigint()));
  }
  await sleep(1000);
  const latencies = (await sink.arrivals())
    .filter(([path]) => path.startsWith('/healthy'))
    .map(([, id, at]) => Number(at - committed.get(id)!) / 1e6)
    .toSorted((a, b) => a - b);
  if (latencies.length !== PER_SECOND * SECONDS) throw new Error(`${latencies.length} arrived`);
  return latencies[Math.floor(latencies.length * 0.95)]!;
}

async function setHanging(hook: string, owner: string, active: boolean): Promise<void> {
  await opened.db.pool.query(
    'UPDATE webhooks SET active = $3, version = version + 1 WHERE org_id = $1 AND id = $2',
    [owner, hook, active],
  );
  await sleep(1500);
}

try {
  const sink = await startSink(bench);
  const hanging = await opened.db.transaction((tx) =>
    createOrganization(tx, { name: 'Hanging', plan: 'free', addons: [] }),
  );
  const [hook] = await subscribe(bench, `${sink.url}/hang`, 1, ['*'], hanging.id);
  for (let i = 0; i < HEALTHY; i++)
    await subscribe(bench, `${sink.url}/healthy`, 1, [`healthy.h${i}`]);
  for (let done = 0; done < BACKLOG; done += 1000)
    await opened.db.transaction(async (tx) => {
      for (let i = 0; i < 1000; i++)
        await publishEvent(tx, hanging.id, { type: 'order.paid', data: DATA });
    });
  await setHanging(hook!.id, hanging.id, false);
  await bench.start('bin/oriki.cjs serve', { ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await p95(sink);
  const pairs: [number, number][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const alone = await p95(sink);
    await setHanging(hook!.id, hanging.id, true);
    const beside = await p95(sink);
    await setHanging(hook!.id, hanging.id, false);
    pairs.push([beside, alone]);
  }
  const { rows } = await opened.db.pool.query<{ count: number }>(
    'SELECT count(*) AS count FROM delivery_queue WHERE org_id = $1',
    [hanging.id],
  );
  const change = median(pairs.map(([beside, alone]) => beside / alone)) - 1;
  result({
    what: `p95 of ${HEALTHY} healthy endpoints, one other hanging with ${rows[0]!.count} pending`,
    measured: `${median(pairs.map(([b]) => b)).toFixed(1)} ms`,
    baseline: `${median(pairs.map(([, a]) => a)).toFixed(1)} ms alone`,
    figure: change * 100,
    unit: '%',
    atMost: 20,
  });
} finally {
  await bench.close();
}
