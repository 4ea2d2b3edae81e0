import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../platform/clock.ts';
import { abandonServers } from '../platform/db/embedded.ts';

/**
 * Further signals within this time belong to the same stop. A terminal and `npm` both send one to the process; a
 * supervisor that stops a process group sends one to each of them, and `npm` passes it on.
 */
const SAME_STOP_MS = 2000;
/** PostgreSQL has got its stop signal before this, and stops by itself. */
const ABANDON_MS = 3000;
/**
 * Signals that stop the process, with their exit codes: 128 plus the signal's number. A closed terminal sends SIGHUP, which
 * would otherwise end Node.js immediately, even under `nohup`.
 */
const STOPS: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Returns the exit code of a process that a signal has ended, as in shells. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return STOPS[signal] ?? 143;
}

/** Ends the process, and its embedded database unless another process uses that. */
export async function endNow(signal: NodeJS.Signals): Promise<never> {
  await Promise.race([abandonServers(), sleep(ABANDON_MS)]);
  process.exit(exitCodeOf(signal));
}

/**
 * Resolves with the first signal. Two seconds later or more, another one ends the process immediately.
 * @param end ends it; by default together with the embedded database, unless another process uses that
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
    for (const signal of Object.keys(STOPS)) process.on(signal, onSignal);
  });
}
