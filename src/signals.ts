import { clock } from './platform/clock.ts';

/**
 * Signals that come so soon after the first belong to the same stop: a terminal and `npm` both send one to the process,
 * and a supervisor that stops a process group sends one to each of them, which `npm` passes on.
 */
const SAME_STOP_MS = 2000;

/** Resolves with the first signal; from two seconds later on another one ends the process at once. */
export function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = clock.monotonicMs();
      if (firstMs === undefined) {
        firstMs = now;
        resolve(signal);
      } else if (now - firstMs >= SAME_STOP_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
