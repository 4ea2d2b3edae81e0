import { Runner } from './runner.ts';

/**
 * Collects items into batches: items of one turn of the event loop, and items that arrive while the previous batch is
 * running.
 */
export class Batcher<T> {
  readonly #runner: Runner;
  #waiting: T[] = [];

  /**
   * @param most the maximum size of a batch
   * @param take called for one batch at a time; must not throw
   * @param onEmpty called after the last batch
   */
  constructor(most: number, take: (batch: T[]) => Promise<void>, onEmpty = (): void => {}) {
    this.#runner = new Runner({
      round: async () => {
        await take(this.#waiting.splice(0, most));
        if (this.#waiting.length > 0) this.#runner.wake();
        else onEmpty();
      },
      onFailure: (error) => {
        throw error;
      },
    });
  }

  add(item: T): void {
    this.#waiting.push(item);
    this.#runner.wake();
  }
}
