import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import { backOffMs, type BackOff } from './back-off.ts';
import { underDeadline } from './deadline.ts';

/** Waits after a failed round: an unavailable database is usually back within seconds. */
const AFTER_FAILURE: BackOff = { firstMs: 250, mostMs: 2000 };

export type RunnerOptions = {
  /**
   * One round of the work, which sees all changes made before the call.
   * @param signal aborts when the runner stops
   * @returns the milliseconds to rest before the next round; none if omitted
   */
  round: (signal: AbortSignal) => Promise<number | void>;
  /** Called after each failed round. The next one follows after a back-off. */
  onFailure: (error: unknown) => void;
  /** The pause after a failed round; a short back-off by default. */
  failurePauseMs?: () => number;
  /** The longest time between the starts of two rounds, unless one takes longer. */
  everyMs?: number;
};

/**
 * Runs work in rounds on request, one at a time. A request during a round causes another round after it. A round begins
 * in the next turn of the event loop, so all requests of one turn share it. No request's deadline ends it.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #stopping = new AbortController();
  #isAsked = false;
  #running: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The time of the timer, on the monotonic clock. */
  #timerAtMs = Infinity;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Requests a round now. */
  wake(): void {
    this.#isAsked = true;
    if (!this.#running && !this.#stopping.signal.aborted)
      this.#running = underDeadline(undefined, () => this.#run());
  }

  /** Requests a round within `ms`. */
  wakeIn(ms: number): void {
    const atMs = clock.monotonicMs() + ms;
    if (!(atMs < this.#timerAtMs) || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#timerAtMs = Infinity;
        this.wake();
      },
      Math.max(1, ms),
    ).unref();
  }

  /** Resolves once no round is running or requested. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Starts no more rounds. Resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#isAsked && !signal.aborted) {
      await nextTurn();
      this.#isAsked = false;
      const restMs = await this.#round();
      if (restMs > 0) await sleep(restMs, undefined, { signal, ref: false }).catch(() => {});
    }
    this.#running = undefined;
  }

  /** @returns the milliseconds to rest */
  async #round(): Promise<number> {
    const { round, onFailure, failurePauseMs, everyMs } = this.#options;
    if (everyMs !== undefined) this.wakeIn(everyMs);
    try {
      const restMs = await round(this.#stopping.signal);
      this.#failures = 0;
      return restMs ?? 0;
    } catch (error) {
      onFailure(error);
      this.#isAsked = true;
      this.#failures += 1;
      return failurePauseMs?.() ?? backOffMs(this.#failures - 1, AFTER_FAILURE);
    }
  }
}
