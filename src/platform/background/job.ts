/** The result of a run, in numbers, for whoever asked for it. */
export type Report = Record<string, number>;

type Run = {
  /** Aborts when the process stops, or the job's lease was lost: long work leaves off then. */
  signal: AbortSignal;
  /** The number of the run among those that this process makes at once, from 0. */
  index: number;
  /** Lets the next run begin so many milliseconds after this one at the earliest. */
  restMs: (ms: number) => void;
};

/**
 * A piece of background work, declared once: the worker runs it, `oriki jobs` shows and runs it, and its metrics and
 * its line in docs/background-work.md come from here.
 * @typeParam Services what a run needs of the process
 */
export type Job<Services> = {
  /** Names it in `oriki jobs`, in the table `jobs`, and as the label `name` of its metrics. */
  name: string;
  /** One sentence. */
  does: string;
  /** One sentence: what happens while no process runs it. */
  whenStopped: string;
  everyMs: number;
  /** The notification channel on which it is told to run before its period is over. */
  trigger?: string;
  /**
   * Handles a notification in place of a run.
   * @param payload undefined after a reconnect, when notifications may have been missed
   */
  notified?: (services: Services, payload: string | undefined) => void;
  /** Belongs to what all organizations share. Others are run in each bucket by itself. */
  isShared?: true;
  /**
   * `job`: one process at a time runs it, under the lease of its row in `jobs`. Otherwise the rows that each run locks
   * or leases one by one, so that any number of processes run it at once.
   */
  lock: 'job' | `rows of ${string}` | 'chain of an organization';
  /** Runs that a process makes at once; without it one. With 0 it runs only when an operator has it run. */
  runners?: (services: Services) => number;
  run: (services: Services, run: Run) => Promise<Report | void>;
};
