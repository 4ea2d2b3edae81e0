import { AggregatorRegistry } from 'prom-client';
import type { Measured } from './messages.ts';

/** Metrics that are reported as the highest value of all processes, instead of the sum. */
const OF_ONE =
  /^(process_start_time_seconds|process_(open|max)_fds|nodejs_eventloop_lag(_max|_mean|_stddev|_p\d+)?_seconds)$/;

function sum(measured: Measured[]) {
  return AggregatorRegistry.aggregate(measured);
}

/**
 * Sums the metrics of several processes. Counters of an ended process stay in the sums, because Prometheus reads a
 * decrease of a counter as a restart from zero.
 */
export class SummedMetrics {
  /** The last metrics of each running process. */
  readonly #last = new Map<number, Measured>();
  #ofEnded: Promise<Measured> = Promise.resolve([]);

  /** @param process a number that is unique for each started process */
  note(process: number, measured: Measured): void {
    for (const metric of measured) if (OF_ONE.test(metric.name)) metric.aggregator = 'max';
    this.#last.set(process, measured);
  }

  ended(process: number): void {
    const counted = (this.#last.get(process) ?? []).filter(({ type }) =>
      ['counter', 'histogram'].includes(String(type)),
    );
    this.#last.delete(process);
    this.#ofEnded = this.#ofEnded.then((before) => sum([before, counted]).getMetricsAsJSON());
  }

  /** Returns the sums in Prometheus' text format. */
  async text(): Promise<string> {
    return sum([await this.#ofEnded, ...this.#last.values()]).metrics();
  }
}
