/** The thread that builds one large segment: batches of entries in, its memory out. */
import { parentPort } from 'node:worker_threads';
import { SegmentBuilder } from './builder.ts';
import type { FromBuilder, ToBuilder } from './build-in-worker.ts';

const builder = new SegmentBuilder();
const answer = (message: FromBuilder): void => parentPort!.postMessage(message, []);

parentPort!.on('message', (message: ToBuilder) => {
  if (message.task === 'add') {
    for (const entry of message.entries) builder.add(entry);
    answer({ state: 'ready' });
    return;
  }
  answer({ state: 'built', buffer: builder.finish() });
  parentPort!.close();
});
answer({ state: 'ready' });
