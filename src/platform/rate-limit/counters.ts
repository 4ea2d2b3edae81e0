import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** Returns the URLs in `ORIKI_VALKEY_URL`: one of a server, or several of a cluster's nodes. */
export function valkeyUrls(text: string): string[] {
  return text.split(/,(?=rediss?:\/\/)/);
}

/** One group of counters, in rate-limiter-flexible's terms. */
export type CounterGroup = {
  keyPrefix: string;
  points: number;
  /** Length of a window, in seconds. */
  duration: number;
};

export type SharedCounter = Pick<RateLimiterAbstract, 'consume' | 'get'>;

/**
 * Counters that all processes share. A counter rejects with an Error when the store does not answer, and with its state
 * when it is used up.
 */
export type SharedCounters = (group: CounterGroup) => SharedCounter;
