import { AggregatorRegistry } from 'prom-client';
import type { Measured } from './messages.ts';

/** The metrics of which the highest of all processes is of use, and neither the sum nor the mean. */
const OF_ONE =
  /^(process_start_time_seconds|process_(open|max)_fds|nodejs_eventloop_lag(_max|_mean|_stddev|_p\d+)?_seconds)$/;

function sum(measured: Measured[]) {
  return AggregatorRegistry.aggregate(measured);
}

/**
 * The metrics of several processes as if they were one. What a process has counted stays counted when it ends, because
 * whoever reads a counter that goes down takes all of it for new.
 */
export class SummedMetrics {
  /** The last of each process that runs. */
  readonly #last = new Map<number, Measured>();
  #ofEnded: Promise<Measured> = Promise.resolve([]);

  /** @param process a number of its own for each that is started */
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

  /** The sums in Prometheus' text format. */
  async text(): Promise<string> {
    return sum([await this.#ofEnded, ...this.#last.values()]).metrics();
  }
}
