/** Thrown if the maximum number of callers is already waiting. */
export class TooManyWaiting extends Error {
  constructor() {
    super('too many callers are waiting');
  }
}

/** Lets a fixed number of callers work at once. Others wait in the order of their calls. */
export class Semaphore {
  readonly #count: number;
  readonly #maxWaiting: number;
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param maxWaiting the maximum number of waiting callers; further ones are rejected */
  constructor(count: number, maxWaiting = Infinity) {
    this.#count = count;
    this.#free = count;
    this.#maxWaiting = maxWaiting;
  }

  /** True if no caller works or waits. */
  get isIdle(): boolean {
    return this.#free === this.#count;
  }

  /**
   * Does the work when its turn has come.
   * @param signal ends the waiting, but not work that has begun
   * @throws TooManyWaiting; the signal's reason; the error of `work`
   */
  async use<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new TooManyWaiting();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.delete(begin);
      reject(signal!.reason);
    };
    const begin = (): void => {
      this.#waiting.delete(begin);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.add(begin);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }
}
