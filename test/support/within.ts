import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Returns the number of threads that need a core now; the load of the last minute follows it slowly. */
function running(): number {
  try {
    return Number(/(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Returns a time limit for a quiet machine, extended by the load of this one: each core is shared by all programs
 * that need it.
 * @param ms milliseconds on a quiet machine
 * @returns milliseconds
 */
export function within(ms: number): number {
  const load = Math.max(loadavg()[0]!, running());
  return Math.round(ms * Math.max(1, load / availableParallelism()));
}
