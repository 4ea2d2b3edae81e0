import type { Query } from '@tanstack/react-query';
import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { isLive, isStaleBy, type Change } from '../queries/keys.ts';
import { api, isSignedOut } from './client.ts';
import { notice, queryClient, sessionEnd } from './query.ts';

/** Least time between two readings of the same kind of things, and how many times longer than one it is. */
const GAP_MS = 1000;
const REST_FACTOR = 3;
/** Changes that wait for a reading; with more of them, all is read again. */
const MAX_CHANGES = 1000;
/** A process may remember for so long what the roles of the person were. */
const REMEMBERED_MS = 5000;
/** The waits before a stream that was refused is asked for again, the first and the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** Tells whether reading again would change nothing: somebody may not see it, or it is not there. */
function isWithheld(error: unknown): boolean {
  return error instanceof OrikiError && (error.status === 403 || error.status === 404);
}

/** Reads again what was read before, or is being read, so that nothing is shown that was changed meanwhile. */
async function readAgain(isMeant: (query: Query) => boolean): Promise<void> {
  const predicate = (query: Query): boolean => isMeant(query) && !isWithheld(query.state.error);
  const first = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => query.state.data === undefined && predicate(query) });
  await Promise.allSettled(first.map(({ promise }) => promise));
  await queryClient.invalidateQueries({ predicate });
}

/** Changes that were told and are not read yet, at most one reading at a time. */
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
      // Somebody who changes things all the time costs the service one reading after the other, with rests between.
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
 * Follows what changes in the organization, by one stream, while somebody looks at the page, and reads again what is shown. A
 * browser opens six connections to a service: pages that nobody sees have none.
 * @returns what ends it
 */
export function followChanges(): () => void {
  const readings = new Readings();
  let lastEventId: string | undefined;
  let current: AbortController | undefined;

  /** @returns whether to come back */
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
  // Without waiting for what was tried meanwhile, and without what the network has lost.
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
