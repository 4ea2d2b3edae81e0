import { Counter, type Registry } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clock } from '../clock.ts';
import { deriveKey, hmac } from '../crypto/seal.ts';
import type { SharedCounter, SharedCounters } from './counters.ts';

export type Limit = { points: number; windowSeconds: number };

/** The state of one counter after a request was counted, or only checked. */
export type RateLimitState = {
  allowed: boolean;
  group: string;
  points: number;
  windowSeconds: number;
  remaining: number;
  /** Whole seconds, rounded up, until the window ends; a request after that succeeds. */
  resetSeconds: number;
};

export type RateLimiterOptions = {
  /** Undefined turns every limit off. */
  limits: Record<string, Limit> | undefined;
  /** Counters that all processes share; undefined to count in this process. */
  shared: SharedCounters | undefined;
  /** The server secret: an HMAC under a key derived from it names each shared counter. */
  secret: string;
  registry: Registry;
};

/** The maximum number of counters that are remembered as used up. */
const MAX_USED_UP = 10_000;

/** The number of HMAC bytes in a counter's name. */
const NAME_BYTES = 16;
/** The maximum number of names of shared counters that are remembered. */
const MAX_NAMES = 10_000;

type Group = {
  limit: Limit;
  /** Counts in this process. */
  own: SharedCounter;
  shared: SharedCounter | undefined;
};

/**
 * Counts requests per group and subject in a window that starts with the first request. If the shared counters do not
 * answer, it counts in this process, so a failing store does not make the API unavailable.
 */
export class RateLimiter {
  readonly #groups = new Map<string, Group>();
  readonly #enabled: boolean;
  readonly #nameKey: Buffer;
  readonly #names = new Map<string, string>();
  /** Used-up shared counters that need no query, with the monotonic time until which they are used up. */
  readonly #usedUp = new Map<string, number>();
  readonly #countedAlone: Counter;

  constructor({ limits, shared, secret, registry }: RateLimiterOptions) {
    this.#enabled = limits !== undefined;
    this.#nameKey = deriveKey(secret, '', 'oriki rate-limit counters v1');
    this.#countedAlone = new Counter({
      name: 'oriki_rate_limit_counted_alone_total',
      help: 'Requests counted in this process because the shared counters did not answer',
      registers: [registry],
    });
    for (const [group, limit] of Object.entries(limits ?? {})) {
      const common = { keyPrefix: group, points: limit.points, duration: limit.windowSeconds };
      this.#groups.set(group, {
        limit,
        own: new RateLimiterMemory(common),
        shared: shared?.(common),
      });
    }
  }

  /** Forgets the used-up counters, because the database of the shared counters may have lost its counts. */
  forget(): void {
    this.#usedUp.clear();
  }

  /** True if a policy may name this group. */
  knows(group: string): boolean {
    return !this.#enabled || this.#groups.has(group);
  }

  /**
   * Counts one request. Undefined when limits are off.
   * @param points of this subject, if it has less than the group
   */
  async consume(
    group: string,
    subject: string,
    points?: number,
  ): Promise<RateLimitState | undefined> {
    const found = this.#groups.get(group);
    if (!found) return undefined;
    const state = await this.#consume(found, group, subject);
    return points === undefined ? state : narrowed(state, points);
  }

  async #consume(found: Group, group: string, subject: string): Promise<RateLimitState> {
    try {
      const counted = await this.#ask(found, group, subject, async (limiter, key) => {
        if (limiter === found.own) return limiter.consume(key);
        this.#refuseUsedUp(group + key);
        return limiter.consume(key).catch((error: unknown) => {
          if (error instanceof RateLimiterRes) this.#noteUsedUp(group + key, found, error);
          throw error;
        });
      });
      return toState(group, found.limit, counted, true);
    } catch (error) {
      if (error instanceof RateLimiterRes) return toState(group, found.limit, error, false);
      throw error;
    }
  }

  /** Returns the counter's state, without counting. */
  async peek(group: string, subject: string, points?: number): Promise<RateLimitState | undefined> {
    const found = this.#groups.get(group);
    if (!found) return undefined;
    const state = await this.#peek(found, group, subject);
    return points === undefined ? state : narrowed(state, points, 1);
  }

  async #peek(found: Group, group: string, subject: string): Promise<RateLimitState> {
    const state = await this.#ask(found, group, subject, (limiter, key) => limiter.get(key));
    if (!state) {
      const { points, windowSeconds } = found.limit;
      return {
        allowed: true,
        group,
        points,
        windowSeconds,
        remaining: points,
        resetSeconds: windowSeconds,
      };
    }
    return toState(group, found.limit, state, state.consumedPoints < found.limit.points);
  }

  /** Asks the shared counters if there are any, otherwise this process's. */
  async #ask<T>(
    { shared, own }: Group,
    group: string,
    subject: string,
    question: (limiter: SharedCounter, key: string) => Promise<T>,
  ): Promise<T> {
    if (shared)
      try {
        return plausible(await question(shared, this.#nameOf(group, subject)));
      } catch (error) {
        if (error instanceof RateLimiterRes && isPlausible(error)) throw error;
        this.#countedAlone.inc();
      }
    return question(own, subject);
  }

  /** @throws RateLimiterRes when the counter is known to be used up */
  #refuseUsedUp(key: string): void {
    const leftMs = (this.#usedUp.get(key) ?? 0) - clock.monotonicMs();
    if (leftMs > 0) throw new RateLimiterRes(0, leftMs, Infinity);
    this.#usedUp.delete(key);
  }

  /** Remembers how long a counter is used up; at most its window, whatever the store answers. */
  #noteUsedUp(key: string, { limit }: Group, state: RateLimiterRes): void {
    if (!isPlausible(state)) return;
    if (this.#usedUp.size >= MAX_USED_UP) this.#usedUp.clear();
    const leftMs = Math.min(state.msBeforeNext, limit.windowSeconds * 1000);
    this.#usedUp.set(key, clock.monotonicMs() + leftMs);
  }

  /**
   * Returns a keyed name for a counter: subjects can be addresses of persons, and installations that share a store must
   * not share counters.
   */
  #nameOf(group: string, subject: string): string {
    const counter = `${group} ${subject}`;
    let name = this.#names.get(counter);
    if (name === undefined) {
      name = hmac(this.#nameKey, group, subject).subarray(0, NAME_BYTES).toString('base64url');
      if (this.#names.size >= MAX_NAMES) this.#names.clear();
      this.#names.set(counter, name);
    }
    return name;
  }
}

/**
 * Returns false for an impossible state. A store may answer with another program's value under the key, or with a
 * proxy's text.
 */
function isPlausible({ consumedPoints, msBeforeNext }: RateLimiterRes): boolean {
  return consumedPoints >= 1 && Number.isFinite(msBeforeNext) && msBeforeNext >= 0;
}

/** @throws for an impossible counter state */
function plausible<T>(answer: T): T {
  if (answer instanceof RateLimiterRes && !isPlausible(answer))
    throw new Error('the shared counters answered with an invalid count');
  return answer;
}

/**
 * Returns the state of a counter for a subject with fewer points than its group.
 * @param next requests that are still to be counted
 */
function narrowed(state: RateLimitState, points: number, next = 0): RateLimitState {
  if (points >= state.points) return state;
  const counted = state.points - state.remaining + (state.allowed ? 0 : 1);
  const allowed = state.allowed && counted + next <= points;
  return { ...state, allowed, points, remaining: Math.max(0, points - counted) };
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
    // In memory, a timer ends each window, but the reported end uses a clock that may have been set back.
    resetSeconds: Math.min(limit.windowSeconds, Math.max(1, Math.ceil(result.msBeforeNext / 1000))),
  };
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers (structured fields). */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'ratelimit-policy': `"${state.group}";q=${state.points};w=${state.windowSeconds}`,
    ratelimit: `"${state.group}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
