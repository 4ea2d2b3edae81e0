import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import { backOffMs, type BackOff } from './back-off.ts';

/** After a round that failed; what is away comes back within seconds, as a database does that is restarted. */
const AFTER_FAILURE: BackOff = { firstMs: 250, mostMs: 2000 };

export type RunnerOptions = {
  /**
   * One round of the work; it sees whatever was there when it was asked for.
   * @param signal aborts when the runner stops
   * @returns how long to rest in milliseconds before the next may begin; nothing: not at all
   */
  round: (signal: AbortSignal) => Promise<number | void>;
  /** Told of each round that failed. The next one follows after a back-off. */
  onFailure: (error: unknown) => void;
  /** The pause after a round that failed; without it a short back-off. */
  failurePauseMs?: () => number;
  /** After the first round: the longest time between the beginnings of two, unless one takes longer. */
  everyMs?: number;
};

/**
 * Work that goes on in rounds, one at a time, whenever it is asked for: who asks during a round gets another one after it.
 * A round begins in the next turn of the event loop, so that all who ask in one turn share it.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #stopping = new AbortController();
  #isAsked = false;
  #running: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  /** On the monotonic clock. */
  #timerAtMs = Infinity;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Asks for a round now. */
  wake(): void {
    this.#isAsked = true;
    if (!this.#running && !this.#stopping.signal.aborted) this.#running = this.#run();
  }

  /** Asks for a round in `ms` at the latest. */
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

  /** Resolves once nothing is under way and nothing is asked for. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Begins no more rounds. Resolves when the one under way has ended. */
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

  /** @returns how long to rest */
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
