import { availableParallelism } from 'node:os';
import { INDEXED_FROM, WorkLimitReached } from '../../../../matching/index.ts';
import { uncounted } from '../../../../platform/concurrency/deadline.ts';
import { ApiError, badRequest } from '../../../../platform/errors/index.ts';
import type { Question, SearchedList } from '../find-hits.ts';
import type { PlacedHit } from '../shown-hits.ts';
import { SearchThread, type SearchMessage } from './search-thread.ts';

/** The number of names that a process searches in milliseconds, faster than a thread would answer. */
const FEW_NAMES = 200;
/** Maximum number of concurrent searches, in total and per organization, so that no organization blocks the others. */
const MOST_REQUESTS = 32;
const MOST_OF_ONE = 8;
const RETRY_AFTER_SECONDS = 5;
/** After this idle time the threads end, and the memory of their lists is freed. */
const IDLE_MS = 60_000;
/**
 * Threads for searches of requests: one core stays free for the thread that answers, and each thread takes some
 * memory.
 */
const SEARCH_THREADS = Math.min(Math.max(availableParallelism() - 1, 1), 4);

/**
 * Maximum work for one name on the thread for full scans, in units of `WorkLimit`: 6 to 18 s. A name of six words stays
 * below it on a list of a million people; 32 one-letter words exceed it on a list of a hundred thousand.
 */
export const MOST_WORK = 50_000_000;

/** Message for a name that reaches `MOST_WORK`. */
export const TOO_MUCH_WORK =
  'has too many short or common words for this threshold: raise it, or shorten the name';

/** @param path of the field with the name */
export function tooMuchWork(path: string): ApiError {
  return badRequest([{ path, message: TOO_MUCH_WORK }]);
}

type Job = {
  readonly orgId: string;
  readonly message: SearchMessage;
  readonly resolve: (hits: PlacedHit[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Returns every hit of the subject on the lists, from a score on. */
export type Search = (
  subject: Question,
  lists: readonly SearchedList[],
  threshold: number,
) => Promise<PlacedHit[]>;

/** Returns true if scores from `threshold` on are beyond what the index finds quickly, and there are many names. */
export function needsFullScan(lists: readonly SearchedList[], threshold: number): boolean {
  if (threshold >= INDEXED_FROM) return false;
  const names = lists.flatMap(({ parts }) => parts.map(({ segment }) => segment.nameCount));
  return names.reduce((sum, count) => sum + count, 0) > FEW_NAMES;
}

/**
 * Searches that compare every name of a list, or so many that they take long. They run on separate threads, so this
 * thread continues to answer. Organizations take turns name by name, as do the requests of one organization.
 */
export class FullScans {
  readonly #requestsOf = new Map<string, number>();
  readonly #keys = new WeakMap<SharedArrayBuffer, number>();
  /** Waiting searches by organization; the first organization has the next turn. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #mostWork: number;
  readonly #givesWay: boolean;
  readonly #mostThreads: number;
  readonly #free: SearchThread[] = [];
  readonly #running = new Map<Job, SearchThread>();
  #requests = 0;
  #nextKey = 0;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param mostWork limit of one search, in units of `WorkLimit`; without it a search may take any time
   * @param givesWay if true, the threads have the lowest priority, and pause between two names while this one is busy
   * @param threads number of threads
   */
  constructor({ mostWork = Infinity, givesWay = false, threads = SEARCH_THREADS } = {}) {
    this.#mostWork = mostWork;
    this.#givesWay = givesWay;
    this.#mostThreads = threads;
  }

  /**
   * Runs a request's full searches, one after the other. They do not count against its deadline.
   * @param abandoned ends the running one and the rest, with its reason
   * @throws ApiError SERVICE_UNAVAILABLE if too many requests are waiting; the reason of `abandoned`
   */
  async through<T>(
    orgId: string,
    abandoned: AbortSignal | undefined,
    work: (search: Search) => Promise<T>,
  ): Promise<T> {
    const before = this.#requestsOf.get(orgId) ?? 0;
    if (this.#requests >= MOST_REQUESTS || before >= MOST_OF_ONE)
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        `too many screenings with a threshold below ${INDEXED_FROM} are in progress; retry`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    this.#requests += 1;
    this.#requestsOf.set(orgId, before + 1);
    try {
      return await uncounted(() => work((...asked) => this.search(orgId, abandoned, ...asked)));
    } finally {
      this.#requests -= 1;
      const left = this.#requestsOf.get(orgId)! - 1;
      if (left > 0) this.#requestsOf.set(orgId, left);
      else this.#requestsOf.delete(orgId);
    }
  }

  /** Runs one search, even if many others wait. @throws the reason of `abandoned`; WorkLimitReached */
  async search(
    orgId: string,
    abandoned: AbortSignal | undefined,
    ...[subject, lists, threshold]: Parameters<Search>
  ): Promise<PlacedHit[]> {
    abandoned?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<PlacedHit[]>();
    const { name, aliases, dob, country, identifiers, facts, profile } = subject;
    const question = {
      name,
      ...(aliases === undefined ? {} : { aliases }),
      ...(dob === undefined ? {} : { dob }),
      ...(country === undefined ? {} : { country }),
      ...(identifiers === undefined ? {} : { identifiers }),
      ...(facts === undefined ? {} : { facts }),
      ...(profile === undefined ? {} : { profile }),
    };
    const message = {
      subject: question,
      lists: lists.map((list) => this.#toSend(list)),
      threshold,
      mostWork: this.#mostWork,
    };
    const job: Job = { orgId, message, resolve, reject };
    const giveUp = (): void => {
      reject(abandoned!.reason);
      const thread = this.#running.get(job);
      if (thread) thread.end(abandoned!.reason);
      else this.#takeOut(job);
    };
    abandoned?.addEventListener('abort', giveUp, { once: true });
    const before = this.#waiting.get(orgId);
    if (before) before.push(job);
    else this.#waiting.set(orgId, [job]);
    this.#startNext();
    try {
      return await promise;
    } finally {
      abandoned?.removeEventListener('abort', giveUp);
    }
  }

  #toSend({ listRevision, revision, parts }: SearchedList): SearchMessage['lists'][number] {
    const keyOf = (buffer: SharedArrayBuffer): number => {
      const key = this.#keys.get(buffer) ?? this.#nextKey++;
      this.#keys.set(buffer, key);
      return key;
    };
    return {
      listRevision,
      revision,
      parts: parts.map(({ segment: { buffer }, removed }) => ({
        key: keyOf(buffer),
        buffer,
        removed,
      })),
    };
  }

  /** The organization's next search comes after those of all others. */
  #takeOut(job: Job): void {
    const left = this.#waiting.get(job.orgId)?.filter((one) => one !== job);
    if (!left) return;
    this.#waiting.delete(job.orgId);
    if (left.length > 0) this.#waiting.set(job.orgId, left);
  }

  #startNext(): void {
    while (this.#running.size < this.#mostThreads) {
      const [job] = this.#waiting.values().next().value ?? [];
      if (!job) break;
      this.#takeOut(job);
      const free = this.#free.pop();
      const thread = free && !free.hasEnded ? free : new SearchThread(this.#givesWay);
      this.#running.set(job, thread);
      void this.#run(job, thread);
    }
    clearTimeout(this.#idle);
    if (this.#running.size > 0) return;
    this.#idle = setTimeout(() => {
      for (const thread of this.#free.splice(0)) thread.end(new Error('nothing is searched for'));
    }, IDLE_MS).unref();
  }

  async #run(job: Job, thread: SearchThread): Promise<void> {
    try {
      const hits = await thread.search(job.message);
      if (hits) job.resolve(hits);
      else job.reject(new WorkLimitReached());
    } catch (error) {
      job.reject(error);
    }
    this.#running.delete(job);
    if (!thread.hasEnded) this.#free.push(thread);
    this.#startNext();
  }
}
