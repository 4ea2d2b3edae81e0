/** The thread that goes through all names of lists: one name to look for in, its hits out. */
import { parentPort } from 'node:worker_threads';
import { prepareName, segmentFromBuffer, type Segment } from '../engine/index.ts';
import type { SearchMessage } from './exhaustive-searches.ts';
import { findHits } from './find-hits.ts';

/** Of the last search: what belongs to other lists is let go. */
let segments = new Map<number, Segment>();

parentPort!.on('message', ({ subject, lists, threshold }: SearchMessage) => {
  const known = segments;
  segments = new Map();
  const query = prepareName(subject.name);
  const hits = lists.flatMap(({ head, parts }) => {
    const opened = parts.map(({ key, buffer, removed }) => {
      const segment = known.get(key) ?? segmentFromBuffer(buffer);
      segments.set(key, segment);
      return { segment, removed };
    });
    return findHits(subject, query, { head, parts: opened }, threshold);
  });
  parentPort!.postMessage(hits, []);
});
