/** The thread that builds one large segment: batches of entries in, its memory out. */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { SegmentBuilder } from './builder.ts';
import type { FromBuilder, ToBuilder } from './build-in-worker.ts';
import type { ToIndexer } from './index-worker.ts';
import type { Indexed } from './key-indexer.ts';

/** Batches that may be on their way to this thread, so that the next is there when one is done. */
const AHEAD = 2;

const builder = new SegmentBuilder();
// The half of the work that names and words in numbers suffice for. Its failure ends this thread.
const indexer = new Worker(new URL('./index-worker.ts', import.meta.url), {
  env: {},
  execArgv: [],
});
const answer = (message: FromBuilder): void => parentPort!.postMessage(message, []);
const index = (message: ToIndexer, owned: ArrayBuffer[]): void =>
  indexer.postMessage(message, owned);

const finish = async (): Promise<void> => {
  const indexed = once(indexer, 'message') as Promise<[Indexed]>;
  const order = builder.order();
  index({ task: 'finish', order }, []);
  const names = builder.packNames(order);
  answer({ state: 'built', buffer: builder.finish(names, (await indexed)[0]) });
  parentPort!.close();
};

parentPort!.on('message', (message: ToBuilder) => {
  if (message.task === 'finish') {
    void finish();
    return;
  }
  for (const entry of message.entries) builder.add(entry);
  const lists = builder.drain();
  index({ task: 'add', lists }, [
    lists.ids.buffer as ArrayBuffer,
    lists.lengths.buffer as ArrayBuffer,
  ]);
  answer({ state: 'ready' });
});
for (let i = 0; i < AHEAD; i++) answer({ state: 'ready' });
