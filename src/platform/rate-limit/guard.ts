import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type FailureReason,
} from 'cockatiel';
import { clock } from '../clock.ts';

/**
 * An answer is waited for during so many turns of the event loop, each at least so long: 250 ms, of which time that
 * the process itself stood still is not held against the server.
 */
const ROUNDS = 5;
const TURN_MS = 50;
/** After so many requests in a row without an answer, the server is left in peace for so long; then one tries again. */
export const FAILURES = 5;
const REST_MS = 1000;

/**
 * Asks a server that may not answer. Waiting is bounded, and so is what waits: a server that does not answer is soon
 * not asked any more.
 */
export class Guard {
  readonly #breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(FAILURES),
    // It reads the machine's clock, which may be set; how long nobody asks is up to `ask`.
    halfOpenAfter: -Infinity,
  });
  readonly #onBreak: (error: Error) => Error;
  #openedMs = 0;
  /** The reason that nobody is asked for a while. */
  #reason = new Error('not asked yet');

  /**
   * @param onBreak called when the server is left in peace, also after each try that failed; says why
   * @param onReset called when it answers again
   */
  constructor(onBreak: (error: Error) => Error, onReset: () => void) {
    this.#onBreak = onBreak;
    this.#breaker.onBreak((reason) => this.#opened(reason));
    this.#breaker.onReset(onReset);
  }

  /** Rejects with why the server cannot be asked. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const { state } = this.#breaker;
    const rests = state === CircuitState.Open && clock.monotonicMs() - this.#openedMs < REST_MS;
    // cockatiel would let the others wait for the one that tries.
    if (rests || state === CircuitState.HalfOpen) throw this.#reason;
    return this.#breaker.execute(() => withinRounds(question()));
  }

  #opened(reason: FailureReason<unknown> | { isolated: true }): void {
    this.#openedMs = clock.monotonicMs();
    this.#reason = this.#onBreak('error' in reason ? (reason.error as Error) : this.#reason);
  }
}

/**
 * A time-out of cockatiel's would end with its timer, which is due when the process has stood still, although the
 * answer has come meanwhile.
 * @throws when there is no answer yet after the turns that one is waited for
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
