import { clock } from '../clock.ts';

/** Thrown when a computation has used its time; it has no result. */
export class TimeLimitReached extends Error {
  constructor() {
    super('the time limit is reached');
  }
}

/** The end of a computation on a thread that must answer others. The computation checks it itself. */
export class TimeLimit {
  readonly #endsMs: number;

  /** @param ms from now on */
  constructor(ms: number) {
    this.#endsMs = clock.monotonicMs() + ms;
  }

  /** @throws TimeLimitReached */
  check(): void {
    if (clock.monotonicMs() > this.#endsMs) throw new TimeLimitReached();
  }
}
