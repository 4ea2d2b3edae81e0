/** The thread beside the one that builds a segment: names as lists of words in, the indexes out. */
import { parentPort } from 'node:worker_threads';
import { KeyIndexer, type WordLists } from './key-indexer.ts';

export type ToIndexer =
  | { readonly task: 'add'; readonly lists: WordLists }
  | { readonly task: 'finish'; readonly order: Uint32Array };

const indexer = new KeyIndexer();

parentPort!.on('message', (message: ToIndexer) => {
  if (message.task === 'add') {
    indexer.add(message.lists);
    return;
  }
  const indexed = indexer.finish(message.order);
  const arrays = [...Object.values(indexed.vocabulary), ...Object.values(indexed.indexes)];
  parentPort!.postMessage(
    indexed,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
  parentPort!.close();
});
