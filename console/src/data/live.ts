import type { Query } from '@tanstack/react-query';
import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { isLive, isStaleBy, type Change } from '../queries/keys.ts';
import { api, isSignedOut, opening } from './client.ts';
import { notice, queryClient, sessionEnd } from './query.ts';

/** The minimum time between two reads, and the pause after a read as a multiple of its duration. */
const GAP_MS = 1000;
const REST_FACTOR = 3;
/** The maximum number of changes that wait for a read. With more changes, all live queries are read again. */
const MAX_CHANGES = 1000;
/** The time for which a process may still use the former roles of a person. */
const REMEMBERED_MS = 5000;
/** The first and the longest wait before a rejected stream is requested again. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** Returns true if another read would not help: the person may not see the object, or it does not exist. */
function isWithheld(error: unknown): boolean {
  return error instanceof OrikiError && (error.status === 403 || error.status === 404);
}

/**
 * Reads queries again, including those whose first read is in progress, because a change may have come after its
 * answer.
 */
async function readAgain(isMeant: (query: Query) => boolean): Promise<void> {
  const predicate = (query: Query): boolean => isMeant(query) && !isWithheld(query.state.error);
  const first = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => query.state.data === undefined && predicate(query) });
  await Promise.allSettled(first.map(({ promise }) => promise));
  await queryClient.invalidateQueries({ predicate });
}

/** The reported changes whose queries are not read yet; at most one read is in progress. */
class Readings {
  #changes: Change[] = [];
  #isAll = false;
  #isBusy = false;

  add(changes: readonly Change[]): void {
    this.#changes.push(...changes);
    if (this.#changes.length > MAX_CHANGES) this.#isAll = true;
    if (this.#isAll) this.#changes = [];
    void this.#work();
  }

  addAll(): void {
    this.#isAll = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#isAll || this.#changes.length > 0) {
      const [changes, isAll, beganMs] = [this.#changes, this.#isAll, performance.now()];
      [this.#changes, this.#isAll] = [[], false];
      await readAgain(({ queryKey, state }) =>
        isAll
          ? isLive(queryKey)
          : changes.some((change) => isStaleBy(queryKey, state.data, change)),
      );
      // When changes are frequent, one read follows the other, with pauses between them.
      await waited(Math.max(GAP_MS, REST_FACTOR * (performance.now() - beganMs)));
    }
    this.#isBusy = false;
  }
}

function waited(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Follows the changes in the organization by one stream while the page is visible, and reads stale queries again. A browser opens
 * only six connections to a service, so hidden pages have no stream.
 * @returns a function that ends the stream
 */
export function followChanges(): () => void {
  const readings = new Readings();
  let lastEventId = opening.eventId || undefined;
  let current: AbortController | undefined;

  /** @returns true if the stream has to be requested again */
  const follow = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const input = lastEventId === undefined ? {} : { lastEventId };
      for await (const { event, data, id } of api.live.streamChanges(input, { signal })) {
        if (event === 'reset') readings.addAll();
        else {
          readings.add(data.changes);
          const ofMembers = data.changes.filter(({ kind }) => kind === 'member');
          if (ofMembers.length > 0) setTimeout(() => readings.add(ofMembers), REMEMBERED_MS);
        }
        lastEventId = id;
      }
    } catch (error) {
      if (signal.aborted) return false;
      notice(error);
      const status = error instanceof OrikiError ? error.status : undefined;
      if (status === 400) lastEventId = undefined;
      return !isSignedOut(error) && status !== 403;
    }
    return true;
  };
  const restart = async (): Promise<void> => {
    current?.abort();
    const { signal } = (current = new AbortController());
    if (document.hidden || sessionEnd.get()) return;
    for (let waitMs = FIRST_WAIT_MS; await follow(signal);) {
      await waited(waitMs * (0.5 + Math.random() / 2), signal);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
  };
  const again = (): void => void restart();
  document.addEventListener('visibilitychange', again);
  // A new connection replaces the waiting attempt, and the connection that the network has lost.
  addEventListener('online', again);
  const unsubscribe = sessionEnd.subscribe(again);
  again();
  return () => {
    document.removeEventListener('visibilitychange', again);
    removeEventListener('online', again);
    unsubscribe();
    current?.abort();
  };
}
