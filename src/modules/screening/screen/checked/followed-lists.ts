import { clock } from '../../../../platform/clock.ts';

/** Entries that may be added to a followed list before the existing ones have been read. */
const MOST_AHEAD = 2000;
/** A list is followed for this long after the last query. */
const FOLLOWED_MS = 60_000;

type Followed = {
  askedMs: number;
  /** Entries admitted since the list was last read. */
  added: number;
  /** Resolves when it has been read again. */
  read: PromiseWithResolvers<void>;
};

function keyOf(orgId: string, listId: string): string {
  return `${orgId} ${listId}`;
}

/**
 * Organizations' lists that grow fast while they are queried. Between queries, each is read further, and accepts new
 * entries only as fast as they are indexed. Otherwise each query would wait longer than the previous one.
 */
export class FollowedLists {
  readonly #lists = new Map<string, Followed>();

  /** Returns the list if it is followed. Usually none is. */
  #of(orgId: string, listId: string): Followed | undefined {
    return this.#lists.size === 0 ? undefined : this.#lists.get(keyOf(orgId, listId));
  }

  has(orgId: string, listId: string): boolean {
    return this.#of(orgId, listId) !== undefined;
  }

  asked(orgId: string, listId: string, askedMs: number): void {
    const followed = this.#of(orgId, listId);
    if (followed) followed.askedMs = askedMs;
  }

  /** Admits this many entries when there is room, or immediately if the list is not followed. */
  async letIn(orgId: string, listId: string, count: number): Promise<void> {
    for (;;) {
      const followed = this.#of(orgId, listId);
      if (!followed) return;
      if (followed.added <= MOST_AHEAD) {
        followed.added += count;
        return;
      }
      await followed.read.promise;
    }
  }

  /** Returns true if entries wait for admission. */
  isFull(orgId: string, listId: string): boolean {
    return (this.#of(orgId, listId)?.added ?? 0) > MOST_AHEAD;
  }

  /**
   * Follows a list until its queries end.
   * @param read updates it; returns false if it need no longer be followed
   */
  async follow(orgId: string, listId: string, read: () => Promise<boolean>): Promise<void> {
    const key = keyOf(orgId, listId);
    const followed = {
      askedMs: clock.monotonicMs(),
      added: 0,
      read: Promise.withResolvers<void>(),
    };
    this.#lists.set(key, followed);
    try {
      while (clock.monotonicMs() <= followed.askedMs + FOLLOWED_MS) {
        const { added } = followed;
        if (!(await read())) return;
        followed.added -= added;
        followed.read.resolve();
        followed.read = Promise.withResolvers();
      }
    } finally {
      this.#lists.delete(key);
      followed.read.resolve();
    }
  }
}
