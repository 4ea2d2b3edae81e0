import { clock } from '../../../platform/clock.ts';

/** A search has used up its time; nothing is known of what it would have found. */
export class SearchTooLong extends Error {
  constructor() {
    super('the search takes longer than it may');
  }
}

/** When searches on a thread that has others to answer must be over. */
export class TimeLimit {
  readonly #endsMs: number;

  /** @param ms from now on */
  constructor(ms: number) {
    this.#endsMs = clock.monotonicMs() + ms;
  }

  /** @throws SearchTooLong when the time is up */
  check(): void {
    if (clock.monotonicMs() > this.#endsMs) throw new SearchTooLong();
  }
}
