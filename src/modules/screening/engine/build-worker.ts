/** The thread that builds one large segment: batches of entries in, its memory out. */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { SegmentBuilder } from './builder.ts';
import type { FromBuilder, ToBuilder } from './build-in-worker.ts';
import type { EntryInput } from './entries.ts';
import type { ToIndexer } from './index-worker.ts';
import type { Indexed } from './key-indexer.ts';

/** Batches that may be on their way to this thread, so that the next is there when one is done. */
const AHEAD = 2;
/** With fewer names a thread that makes the indexes is not worth its start. */
const ALONE = 10_000;
const INDEXER = new URL('./index-worker.ts', import.meta.url);

const builder = new SegmentBuilder();
let indexer: Worker | undefined;
const answer = (message: FromBuilder): void => parentPort!.postMessage(message, []);

const add = (entries: readonly EntryInput[]): void => {
  for (const entry of entries) builder.add(entry);
  if (builder.nameCount < ALONE) return;
  // Its failure ends this thread too.
  indexer ??= new Worker(INDEXER, { env: {}, execArgv: [] });
  const lists = builder.drain();
  const owned = [lists.ids.buffer, lists.lengths.buffer] as ArrayBuffer[];
  indexer.postMessage({ task: 'add', lists } satisfies ToIndexer, owned);
};

const finish = async (): Promise<SharedArrayBuffer> => {
  if (indexer === undefined) return builder.finishAlone();
  const indexed = once(indexer, 'message') as Promise<[Indexed]>;
  const order = builder.order();
  indexer.postMessage({ task: 'finish', order } satisfies ToIndexer, []);
  const names = builder.packNames(order);
  return builder.finish(names, (await indexed)[0]);
};

parentPort!.on('message', async (message: ToBuilder) => {
  if (message.task === 'add') {
    add(message.entries);
    answer({ state: 'ready' });
    return;
  }
  answer({ state: 'built', buffer: await finish() });
  parentPort!.close();
});
for (let i = 0; i < AHEAD; i++) answer({ state: 'ready' });
