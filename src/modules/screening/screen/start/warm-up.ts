import { DEFAULT_THRESHOLD } from '../../../../names/index.ts';
import { findBriefly, type SearchedList } from '../find-hits.ts';

/** Enough to compile nearly all the code of later queries. */
const QUESTIONS = 200;

/**
 * Searches names spread over the largest list, so that the first queries of callers find compiled code and cached
 * words.
 * @param pause awaited between two queries
 */
export async function warmUp(
  lists: readonly SearchedList[],
  pause: () => Promise<void>,
): Promise<void> {
  const segments = lists.flatMap(({ parts }) => parts.map(({ segment }) => segment));
  const [largest] = segments.toSorted((a, b) => b.nameCount - a.nameCount);
  if (largest === undefined) return;
  const step = Math.ceil(largest.entryCount / QUESTIONS);
  for (let entry = 0; entry < largest.entryCount; entry += step) {
    findBriefly({ name: largest.entry(entry).name }, lists, () => DEFAULT_THRESHOLD);
    await pause();
  }
}
