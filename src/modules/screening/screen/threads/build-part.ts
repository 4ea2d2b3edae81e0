import { yielder } from '../../../../platform/concurrency/yield-to-event-loop.ts';
import type { Version } from '../../../../platform/db/buckets/history.ts';
import { buildInSteps, buildInWorker, type EntryInput } from '../../../../matching/index.ts';
import { IdHashes, newPart, without, type Part } from '../parts.ts';

/** An entry with the revision of its list that added or changed it. */
export type Listed = EntryInput & { revision: number };

/**
 * Above this number of names, a separate thread is faster. This thread takes at most a second for this many, less than
 * starting the other and compiling its code.
 */
const BUILT_HERE = 25_000;
/** Counts the names of an entry of a global list, with its aliases. */
const NAMES_OF_GLOBAL = 2.5;

/**
 * Builds a part of a list: the entries up to a version.
 * @param batches may contain later entries, which are marked as removed
 * @param entries their approximate number
 * @returns the part, and the ids of all entries of the batches
 */
export async function buildPart(
  batches: AsyncIterable<Listed[]>,
  version: Version,
  { entries, global }: { entries: number; global: boolean },
): Promise<{ part: Part; ids: Set<string> }> {
  const hashes = new IdHashes();
  const ids = new Set<string>();
  const late = new Set<string>();
  const noted = async function* (): AsyncGenerator<Listed[]> {
    for await (const batch of batches) {
      for (const entry of batch) {
        hashes.add(entry);
        ids.add(entry.id);
        if (entry.revision > version.revision) late.add(entry.id);
      }
      yield batch;
    }
  };
  const segment =
    entries * (global ? NAMES_OF_GLOBAL : 1) > BUILT_HERE
      ? await buildInWorker(noted())
      : await buildInSteps(noted(), yielder());
  return { part: without(newPart(segment, version, hashes), late), ids };
}
