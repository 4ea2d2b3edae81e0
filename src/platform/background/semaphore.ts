/** Lets so many work at once, the others in the order of asking. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#free > 0;
  }

  /**
   * Does the work when its turn has come.
   * @param signal ends the waiting; who has begun goes on
   * @throws what `work` throws; the signal's reason
   */
  async use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => {
      this.#waiting.delete(begin);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      this.#waiting.delete(begin);
      reject(signal!.reason);
    };
    this.#waiting.add(begin);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }
}
