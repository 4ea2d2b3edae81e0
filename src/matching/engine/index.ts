/** The screening index: names of lists in shared memory. A search returns the same hits as `scan`. */
export { buildSegment, Segment, segmentFromBuffer, type SegmentHit } from './segment.ts';
export { buildInSteps } from './indexing/build-in-steps.ts';
export { buildInWorker } from './indexing/build-in-worker.ts';
export { prepareQuery } from './prepare.ts';
export { leftOutOf } from './left-out.ts';
export {
  type AskedReading,
  prepareName,
  searchAcronyms,
  searchName,
  type PreparedName,
} from './readings.ts';
export { WorkLimit, WorkLimitReached, type SearchLimit } from './search/limit.ts';
export { searchCutOff } from './search/cut-off.ts';
export { searchSegment } from './search/search.ts';
export type { EntryInput, SegmentEntry } from './entries.ts';
export type { ReadLabels } from './listed/listed-labels.ts';
