import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** One group of counters, in the words of rate-limiter-flexible. */
export type CounterGroup = {
  keyPrefix: string;
  points: number;
  /** Length of a window, in seconds. */
  duration: number;
};

/**
 * Counters that all processes share. What it returns rejects with an Error when the store cannot be asked, and with
 * the state of the counter when that is used up.
 */
export type SharedCounters = (group: CounterGroup) => RateLimiterAbstract;
