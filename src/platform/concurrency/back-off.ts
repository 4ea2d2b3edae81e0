/** The wait after a failure. Waits in memory and waits stored in rows use the same formula. */

/** Waits vary by this share in both directions, so callers that failed together do not retry together. */
const JITTER = 0.2;

/** The first wait, and the longest one. */
export type BackOff = { firstMs: number; mostMs: number };

/** @param random in [0, 1) */
export function jittered(ms: number, random: number = Math.random()): number {
  return ms * (1 - JITTER + 2 * JITTER * random);
}

/** Returns the wait without jitter: it doubles after each failure. @param failures the number before this one */
export function plainBackOffMs(failures: number, { firstMs, mostMs }: BackOff): number {
  return Math.min(firstMs * 2 ** failures, mostMs);
}

/** Returns the wait with jitter, at most the longest wait. @param random in [0, 1) */
export function backOffMs(failures: number, backOff: BackOff, random?: number): number {
  return Math.min(jittered(plainBackOffMs(failures, backOff), random), backOff.mostMs);
}

/**
 * Returns the milliseconds that `Retry-After` requests (RFC 9110, 10.2.3: seconds or an HTTP date); undefined if it
 * is absent, malformed or in the past.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000 || undefined;
  const until = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return until > nowMs ? until - nowMs : undefined;
}
