import { setTimeout as sleep } from 'node:timers/promises';
import { publishEvent } from '../test/support/publish-event.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { startSink, subscribe } from './support/webhooks.ts';

/**
 * Measures the time from the publisher's commit to the request at the receiver, at 50 events per second. The publisher
 * writes to the outbox in one process, the dispatcher runs in another, and the receiver in a third. All read the
 * machine's monotonic clock. Convoy publishes 124 ms (p95) at this rate.
 */
const PER_SECOND = 50;
const EVENTS = 1500;
const WARM_UP = 200;
const data = { orderId: 'ord_2045', amount: 1_250_000, currency: 'NGN', note: 'x'.repeat(200) };

const bench = await openBench();
try {
  const sink = await startSink(bench);
  await subscribe(bench, `${sink.url}/ours`, 1);
  await bench.start('bin/oriki.cjs serve', { ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await sink.forget(true);
  const committed = new Map<string, bigint>();
  const began = performance.now();
  for (let i = 0; i < EVENTS; i++) {
    await sleep(Math.max(0, began + (i * 1000) / PER_SECOND - performance.now()));
    // Each event is published as in a separate request. It is not awaited, so a slow commit does not slow the rate.
    void bench.opened.db
      .transaction((tx) => publishEvent(tx, bench.orgId, { type: 'order.paid', data }))
      .then(({ id }) => committed.set(id, process.hrtime.bigint()));
  }
  await sleep(1000);
  const arrivals = await sink.arrivals();
  if (arrivals.length !== EVENTS) throw new Error(`${arrivals.length} of ${EVENTS} arrived`);
  const latencies = arrivals
    .slice(WARM_UP)
    .map(([, id, at]) => Number(at - committed.get(id)!) / 1e6)
    .toSorted((a, b) => a - b);
  const p95 = latencies[Math.floor(latencies.length * 0.95)]!;
  const middle = median(latencies);
  const what = `From commit to the receiver at ${PER_SECOND} events/s, ${latencies.length} events`;
  result({
    what: `${what}, median`,
    measured: `${middle.toFixed(1)} ms`,
    figure: middle,
    unit: 'ms',
    atMost: 25,
  });
  result({
    what: `${what}, p95`,
    measured: `${p95.toFixed(1)} ms`,
    baseline: 'Convoy, published: 124 ms',
    figure: p95,
    unit: 'ms',
    atMost: 100,
  });
} finally {
  await bench.close();
}
