import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../observability/logger.ts';
import type { CounterGroup, SharedCounters } from './counters.ts';

const KEY_PREFIX = 'oriki:rate-limit';

/** A connection that is not ready after so long is given up for a new one. */
export const CONNECT_MS = 5000;
/** A start waits so long for a connection, and goes on without. */
export const START_MS = 1000;

export const AWAY = 'Valkey cannot be asked: each process counts rate limits for itself';
export const BACK = 'Valkey answers: rate limits are counted together again';

export type Log = Pick<Logger, 'info' | 'warn'>;
export type Sdk = typeof import('@redis/client');

/** The options of every connection. */
export const CONNECTION = {
  name: 'oriki',
  disableClientInfo: true,
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  // `Guard` bounds the waiting.
  commandOptions: { timeout: 0 },
  socket: { connectTimeout: CONNECT_MS, reconnectStrategy: 500 },
} as const;

/** The questions of a counter; each rejects with why nobody can be asked. */
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
