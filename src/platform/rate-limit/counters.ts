import { RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';

/** One group of counters, in the words of rate-limiter-flexible. */
export type CounterGroup = {
  keyPrefix: string;
  points: number;
  /** Length of a window, in seconds. */
  duration: number;
  /** A counter that has come so far is answered from memory until its window ends. */
  inMemoryBlockOnConsumed: number;
};

/**
 * Counters that all processes share. What it returns rejects with an Error when the store cannot be asked, and with
 * the state of the counter when that is used up.
 */
export type SharedCounters = (group: CounterGroup) => RateLimiterAbstract;

/** In an unlogged table: a crash of PostgreSQL empties it. */
export const postgresCounters =
  (pool: Pick<Database, 'query'>): SharedCounters =>
  (group) =>
    new RateLimiterPostgres({
      ...group,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });
