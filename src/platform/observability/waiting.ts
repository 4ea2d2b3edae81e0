import { Gauge, type Registry } from 'prom-client';

/**
 * Adds metrics of waiting background work, over all processes.
 * @param read counts the waiting rows, by kind of work
 */
export function observeWaiting(
  registry: Registry,
  read: () => Promise<Record<string, number>>,
): void {
  const waiting: Gauge = new Gauge({
    name: 'oriki_background_waiting',
    aggregator: 'max',
    help: 'Rows that wait for background work, over all processes; 100000 means at least 100000',
    labelNames: ['work'],
    registers: [registry],
    // Without a database this metric has no value; the others still do.
    async collect() {
      waiting.reset();
      const counts = await read().catch(() => ({}));
      for (const [work, count] of Object.entries(counts)) waiting.set({ work }, count);
    },
  });
}
