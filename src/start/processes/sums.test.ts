import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { SummedMetrics } from './sums.ts';

function registryOf(requests: number, age: number, lag: number) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests_total', help: 'r', labelNames: ['role'], registers }).inc(
    { role: 'api' },
    requests,
  );
  const seconds = new Histogram({ name: 'seconds', help: 's', buckets: [1], registers });
  for (let i = 0; i < requests; i += 1) seconds.observe(0.5);
  new Gauge({ name: 'open', help: 'o', registers }).set(requests);
  new Gauge({ name: 'age_seconds', help: 'a', aggregator: 'max', registers }).set(age);
  const name = 'nodejs_eventloop_lag_p99_seconds';
  new Gauge({ name, help: 'l', aggregator: 'average', registers }).set(lag);
  const started = { name: 'process_start_time_seconds', help: 'p', registers };
  new Gauge({ ...started, aggregator: 'omit' }).set(1000 + lag);
  return registry.getMetricsAsJSON();
}

test('metrics of several processes are summed; for facts, lags and start times, the highest is used', async () => {
  const sums = new SummedMetrics();
  sums.note(1, await registryOf(3, 60, 0.1));
  sums.note(2, await registryOf(4, 50, 0.9));
  const text = await sums.text();
  for (const line of [
    'requests_total{role="api"} 7',
    'seconds_count 7',
    'seconds_bucket{le="1"} 7',
    'open 7',
    'age_seconds 60',
    'nodejs_eventloop_lag_p99_seconds 0.9',
    'process_start_time_seconds 1000.9',
  ])
    expect(text.split('\n')).toContain(line);
});

test('counters of a process are kept when it ends, and its gauges are not', async () => {
  const sums = new SummedMetrics();
  sums.note(1, await registryOf(3, 60, 0));
  sums.note(2, await registryOf(4, 50, 0));
  sums.note(3, await registryOf(5, 40, 0));
  sums.ended(1);
  sums.ended(2);
  sums.ended(4);
  sums.note(5, await registryOf(1, 0, 0));
  const lines = (await sums.text()).split('\n');
  expect(lines).toContain('requests_total{role="api"} 13');
  expect(lines).toContain('seconds_sum 6.5');
  expect(lines).toContain('open 6');
  expect(lines).toContain('age_seconds 40');
});
