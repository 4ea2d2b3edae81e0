import { DEFAULT_THRESHOLD } from '../../../../names/index.ts';
import { findBriefly, type SearchedList } from '../find-hits.ts';

/** Enough to compile nearly all that later questions run. */
const QUESTIONS = 200;

/**
 * Asks for names of the largest list, spread over it, so that the first questions of others find compiled code and words
 * that are looked up.
 * @param pause awaited between two questions
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
