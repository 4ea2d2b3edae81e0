import { Runner } from './runner.ts';

/**
 * Takes together what comes at the same time: what one turn of the event loop brings, and what came while the batch
 * before it was under way.
 */
export class Batcher<T> {
  readonly #runner: Runner;
  #waiting: T[] = [];

  /**
   * @param most of one batch
   * @param take is called for one batch after the other; must not throw
   * @param onEmpty is called when the last was taken
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
