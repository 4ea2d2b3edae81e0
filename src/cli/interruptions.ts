import { asStartError } from '../start/database-problems.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { exitCodeOf, firstSignal } from '../start/signals.ts';
import { StartError } from '../start/start-error.ts';

/**
 * For commands that can stop in the middle: aborts at the first signal. Another signal after two seconds ends the
 * process. `exitCode` returns the exit code of a process that a signal has stopped.
 */
export function stopOnSignal(): { stop: AbortSignal; exitCode: () => number } {
  const stop = new AbortController();
  let received: NodeJS.Signals = 'SIGTERM';
  const wait = async (): Promise<void> => {
    received = await firstSignal();
    stop.abort();
  };
  void wait();
  return { stop: stop.signal, exitCode: () => exitCodeOf(received) };
}

/**
 * Returns errors of the environment with a message for the operator, and other errors unchanged.
 * @param hint the state of the work
 */
export function asOperatorError(error: unknown, hint: string): unknown {
  if (isUnavailable(error))
    return new StartError(`${(asStartError(error) as Error).message}\n${hint}`, 1, error);
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return new StartError(`cannot ${syscall} ${path ?? 'the file'} (${code})\n${hint}`, 1, error);
}
