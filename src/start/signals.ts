import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../platform/clock.ts';
import { abandonServers } from '../platform/db/embedded.ts';

/**
 * Signals that come so soon after the first belong to the same stop: a terminal and `npm` both send one to the process,
 * and a supervisor that stops a process group sends one to each of them, which `npm` passes on.
 */
const SAME_STOP_MS = 2000;
/** PostgreSQL has been told to stop by then, and goes on with it by itself. */
const ABANDON_MS = 3000;

/** The exit code of a process that a signal has ended, as shells have it. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return signal === 'SIGINT' ? 130 : 143;
}

/** Ends the process, and its embedded database unless another process uses that. */
export async function endNow(signal: NodeJS.Signals): Promise<never> {
  await Promise.race([abandonServers(), sleep(ABANDON_MS)]);
  process.exit(exitCodeOf(signal));
}

/**
 * Resolves with the first signal. From two seconds later on another one ends the process at once.
 * @param end ends it; unless given, the embedded database ends with it if no other process uses that
 */
export function firstSignal(
  end: (signal: NodeJS.Signals) => Promise<unknown> = endNow,
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = clock.monotonicMs();
      if (firstMs === undefined) {
        firstMs = now;
        resolve(signal);
      } else if (now - firstMs >= SAME_STOP_MS) void end(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
