import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../../platform/script.ts';
import type { EntryInput } from '../entries.ts';
import { Segment } from '../segment.ts';

export type ToBuilder =
  | { readonly task: 'add'; readonly entries: readonly EntryInput[] }
  | { readonly task: 'finish' };
export type FromBuilder =
  /** There is room for a batch. */
  { readonly state: 'ready' } | { readonly state: 'built'; readonly buffer: SharedArrayBuffer };

const SCRIPT = scriptBeside(import.meta.url, './build-worker');

/**
 * Builds a segment on threads of its own, so that this one goes on answering. Two batches at most are on their way to
 * the thread or in it: the next is asked for when there is room. Rejects when the batches or the thread fail; the
 * threads are gone afterwards in any case.
 */
export async function buildInWorker(
  batches: AsyncIterable<readonly EntryInput[]>,
): Promise<Segment> {
  // Neither the environment nor the flags of the process, which may be of no use to a thread.
  const worker = new Worker(SCRIPT, { env: {}, execArgv: [] });
  const answers = on(worker, 'message', { close: ['exit'] }) as AsyncIterator<[FromBuilder]>;
  const next = async (): Promise<FromBuilder> => {
    const { done, value } = await answers.next();
    if (done) throw new Error('the thread that builds a segment ended before it was done');
    return value[0];
  };
  const send = (message: ToBuilder): void => worker.postMessage(message, []);
  try {
    for await (const entries of batches) {
      await next();
      send({ task: 'add', entries });
    }
    send({ task: 'finish' });
    for (;;) {
      const answer = await next();
      if (answer.state === 'built') return new Segment(answer.buffer);
    }
  } finally {
    await worker.terminate();
  }
}
