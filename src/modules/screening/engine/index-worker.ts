/** The thread beside the one that builds a segment: names as lists of words in, the indexes out. */
import { parentPort } from 'node:worker_threads';
import { KeyIndexer, type Indexed, type WordLists } from './key-indexer.ts';

export type ToIndexer =
  | { readonly task: 'add'; readonly lists: WordLists }
  | { readonly task: 'finish'; readonly order: Uint32Array };

export type FromIndexer =
  /** A batch is done. */
  { readonly state: 'ready' } | { readonly state: 'indexed'; readonly indexed: Indexed };

const indexer = new KeyIndexer();
const answer = (message: FromIndexer, owned: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, owned);

parentPort!.on('message', (message: ToIndexer) => {
  if (message.task === 'add') {
    indexer.add(message.lists);
    answer({ state: 'ready' });
    return;
  }
  const indexed = indexer.finish(message.order);
  const arrays = [...Object.values(indexed.vocabulary), ...Object.values(indexed.indexes)];
  answer(
    { state: 'indexed', indexed },
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
  parentPort!.close();
});
