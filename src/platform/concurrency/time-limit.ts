import { clock } from '../clock.ts';

/** A computation has used up its time; nothing is known of what would have come out. */
export class TimeLimitReached extends Error {
  constructor() {
    super('the time limit is reached');
  }
}

/** When a computation on a thread that has others to answer must be over: it asks by itself. */
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
