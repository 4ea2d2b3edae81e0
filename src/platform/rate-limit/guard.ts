import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type FailureReason,
} from 'cockatiel';
import { clock } from '../clock.ts';

/**
 * The number of turns of the event loop for which a question waits, each at least `TURN_MS`: 250 ms. So time in which
 * the process itself was paused does not count against the server.
 */
const ROUNDS = 5;
const TURN_MS = 50;
/**
 * After this many consecutive requests without an answer, the server is skipped for the rest period; then one request
 * tries it again.
 */
export const FAILURES = 5;
const REST_MS = 1000;

/**
 * Asks a server that may not answer. Limits the wait and the number of waiting requests: a server that does not answer
 * is soon skipped.
 */
export class Guard {
  readonly #breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(FAILURES),
    // cockatiel reads the machine's clock, which can be set; `ask` enforces the rest period.
    halfOpenAfter: -Infinity,
  });
  readonly #onBreak: (error: Error) => Error;
  #openedMs = 0;
  /** The reason that the server is skipped. */
  #reason = new Error('not contacted yet');

  /**
   * @param onBreak called with the reason when the server begins to be skipped, and after each failed retry
   * @param onReset called when it answers again
   */
  constructor(onBreak: (error: Error) => Error, onReset: () => void) {
    this.#onBreak = onBreak;
    this.#breaker.onBreak((reason) => this.#opened(reason));
    this.#breaker.onReset(onReset);
  }

  /** Rejects with the reason why the server is unavailable. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const { state } = this.#breaker;
    const rests = state === CircuitState.Open && clock.monotonicMs() - this.#openedMs < REST_MS;
    // cockatiel would make other requests wait for the one that tests the server.
    if (rests || state === CircuitState.HalfOpen) throw this.#reason;
    return this.#breaker.execute(() => withinRounds(question()));
  }

  #opened(reason: FailureReason<unknown> | { isolated: true }): void {
    this.#openedMs = clock.monotonicMs();
    this.#reason = this.#onBreak('error' in reason ? (reason.error as Error) : this.#reason);
  }
}

/**
 * Replaces cockatiel's time-out. After a pause of the process, its timer would fire although the answer has arrived.
 * @throws when there is no answer after the allowed turns
 */
async function withinRounds<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const turn = (left: number): void => {
      if (left === 0) reject(new Error(`no answer within ${ROUNDS * TURN_MS} ms`));
      else timer = setTimeout(turn, TURN_MS, left - 1);
    };
    turn(ROUNDS);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
