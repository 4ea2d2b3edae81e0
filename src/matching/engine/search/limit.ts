/** Ends a search early, to limit its time on a shared thread or the work of one query. */
export type SearchLimit = {
  /**
   * @param work the work since the last call
   * @throws when the limit is reached
   */
  check: (work?: number) => void;
};

/** Thrown when a search would exceed the work limit of one query. It has no result. */
export class WorkLimitReached extends Error {
  constructor() {
    super('the search takes too much work');
  }
}

/**
 * Limits the work of a search. It counts work instead of time, so the same query on the same lists always gets the same
 * answer. Checking a name counts as its words times those of the query. Each alignment counts as the words of the
 * longer name, squared. Joined readings of both sides (m a i, mai) cause up to 18 alignments of one name. A unit takes
 * 0.12 to 0.36 µs.
 */
export class WorkLimit implements SearchLimit {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  check(work = 0): void {
    this.#left -= work;
    if (this.#left < 0) throw new WorkLimitReached();
  }
}
