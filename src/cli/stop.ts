import { firstSignal } from '../signals.ts';

/** 128 and the signal's number, as shells have it. */
const EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143 };

/**
 * For commands that end well in the middle: aborts at the first signal; one more after two seconds ends the process.
 * `exitCode` is that of a process that a signal has stopped.
 */
export function stopOnSignal(): { stop: AbortSignal; exitCode: () => number | undefined } {
  const stop = new AbortController();
  let received: NodeJS.Signals = 'SIGTERM';
  const wait = async (): Promise<void> => {
    received = await firstSignal();
    stop.abort();
  };
  void wait();
  return { stop: stop.signal, exitCode: () => EXIT_CODES[received] };
}
