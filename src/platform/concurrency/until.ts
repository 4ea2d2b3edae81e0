import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';

/** Checks repeatedly until the condition is true. @returns false if it takes too long */
export async function until(
  isSo: () => Promise<boolean>,
  { withinMs, everyMs }: { withinMs: number; everyMs: number },
): Promise<boolean> {
  const endMs = clock.monotonicMs() + withinMs;
  while (!(await isSo())) {
    if (clock.monotonicMs() > endMs) return false;
    await sleep(everyMs);
  }
  return true;
}
