import { Worker } from 'node:worker_threads';
import { newBusy, observe, type Busy } from '../../../../platform/background/pace.ts';
import { scriptBeside } from '../../../../platform/files.ts';
import type { PlacedHit } from '../shown-hits.ts';
import type { Question } from '../find-hits.ts';
import type { ListRevision } from '../../../lists/index.ts';

/** A search of one name in lists, as sent to a thread; `key` names a segment that it may know already. */
export type SearchMessage = {
  readonly subject: Question;
  readonly lists: readonly {
    readonly listRevision: ListRevision;
    readonly revision: number;
    readonly parts: readonly {
      readonly key: number;
      readonly buffer: SharedArrayBuffer;
      readonly removed: Uint8Array;
    }[];
  }[];
  readonly threshold: number;
  /** See `WorkLimit`. */
  readonly mostWork: number;
};

/** `busy`: how busy the answering thread is; this one gives way to it. */
export type ThreadData = { readonly busy?: Busy };

/** The hits; null for too much work. */
type Found = PlacedHit[] | null;

const SCRIPT = scriptBeside(import.meta.url, './full-scan-worker');

/**
 * A thread that runs one search after the other (`full-scan-worker.ts`). It keeps the process alive only while it
 * searches.
 */
export class SearchThread {
  readonly #worker: Worker;
  readonly #stopObserving: (() => void) | undefined;
  #running: PromiseWithResolvers<Found> | undefined;
  #hasEnded = false;

  /**
   * @param givesWay if true, it has the lowest priority, and pauses between two names while the calling thread is
   * busy
   */
  constructor(givesWay: boolean) {
    const busy = givesWay ? newBusy() : undefined;
    this.#stopObserving = busy && observe(busy);
    const workerData: ThreadData = { ...(busy && { busy }) };
    // Passes neither the environment nor the flags of the process, which may not suit a thread.
    this.#worker = new Worker(SCRIPT, { env: {}, execArgv: [], workerData })
      .on('message', (found: Found) => this.#running?.resolve(found))
      .on('error', (error) => this.end(error))
      .on('exit', (code) => this.end(new Error(`a thread that searches ended with code ${code}`)));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The caller waits for the last search before it starts another. @throws the error that ended the thread */
  async search(message: SearchMessage): Promise<Found> {
    this.#running = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(message, []);
    try {
      return await this.#running.promise;
    } finally {
      this.#running = undefined;
      this.#worker.unref();
    }
  }

  /** Ends the thread immediately. @param reason the error of a running search */
  end(reason: unknown): void {
    this.#hasEnded = true;
    this.#running?.reject(reason);
    this.#stopObserving?.();
    void this.#worker.terminate();
  }
}
