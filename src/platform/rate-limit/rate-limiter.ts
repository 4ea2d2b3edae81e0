import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';

export type Limit = { points: number; windowSeconds: number };

/** The state of one counter after a request was counted (or only looked at). */
export type RateLimitState = {
  allowed: boolean;
  group: string;
  points: number;
  windowSeconds: number;
  remaining: number;
  /** Whole seconds, rounded up, until the window ends: a request after that succeeds. */
  resetSeconds: number;
};

export type RateLimiterOptions = {
  /** Undefined switches every limit off. */
  limits: Record<string, Limit> | undefined;
  /** Where the counters live: in this process, or in PostgreSQL for all processes together. */
  store: { type: 'memory' } | { type: 'postgres'; pool: Pick<Database, 'query'> };
};

/**
 * Counts requests per group and subject in a window that starts with the first request. With the
 * PostgreSQL store an outage falls back to counting in this process: a limiter must not take the API
 * down with it.
 */
export class RateLimiter {
  readonly #limiters = new Map<string, { limit: Limit; limiter: RateLimiterAbstract }>();
  readonly #enabled: boolean;

  constructor(options: RateLimiterOptions) {
    this.#enabled = options.limits !== undefined;
    for (const [group, limit] of Object.entries(options.limits ?? {})) {
      const common = { keyPrefix: group, points: limit.points, duration: limit.windowSeconds };
      const limiter =
        options.store.type === 'memory'
          ? new RateLimiterMemory(common)
          : new RateLimiterPostgres({
              ...common,
              storeClient: options.store.pool,
              storeType: 'pool',
              tableName: 'rate_limits',
              tableCreated: true,
              clearExpiredByTimeout: true,
              // A key over its limit is answered from memory until its window ends.
              inMemoryBlockOnConsumed: limit.points + 1,
              insuranceLimiter: new RateLimiterMemory(common),
            });
      this.#limiters.set(group, { limit, limiter });
    }
  }

  /** Whether a policy may name this group. */
  knows(group: string): boolean {
    return !this.#enabled || this.#limiters.has(group);
  }

  /** Counts one request. Undefined when limits are off. */
  async consume(group: string, subject: string): Promise<RateLimitState | undefined> {
    const entry = this.#limiters.get(group);
    if (!entry) return undefined;
    try {
      return toState(group, entry.limit, await entry.limiter.consume(subject), true);
    } catch (error) {
      if (error instanceof RateLimiterRes) return toState(group, entry.limit, error, false);
      throw error;
    }
  }

  /** The counter as it stands, without counting. */
  async peek(group: string, subject: string): Promise<RateLimitState | undefined> {
    const entry = this.#limiters.get(group);
    if (!entry) return undefined;
    const state = await entry.limiter.get(subject);
    if (!state) {
      const { points, windowSeconds } = entry.limit;
      return {
        allowed: true,
        group,
        points,
        windowSeconds,
        remaining: points,
        resetSeconds: windowSeconds,
      };
    }
    return toState(group, entry.limit, state, state.consumedPoints < entry.limit.points);
  }
}

function toState(
  group: string,
  limit: Limit,
  result: RateLimiterRes,
  allowed: boolean,
): RateLimitState {
  return {
    allowed,
    group,
    points: limit.points,
    windowSeconds: limit.windowSeconds,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers (structured fields). */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'ratelimit-policy': `"${state.group}";q=${state.points};w=${state.windowSeconds}`,
    ratelimit: `"${state.group}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
