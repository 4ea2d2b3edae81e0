import { availableParallelism, loadavg } from 'node:os';

/**
 * Returns a time limit for a quiet machine, extended by the load of this one: each core is shared by all programs
 * that need it.
 * @param ms milliseconds on a quiet machine
 * @returns milliseconds
 */
export function within(ms: number): number {
  return Math.round(ms * Math.max(1, loadavg()[0]! / availableParallelism()));
}
