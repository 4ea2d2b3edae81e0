/** The screening index: names of lists in shared memory, searched with the answers of `scan`. */
export { buildSegment, Segment, segmentFromBuffer, type SegmentHit } from './segment.ts';
export { SegmentBuilder } from './builder.ts';
export { buildInWorker } from './build-in-worker.ts';
export { prepareQuery, type PreparedQuery } from './prepare.ts';
export { searchSegment } from './search.ts';
export type { EntryInput, NameQuality, SegmentEntry } from './entries.ts';
