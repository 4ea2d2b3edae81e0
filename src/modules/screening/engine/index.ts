/** The screening index: names of lists in shared memory, searched with the answers of `scan`. */
export { buildSegment, Segment, segmentFromBuffer } from './segment.ts';
export { SegmentBuilder } from './builder.ts';
export { buildInWorker } from './build-in-worker.ts';
export { prepareQuery, type PreparedQuery } from './prepare.ts';
export { searchSegment, type SegmentHit } from './search.ts';
export type { EntryInput, NameQuality, SegmentEntry } from './entries.ts';
