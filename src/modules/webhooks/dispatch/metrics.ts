import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { ofRegistry } from '../../../platform/observability/metrics.ts';

export type DispatchMetrics = {
  attempt: (outcome: string) => void;
  delivered: (seconds: number) => void;
};

/** Values that are read when metrics are collected. */
type Read = { inFlight: () => number; queueAgeSeconds: () => Promise<number> };

/** @param read reads the values of one bucket; those of all buckets are summed */
export function createDispatchMetrics(registry: Registry, read: Read): DispatchMetrics {
  const { reads, ...metrics } = metricsOf(registry);
  reads.push(read);
  return metrics;
}

const metricsOf = ofRegistry((registry): DispatchMetrics & { reads: Read[] } => {
  const registers = [registry];
  const reads: Read[] = [];
  const attempts = new Counter({
    name: 'oriki_webhook_attempts_total',
    help: 'Webhook requests by outcome: success, the class of the status (3xx, 4xx, 5xx), or the reason for no answer',
    labelNames: ['outcome'],
    registers,
  });
  // The series begin at 0, because alerts notice growth and not a first appearance.
  for (const outcome of ['success', 'dns', 'connect', 'tls']) attempts.inc({ outcome }, 0);
  const delivery = new Histogram({
    name: 'oriki_webhook_delivery_seconds',
    help: 'Time from the publication of an event to the answer that accepted it',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 600, 3600, 36_000],
    registers,
  });
  const inFlight: Gauge = new Gauge({
    name: 'oriki_webhook_requests_in_flight',
    help: 'Webhook requests in progress in this process',
    registers,
    collect: () => inFlight.set(reads.reduce((sum, read) => sum + read.inFlight(), 0)),
  });
  const queueAge: Gauge = new Gauge({
    name: 'oriki_webhook_queue_age_seconds',
    aggregator: 'max',
    help: 'Time since the longest waiting delivery to an active webhook became due, over all processes',
    registers,
    // Without a database this metric has no value; the others still do.
    collect: async () => {
      const asked = await Promise.allSettled(reads.map((read) => read.queueAgeSeconds()));
      const ages = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
      queueAge.set(ages.length === 0 ? Number.NaN : Math.max(...ages));
    },
  });
  return {
    reads,
    attempt: (outcome) => attempts.inc({ outcome }),
    delivered: (seconds) => delivery.observe(seconds),
  };
});
