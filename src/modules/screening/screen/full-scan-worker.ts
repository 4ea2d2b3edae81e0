/**
 * The thread that goes through all names of lists: one name to look for in, its hits out, or null for too much work.
 */
import { parentPort } from 'node:worker_threads';
import {
  prepareName,
  segmentFromBuffer,
  WorkLimit,
  WorkLimitReached,
  type Segment,
} from '../engine/index.ts';
import type { SearchMessage } from './full-scans.ts';
import { findHits } from './find-hits.ts';
import type { Hit } from './schemas.ts';

/** Segments of the last search: those of other lists are let go. */
let segments = new Map<number, Segment>();

function search({ subject, lists, threshold, mostWork }: SearchMessage): Hit[] | null {
  const known = segments;
  segments = new Map();
  const query = prepareName(subject.name, subject.aliases);
  const limit = new WorkLimit(mostWork);
  return lists.flatMap(({ listRevision, revision, parts }) => {
    const opened = parts.map(({ key, buffer, removed }) => {
      const segment = known.get(key) ?? segmentFromBuffer(buffer);
      segments.set(key, segment);
      return { segment, removed };
    });
    return findHits(subject, query, { listRevision, revision, parts: opened }, threshold, limit);
  });
}

parentPort!.on('message', (message: SearchMessage) => {
  let hits: Hit[] | null = null;
  try {
    hits = search(message);
  } catch (error) {
    if (!(error instanceof WorkLimitReached)) throw error;
  }
  parentPort!.postMessage(hits, []);
});
