/** Ends a search before it is through: for the time of a thread that others wait for, or the work of one question. */
export type SearchLimit = {
  /** @param work done since the last call. @throws when there is no more */
  check: (work?: number) => void;
};

/** A search would take more work than one question may; nothing is known of what would have come out. */
export class WorkLimitReached extends Error {
  constructor() {
    super('the search takes too much work');
  }
}

/**
 * Bounds the work of a search. It is counted and not measured, so that the same question to the same lists always gets
 * the same answer: a name that is looked at counts as its words times those of the query, and each alignment with the
 * query as the words of the longer one, squared. Joined readings of both (m a i, mai) make up to 18 alignments of one
 * name. A unit takes 0.12 to 0.36 µs.
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
