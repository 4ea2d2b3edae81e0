/** The result of a run, as numbers. */
export type Report = Record<string, number>;

type Run = {
  /** Aborts when the process stops or the job's lease is lost. Long work must then stop. */
  signal: AbortSignal;
  /** The index of the run among the concurrent ones of this process, from 0. */
  index: number;
  /** Delays the next run by at least this many milliseconds. */
  restMs: (ms: number) => void;
};

/**
 * A piece of background work, declared once. The worker runs it, `oriki jobs` shows and runs it, and its metrics and
 * its line in docs/background-work.md are generated from here.
 * @typeParam Services the services that a run uses
 */
export type Job<Services> = {
  /** The name in `oriki jobs`, in the table `jobs`, and in the label `name` of its metrics. */
  name: string;
  /** One sentence about the work. */
  does: string;
  /** One sentence about the effect while no process runs it. */
  whenStopped: string;
  everyMs: number;
  /** The notification channel that starts a run before its period is over. */
  trigger?: string;
  /**
   * Handles a notification instead of a run.
   * @param payload undefined after a reconnect, when notifications may have been missed
   */
  notified?: (services: Services, payload: string | undefined) => void;
  /** True for work on shared data. Other jobs run in each bucket separately. */
  isShared?: true;
  /**
   * `job`: one process at a time runs it, under the lease of its row in `jobs`. `rows`: each run locks or leases its
   * rows, so any number of processes can run it at once.
   */
  lock: 'job' | `rows of ${string}` | 'chain of an organization';
  /** The number of concurrent runs in a process; one by default. With 0 the job runs only at an operator's request. */
  runners?: (services: Services) => number;
  run: (services: Services, run: Run) => Promise<Report | void>;
};

/**
 * Repeats work that takes up to `size` rows at a time until it finds fewer, or the signal aborts.
 * @param take returns the number of rows that it took
 * @returns the total number
 */
export async function drain(
  size: number,
  signal: AbortSignal | undefined,
  take: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let taken = size; taken === size; total += taken) taken = signal?.aborted ? 0 : await take();
  return total;
}
