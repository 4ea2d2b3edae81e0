/** The time to wait after a failure: one formula for waits in memory and for those stored in rows. */

/** Waits vary by this share in both directions, so that callers that failed together do not retry together. */
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

/** Returns the wait, which jitter never makes longer than the longest. @param random in [0, 1) */
export function backOffMs(failures: number, backOff: BackOff, random?: number): number {
  return Math.min(jittered(plainBackOffMs(failures, backOff), random), backOff.mostMs);
}
