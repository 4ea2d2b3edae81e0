import type { EntryInput } from '../entries.ts';
import { Segment } from '../segment.ts';
import { SegmentBuilder } from './builder.ts';
import { indexCollected, KeyIndexer } from './key-indexer.ts';

/** Entries between two checks of the clock: less than a millisecond of work. */
const SLICE = 16;

/**
 * Builds a segment on this thread, in small steps. Queries use the same code, so it is already loaded and compiled.
 * @param pause awaited between two steps to let other work run
 */
export async function buildInSteps(
  batches: AsyncIterable<readonly EntryInput[]>,
  pause: () => Promise<void>,
): Promise<Segment> {
  const builder = new SegmentBuilder();
  const indexer = new KeyIndexer();
  for await (const entries of batches)
    for (let at = 0; at < entries.length; at += SLICE) {
      for (const entry of entries.slice(at, at + SLICE)) builder.add(entry);
      indexer.add(builder.drain());
      await pause();
    }
  indexer.add(builder.drain());
  const order = builder.order();
  await pause();
  const compounds = indexCollected(indexer.collected());
  await pause();
  const names = builder.packNames(order);
  await pause();
  const indexed = indexer.finish(order);
  await pause();
  return new Segment(builder.finish(names, compounds, indexed));
}
