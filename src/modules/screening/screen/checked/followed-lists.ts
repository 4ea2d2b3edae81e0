import { clock } from '../../../../platform/clock.ts';

/** Entries that may be added to a followed list before those that there are have been read. */
const MOST_AHEAD = 2000;
/** A list is followed for so long after the last question. */
const FOLLOWED_MS = 60_000;

type Followed = {
  askedMs: number;
  /** Entries that were let in since the list was read last. */
  added: number;
  /** Resolves when it has been read again. */
  read: PromiseWithResolvers<void>;
};

function keyOf(orgId: string, listId: string): string {
  return `${orgId} ${listId}`;
}

/**
 * Lists of organizations that grow fast while they are asked: each is read on between questions, and takes new entries no
 * faster than they are indexed. Otherwise each question would have to wait for more than the one before.
 */
export class FollowedLists {
  readonly #lists = new Map<string, Followed>();

  /** The list, if it is followed: most of the time none is. */
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

  /** Lets so many entries in, when there is room; at once into a list that is not followed. */
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

  /** True when entries wait to be let in. */
  isFull(orgId: string, listId: string): boolean {
    return (this.#of(orgId, listId)?.added ?? 0) > MOST_AHEAD;
  }

  /**
   * Follows a list until nobody asks any more.
   * @param read brings it up to date; false when it need not be followed any longer
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
