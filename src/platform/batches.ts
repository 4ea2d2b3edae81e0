import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What comes at the same time, taken together: what one turn of the event loop brings, and what came while the batch
 * before it was under way.
 */
export class Batches<T> {
  readonly #most: number;
  readonly #take: (batch: T[]) => Promise<void>;
  readonly #onEmpty: () => void;
  #waiting: T[] = [];
  #running = false;

  /**
   * @param most of one batch
   * @param take is called for one batch after the other; must not throw
   * @param onEmpty is called when the last was taken
   */
  constructor(most: number, take: (batch: T[]) => Promise<void>, onEmpty = (): void => {}) {
    this.#most = most;
    this.#take = take;
    this.#onEmpty = onEmpty;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn();
      await this.#take(this.#waiting.splice(0, this.#most));
    }
    this.#running = false;
    this.#onEmpty();
  }
}
