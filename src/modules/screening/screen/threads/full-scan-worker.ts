/**
 * A thread that searches all names of lists. It receives one name at a time and sends the hits, or null for too much
 * work.
 */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Pace } from '../../../../platform/background/pace.ts';
import {
  prepareName,
  type Segment,
  segmentFromBuffer,
  WorkLimit,
  WorkLimitReached,
} from '../../../../matching/index.ts';
import { findHits } from '../find-hits.ts';
import type { PlacedHit } from '../shown-hits.ts';
import type { SearchMessage, ThreadData } from './search-thread.ts';

/** The segments of the last search. Segments of other lists are released. */
let segments = new Map<number, Segment>();

function search({ subject, lists, threshold, mostWork }: SearchMessage): PlacedHit[] | null {
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

const { busy } = workerData as ThreadData;
// On Linux this sets the priority of the calling thread; elsewhere it would set that of the whole process.
if (busy && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
const pace = busy && new Pace(busy);

parentPort!.on('message', async (message: SearchMessage) => {
  pace?.begin();
  let hits: PlacedHit[] | null = null;
  try {
    hits = search(message);
  } catch (error) {
    if (!(error instanceof WorkLimitReached)) throw error;
  }
  await pace?.pause();
  parentPort!.postMessage(hits, []);
});
