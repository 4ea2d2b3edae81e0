import { Worker } from 'node:worker_threads';
import type { EntryInput } from './entries.ts';
import { Segment } from './segment.ts';

export type ToBuilder =
  | { readonly task: 'add'; readonly entries: readonly EntryInput[] }
  | { readonly task: 'finish' };
export type FromBuilder =
  | { readonly state: 'ready' }
  | { readonly state: 'built'; readonly buffer: SharedArrayBuffer };

const SCRIPT = new URL('./build-worker.ts', import.meta.url);

/** Answers of the thread in order; rejects when it ends before the last one. */
class Answers {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  async next(): Promise<FromBuilder> {
    const { promise, resolve, reject } = Promise.withResolvers<FromBuilder>();
    const onExit = (code: number): void =>
      reject(new Error(`the thread that builds a segment ended with code ${code}`));
    this.#worker.once('message', resolve).once('error', reject).once('exit', onExit);
    try {
      return await promise;
    } finally {
      this.#worker.off('message', resolve).off('error', reject).off('exit', onExit);
    }
  }
}

/**
 * Builds a segment on a thread of its own, so that this one goes on answering. One batch is in the thread at a
 * time: the next is asked for when it has been taken in. Rejects when the batches or the thread fail; the
 * thread is gone afterwards in any case.
 */
export const buildInWorker = async (
  batches: AsyncIterable<readonly EntryInput[]>,
): Promise<Segment> => {
  // Neither the environment nor the flags of the process, which may be of no use to a thread.
  const worker = new Worker(SCRIPT, { env: {}, execArgv: [] });
  const answers = new Answers(worker);
  try {
    await answers.next();
    for await (const entries of batches) {
      const taken = answers.next();
      worker.postMessage({ task: 'add', entries } satisfies ToBuilder, []);
      await taken;
    }
    const built = answers.next();
    worker.postMessage({ task: 'finish' } satisfies ToBuilder, []);
    const answer = await built;
    if (answer.state !== 'built') throw new Error('the thread answered out of turn');
    return new Segment(answer.buffer);
  } finally {
    await worker.terminate();
  }
};
