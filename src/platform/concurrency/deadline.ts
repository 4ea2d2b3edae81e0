/** The time limit of a request for its statements, and for locks that its statements wait for. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { clock } from '../clock.ts';
import { ApiError } from '../errors/index.ts';

const RETRY_AFTER_SECONDS = 1;

/** Returns the answer to a request whose statements took too long. */
export function tookTooLong(cause?: unknown): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'the request reached its time limit; retry', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: cause ?? new Error('the deadline of the request has passed'),
  });
}

export class Deadline {
  #endsMs: number;
  #pauses = 0;
  #pausedAtMs = 0;

  constructor(limitMs: number) {
    this.#endsMs = clock.monotonicMs() + limitMs;
  }

  /** The end as it is known now, on the monotonic clock. */
  get endsMs(): number {
    return this.#pauses > 0 ? Infinity : this.#endsMs;
  }

  get hasPassed(): boolean {
    return clock.monotonicMs() >= this.endsMs;
  }

  /** Runs work with a separate limit. Its time does not count. */
  async pauseFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.#pauses === 0) this.#pausedAtMs = clock.monotonicMs();
    this.#pauses += 1;
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#endsMs += clock.monotonicMs() - this.#pausedAtMs;
    }
  }
}

const current = new AsyncLocalStorage<Deadline | undefined>();

/**
 * Returns the deadline of the request for which this code runs; undefined for work that no single request waits for.
 */
export function deadlineNow(): Deadline | undefined {
  return current.getStore();
}

/**
 * Runs work under a deadline. With undefined, no request's deadline ends the work, because other requests may need its
 * result.
 */
export function underDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return current.run(deadline, work);
}

/** Runs work with a separate limit. Its time does not count against the request's deadline. */
export function uncounted<T>(work: () => Promise<T>): Promise<T> {
  const deadline = current.getStore();
  return deadline ? deadline.pauseFor(work) : work();
}

/** Returns the earliest of several deadlines. */
export function earliest(deadlines: readonly (Deadline | undefined)[]): Deadline | undefined {
  let first: Deadline | undefined;
  for (const one of deadlines) if (one && (!first || one.endsMs < first.endsMs)) first = one;
  return first;
}

/**
 * Waits for shared work, which continues after the deadline.
 * @throws the error of the work; ApiError SERVICE_UNAVAILABLE at the deadline of the current request
 */
export async function beforeDeadline<T>(work: Promise<T>): Promise<T> {
  const deadline = current.getStore();
  if (!deadline) return work;
  const leftMs = deadline.endsMs - clock.monotonicMs();
  if (leftMs === Infinity) return work;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tookTooLong()), leftMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
