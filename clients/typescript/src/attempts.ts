import { ConnectionError, OrikiError } from './error.ts';

/** The limits of one call. */
export type Limits = {
  /** Attempts after the first. */
  retries: number;
  /** For one attempt, until its answer is read. */
  timeoutMs: number;
  /** For all attempts and the waits between them. */
  totalTimeoutMs: number;
  signal: AbortSignal | undefined;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
/** The longest delay of a timer: with a longer one it fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Answers after which the same request can succeed. After 429 and 500 the service has recorded no answer. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** Returns a wait, uniform over the whole range ("full jitter"), so that clients that failed together spread out. */
function jitter(repeated: number): number {
  return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** repeated);
}

/** @throws what `signal` was aborted with */
export function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Runs one attempt under its time limit. Passes on the caller's abort unchanged. */
async function attempt<T>(
  run: (signal: AbortSignal) => Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal!.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(), Math.min(ms, LONGEST_TIMER_MS));
  try {
    return await run(controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OrikiError) throw error;
    if (controller.signal.aborted)
      throw new ConnectionError('TIMEOUT', `no answer within ${Math.round(ms)} ms`, {
        cause: error,
      });
    throw new ConnectionError('NETWORK', `the service could not be reached`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function mayRepeat({ code, status }: OrikiError, repeatable: boolean): boolean {
  if (status === 429) return true;
  return (
    repeatable && (status === undefined ? code !== 'UNEXPECTED_RESPONSE' : PASSING.has(status))
  );
}

/**
 * Makes attempts until one succeeds, repeating only what can have no second effect.
 * @throws OrikiError the last attempt's; or what `signal` was aborted with
 */
export async function withAttempts<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { retries, timeoutMs, totalTimeoutMs, signal }: Limits,
  repeatable: boolean,
  onRepeat?: (error: OrikiError, waitMs: number) => void,
): Promise<T> {
  const end = performance.now() + totalTimeoutMs;
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(run, Math.min(timeoutMs, end - performance.now()), signal);
    } catch (error) {
      if (!(error instanceof OrikiError)) throw error;
      error.attempts = made;
      const wait = (error.retryAfterSeconds ?? 0) * 1000 + jitter(made - 1);
      const late = performance.now() + wait >= end;
      if (made > retries || late || !mayRepeat(error, repeatable)) throw error;
      onRepeat?.(error, wait);
      await waitFor(Math.min(wait, LONGEST_TIMER_MS), signal);
    }
  }
}
