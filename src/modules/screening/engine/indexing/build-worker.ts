/** The thread that builds one large segment: batches of entries in, its memory out. */
import { parentPort, Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../../platform/script.ts';
import { SegmentBuilder } from './builder.ts';
import type { FromBuilder, ToBuilder } from './build-in-worker.ts';
import type { EntryInput } from '../entries.ts';
import type { FromIndexer, ToIndexer } from './index-worker.ts';
import { indexCollected, type Indexed, type Indexes } from './key-indexer.ts';

/** Batches that may be on their way to this thread, so that the next is there when one is done. */
const AHEAD = 2;
/** Batches that the thread of the indexes may be behind by before no more are asked for. */
const MOST_BEHIND = 16;
/** With fewer names a thread that makes the indexes is not worth its start. */
const ALONE = 10_000;
const INDEXER = scriptBeside(import.meta.url, './index-worker');

const builder = new SegmentBuilder();
let indexer: Worker | undefined;
const compounds = Promise.withResolvers<Indexes>();
const indexed = Promise.withResolvers<Indexed>();
/** Batches that it has not done, and batches that were not asked for because of these. */
let behind = 0;
let owed = 0;
function answer(message: FromBuilder): void {
  return parentPort!.postMessage(message, []);
}

/** Its failure ends this thread too. */
function startIndexer(): Worker {
  const thread = new Worker(INDEXER, { env: {}, execArgv: [] });
  thread.on('message', (message: FromIndexer) => {
    // The message is not kept any longer: memory is fullest when the segment is put together.
    if (message.state === 'collected') compounds.resolve(indexCollected(message.collected));
    if (message.state === 'indexed') indexed.resolve(message.indexed);
    if (message.state !== 'ready') return;
    behind -= 1;
    if (owed === 0) return;
    owed -= 1;
    answer({ state: 'ready' });
  });
  return thread;
}

function add(entries: readonly EntryInput[]): void {
  for (const entry of entries) builder.add(entry);
  if (builder.nameCount >= ALONE) {
    indexer ??= startIndexer();
    const lists = builder.drain();
    const owned = [lists.ids.buffer, lists.lengths.buffer] as ArrayBuffer[];
    indexer.postMessage({ task: 'add', lists } satisfies ToIndexer, owned);
    behind += 1;
  }
  if (behind > MOST_BEHIND) owed += 1;
  else answer({ state: 'ready' });
}

async function finish(): Promise<SharedArrayBuffer> {
  if (indexer === undefined) return builder.finishAlone();
  const order = builder.order();
  indexer.postMessage({ task: 'finish', order } satisfies ToIndexer, []);
  const names = builder.packNames(order);
  return builder.finish(names, await compounds.promise, await indexed.promise);
}

parentPort!.on('message', async (message: ToBuilder) => {
  if (message.task === 'add') {
    add(message.entries);
    return;
  }
  answer({ state: 'built', buffer: await finish() });
  parentPort!.close();
});
for (let i = 0; i < AHEAD; i++) answer({ state: 'ready' });
