/**
 * A second thread for building a segment. It receives names as lists of words and sends the indexes. It also computes
 * values for the building thread's part of the indexes.
 */
import { parentPort } from 'node:worker_threads';
import { KeyIndexer, type Collected, type Indexed, type WordLists } from './key-indexer.ts';

export type ToIndexer =
  | { readonly task: 'add'; readonly lists: WordLists }
  | { readonly task: 'finish'; readonly order: Uint32Array };

export type FromIndexer =
  /** A batch is done. */
  | { readonly state: 'ready' }
  /** The result for the building thread, which would otherwise wait. */
  | { readonly state: 'collected'; readonly collected: Collected }
  | { readonly state: 'indexed'; readonly indexed: Indexed };

const indexer = new KeyIndexer();
function answer(message: FromIndexer, owned: readonly ArrayBufferView[] = []): void {
  return parentPort!.postMessage(
    message,
    owned.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

parentPort!.on('message', (message: ToIndexer) => {
  if (message.task === 'add') {
    indexer.add(message.lists);
    answer({ state: 'ready' });
    return;
  }
  const collected = indexer.collected();
  const { compounds, compoundKeys, ...others } = collected;
  answer(
    { state: 'collected', collected },
    [compounds, compoundKeys, others].flatMap(Object.values),
  );
  const indexed = indexer.finish(message.order);
  answer(
    { state: 'indexed', indexed },
    [indexed.vocabulary, indexed.indexes.arrays].flatMap(Object.values),
  );
  parentPort!.close();
});
