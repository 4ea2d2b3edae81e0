import { availableParallelism, loadavg } from 'node:os';

/**
 * A time that a quiet machine keeps, made longer by the load of this one: each core takes turns among all programs that
 * want it.
 * @param ms milliseconds on a quiet machine
 * @returns milliseconds
 */
export function within(ms: number): number {
  return Math.round(ms * Math.max(1, loadavg()[0]! / availableParallelism()));
}
