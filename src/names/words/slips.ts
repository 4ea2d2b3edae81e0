/** Long words of legal forms, recognized despite one slip. */

/** A shorter word with a slip is just as likely another word. */
const SHORTEST_FORM = 7;
/** The minimum length of a word whose end is cut off. */
const SHORTEST_SLIP = SHORTEST_FORM - 1;
/** Maximum number of letters that may be cut off at the end (joint stock compa). */
const MOST_CUT = 2;

/** Returns true if a word is long enough to be recognized with a slip. */
export function mayBeSlip(word: string): boolean {
  return word.length >= SHORTEST_SLIP;
}

/**
 * Returns true if a word is the form with one slip after its first letter: one letter added, missing or different, two
 * letters swapped, or the end cut off.
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
