import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../platform/clock.ts';
import { abandonServers } from '../platform/db/embedded.ts';

/**
 * Further signals within this time belong to the same stop. A terminal sends a signal to the process and to `npm`,
 * which sends its own. A supervisor that stops a process group does the same, and `npm` passes the signal on.
 */
const SAME_STOP_MS = 2000;
/** PostgreSQL gets its stop signal within this time, and then stops by itself. */
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

/** Ends the process and its embedded database. Leaves a database running that another process uses. */
export async function endNow(signal: NodeJS.Signals): Promise<never> {
  await Promise.race([abandonServers(), sleep(ABANDON_MS)]);
  process.exit(exitCodeOf(signal));
}

/**
 * Resolves with the first signal. Another signal, two seconds later or more, ends the process immediately.
 * @param end ends the process; by default together with the embedded database, unless another process uses the database
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
