import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './support/cpu.ts';
import { publishOver } from './support/publish.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { startSink, subscribe } from './support/webhooks.ts';

/**
 * Measures the memory, without PostgreSQL, of a process with both roles that accepts 10,000 events in a burst and
 * delivers them.
 */
const EVENTS = 10_000;
const PUBLISHERS = 128;
const BURSTS = 3;
const AFTERWARDS_MS = 60_000;
const data = { orderId: 'ord_2045', amount: 1_250_000, currency: 'NGN', note: 'x'.repeat(200) };

const bench = await openBench();
try {
  const sink = await startSink(bench);
  await subscribe(bench, `${sink.url}/ours`, 1);
  const { url, pid } = await bench.launch('bin/oriki.cjs serve', {
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_LOG_LEVEL: 'warn',
  });
  const before = await residentMb(pid);
  let peak = before;
  const looking = setInterval(
    () => void residentMb(pid).then((mb) => (peak = Math.max(peak, mb))),
    50,
  );
  const after: number[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    await publishOver(url, bench.key, data, EVENTS, PUBLISHERS);
    while ((await bench.owner.query('SELECT 1 FROM delivery_queue LIMIT 1')).rows.length > 0)
      await sleep(10);
    after.push(await residentMb(pid));
  }
  clearInterval(looking);
  await sleep(AFTERWARDS_MS);
  const { count } = await sink.stats();
  if (count !== BURSTS * EVENTS) throw new Error(`${count} of ${BURSTS * EVENTS} arrived`);
  const all = after.map((mb) => mb.toFixed(0)).join(', ');
  const later = await residentMb(pid);
  result({
    what: `Memory of a process ${AFTERWARDS_MS / 1000} s after ${BURSTS} bursts of ${EVENTS} events that it accepts and delivers`,
    measured:
      `${before.toFixed(0)} MB before, ${all} MB after each burst, ${peak.toFixed(0)} MB at the peak, ` +
      `${later.toFixed(0)} MB ${AFTERWARDS_MS / 1000} s later`,
    figure: later,
    unit: 'MB',
    atMost: 250,
  });
} finally {
  await bench.close();
}
