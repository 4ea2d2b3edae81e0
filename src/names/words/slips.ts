/** Long words of legal forms, recognised in spite of one slip. */

/** A shorter word is another one as easily. */
const SHORTEST_FORM = 7;
/** The letters that remain at least of such a word. */
const SHORTEST_SLIP = SHORTEST_FORM - 1;
/** The most letters that may be cut off at the end (joint stock compa). */
const MOST_CUT = 2;

/** Tells whether a word is long enough to be one with a slip. */
export function mayBeSlip(word: string): boolean {
  return word.length >= SHORTEST_SLIP;
}

/**
 * Tells whether a word is the form with a slip behind its first letter: one letter more, less or another, two
 * exchanged, or the end cut off.
 */
export function isSlipOf(word: string, form: string): boolean {
  if (form.length < SHORTEST_FORM || !mayBeSlip(word) || word[0] !== form[0]) return false;
  const longer = word.length - form.length;
  if (longer > 1 || longer < -MOST_CUT) return false;
  if (form.startsWith(word)) return true;
  let head = 1;
  while (head < word.length && word[head] === form[head]) head++;
  let tail = 0;
  const room = Math.min(word.length, form.length) - head;
  while (tail < room && word.at(-1 - tail) === form.at(-1 - tail)) tail++;
  const changed = Math.max(word.length, form.length) - head - tail;
  if (changed <= 1) return true;
  const areExchanged = word[head] === form[head + 1] && word[head + 1] === form[head];
  return changed === 2 && longer === 0 && areExchanged;
}
