import { clock } from '../clock.ts';

/** Thrown when a computation has used its time; it has no result. */
export class TimeLimitReached extends Error {
  constructor() {
    super('the time limit is reached');
  }
}

/**
 * The deadline of a computation on a thread that also answers requests. The computation checks the deadline itself.
 * Time in which a busy machine does not run the thread does not count, because a repetition elsewhere would make the
 * machine busier.
 */
export class TimeLimit {
  #endsMs: number;
  readonly #threadEndsMs: number;

  /** @param ms of computing from now on */
  constructor(ms: number) {
    this.#endsMs = clock.monotonicMs() + ms;
    this.#threadEndsMs = clock.threadMs() + ms;
  }

  /** @throws TimeLimitReached */
  check(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs <= this.#endsMs) return;
    const leftMs = this.#threadEndsMs - clock.threadMs();
    if (leftMs <= 0) throw new TimeLimitReached();
    this.#endsMs = nowMs + leftMs;
  }
}
