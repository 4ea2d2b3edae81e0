import { Gauge, type Registry } from 'prom-client';

/**
 * Says how much background work waits, over all processes.
 * @param read rows that wait, by work
 */
export function observeWaiting(
  registry: Registry,
  read: () => Promise<Record<string, number>>,
): void {
  const waiting: Gauge = new Gauge({
    name: 'oriki_background_waiting',
    aggregator: 'max',
    help: 'Rows that wait for background work, over all processes; 100000 stands for more, too',
    labelNames: ['work'],
    registers: [registry],
    // Without the database there is nothing to say; the other metrics still are.
    async collect() {
      waiting.reset();
      const counts = await read().catch(() => ({}));
      for (const [work, count] of Object.entries(counts)) waiting.set({ work }, count);
    },
  });
}
