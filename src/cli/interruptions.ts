import { asStartError } from '../start/database-problems.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { firstSignal } from '../start/signals.ts';
import { StartError } from '../start/start-error.ts';

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

/**
 * In the operator's words; errors that are no fault of the surroundings stay as they are.
 * @param hint what became of the work
 */
export function asOperatorError(error: unknown, hint: string): unknown {
  if (isUnavailable(error))
    return new StartError(`${(asStartError(error) as Error).message}\n${hint}`, 1, error);
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return new StartError(`cannot ${syscall} ${path ?? 'the file'} (${code})\n${hint}`, 1, error);
}
