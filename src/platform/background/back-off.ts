/** The time to wait after something has failed: the one formula, for what waits in memory and for what waits in a row. */

/** Waits are spread by so much in both directions, so that those who failed together do not come back together. */
const JITTER = 0.2;

/** The first wait, and the longest. */
export type BackOff = { firstMs: number; mostMs: number };

/** @param random in [0, 1) */
export function jittered(ms: number, random: number = Math.random()): number {
  return ms * (1 - JITTER + 2 * JITTER * random);
}

/** The wait before it is spread: twice as long after each failure. @param failures before this one */
export function plainBackOffMs(failures: number, { firstMs, mostMs }: BackOff): number {
  return Math.min(firstMs * 2 ** failures, mostMs);
}

export function backOffMs(failures: number, backOff: BackOff): number {
  return jittered(plainBackOffMs(failures, backOff));
}
