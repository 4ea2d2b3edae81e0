/** Finds the words of a name that one of its readings lacks. */
import { foldedWords } from '../../names/index.ts';
import type { AskedReading } from './readings.ts';

type Word = { readonly key: string; readonly from: number; readonly to: number };

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu), ({ 0: word, index }) => ({
    key: foldedWords(word).join(''),
    from: index,
    to: index + word.length,
  })).filter(({ key }) => key !== '');
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns true, and reduces the count of a word, if the word has a count left. */
function takes(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
}

/**
 * Returns true if the reading writes the words of a run differently (v.d. as van der): it has other words at the same
 * place.
 */
function isRewritten(
  before: string | undefined,
  keys: readonly string[],
  own: ReadonlySet<string>,
): boolean {
  const next = keys[before === undefined ? 0 : keys.indexOf(before) + 1];
  return next !== undefined && !own.has(next);
}

/**
 * Returns the words of the whole name that a reading lacks, in order. Together with the text of the reading they are
 * all words of the name.
 */
export function leftOutOf({ whole, text, leftOut }: AskedReading): string[] {
  const words = wordsOf(whole);
  const keys = wordsOf(text).map(({ key }) => key);
  const own = new Set(words.map(({ key }) => key));
  const matched = counted(keys);
  const isMatched = words.map(({ key }) => takes(matched, key));
  const said = counted(leftOut.flatMap((part) => wordsOf(part).map(({ key }) => key)));
  const isSaid = words.map(({ key }, i) => !isMatched[i] && takes(said, key));
  const parts = leftOut.map((part) => ({ part, from: whole.indexOf(part) }));
  for (let i = 0; i < words.length; i++) {
    if (isMatched[i] || isSaid[i]) continue;
    let end = i;
    while (end + 1 < words.length && !isMatched[end + 1] && !isSaid[end + 1]) end += 1;
    const part = whole.slice(words[i]!.from, words[end]!.to);
    const before = isMatched[i - 1] ? words[i - 1]!.key : undefined;
    const mayBeRewritten = i === 0 || before !== undefined;
    if (!mayBeRewritten || !isRewritten(before, keys, own))
      parts.push({ part, from: words[i]!.from });
    i = end;
  }
  return parts.toSorted((a, b) => a.from - b.from).map(({ part }) => part);
}
