import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../observability/logger.ts';
import type { CounterGroup, SharedCounters } from './counters.ts';

const KEY_PREFIX = 'oriki:rate-limit';

/** A connection that is not ready after this time is replaced. */
export const CONNECT_MS = 5000;
/** A start waits this long for a connection, and then continues without one. */
export const START_MS = 1000;

export const AWAY = 'Valkey does not answer: each process counts rate limits by itself';
export const BACK = 'Valkey answers again: processes share rate limits';

export type Log = Pick<Logger, 'info' | 'warn'>;
export type Sdk = typeof import('@redis/client');

/** The options of every connection. */
export const CONNECTION = {
  name: 'oriki',
  disableClientInfo: true,
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  // `Guard` limits the wait.
  commandOptions: { timeout: 0 },
  socket: { connectTimeout: CONNECT_MS, reconnectStrategy: 500 },
} as const;

/** The commands of a counter; each rejects with the reason that the server is unavailable. */
export type Questions = {
  count: (key: string, script: string, args: string[]) => Promise<unknown>;
  /** Value and milliseconds until the end. */
  look: (key: string) => Promise<unknown>;
};

/** Counters of a server with the protocol of Redis. */
export function redisCounters({ count, look }: Questions): SharedCounters {
  return (group: CounterGroup) =>
    new RateLimiterRedis({
      ...group,
      keyPrefix: `${KEY_PREFIX}:${group.keyPrefix}`,
      useRedisPackage: true,
      storeClient: {
        eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
          count(options.keys[0]!, script, options.arguments),
        multi: () => ({ get: (key: string) => ({ pTTL: () => ({ exec: () => look(key) }) }) }),
      },
    });
}
