/**
 * A thread that builds large segments, one after the other. It receives batches of entries and sends the memory of
 * the segment.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../platform/files.ts';
import { SegmentBuilder } from './builder.ts';
import type { FromBuilder, ToBuilder } from './build-in-worker.ts';
import type { EntryInput } from '../entries.ts';
import type { FromIndexer, ToIndexer } from './index-worker.ts';
import { indexCollected, type Indexed, type Indexes } from './key-indexer.ts';

/** The number of batches sent ahead to this thread, so that it never waits for the next one. */
const AHEAD = 2;
/** The number of batches that the indexing thread may lag behind. Beyond it, this thread requests no more. */
const MOST_BEHIND = 16;
const INDEXER = scriptBeside(import.meta.url, './index-worker');

function answer(message: FromBuilder): void {
  return parentPort!.postMessage(message, []);
}

/** The work on one segment. */
class Build {
  readonly #builder = new SegmentBuilder();
  readonly #alone: number;
  #indexer: Worker | undefined;
  readonly #compounds = Promise.withResolvers<Indexes>();
  readonly #indexed = Promise.withResolvers<Indexed>();
  /** The number of batches that the indexer has not finished, and of batches not requested because of them. */
  #behind = 0;
  #owed = 0;

  /** @param alone if false, a second thread builds the indexes */
  constructor(alone: number) {
    this.#alone = alone;
    for (let i = 0; i < AHEAD; i++) answer({ state: 'ready' });
  }

  /** If the indexer fails, this thread also ends. */
  #startIndexer(): Worker {
    const thread = new Worker(INDEXER, { env: {}, execArgv: [] });
    thread.on('message', (message: FromIndexer) => {
      // Drops the message, because memory use is highest while the segment is assembled.
      if (message.state === 'collected') this.#compounds.resolve(indexCollected(message.collected));
      if (message.state === 'indexed') this.#indexed.resolve(message.indexed);
      if (message.state !== 'ready') return;
      this.#behind -= 1;
      if (this.#owed === 0) return;
      this.#owed -= 1;
      answer({ state: 'ready' });
    });
    return thread;
  }

  add(entries: readonly EntryInput[]): void {
    for (const entry of entries) this.#builder.add(entry);
    if (this.#builder.nameCount > this.#alone) {
      this.#indexer ??= this.#startIndexer();
      const lists = this.#builder.drain();
      const owned = [lists.ids.buffer, lists.lengths.buffer] as ArrayBuffer[];
      this.#indexer.postMessage({ task: 'add', lists } satisfies ToIndexer, owned);
      this.#behind += 1;
    }
    if (this.#behind > MOST_BEHIND) this.#owed += 1;
    else answer({ state: 'ready' });
  }

  async finish(): Promise<SharedArrayBuffer> {
    if (this.#indexer === undefined) return this.#builder.finishAlone();
    const order = this.#builder.order();
    this.#indexer.postMessage({ task: 'finish', order } satisfies ToIndexer, []);
    const names = this.#builder.packNames(order);
    return this.#builder.finish(names, await this.#compounds.promise, await this.#indexed.promise);
  }
}

let build: Build | undefined;
parentPort!.on('message', async (message: ToBuilder) => {
  if (message.task === 'start') build = new Build(message.alone);
  else if (message.task === 'add') build!.add(message.entries);
  else {
    const buffer = await build!.finish();
    build = undefined;
    answer({ state: 'built', buffer });
  }
});
