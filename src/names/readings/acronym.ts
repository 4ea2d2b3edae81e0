/** Removes the acronym of a name next to the name: NIOC - National Iranian Oil Company. */
import { without, type Field } from './field.ts';
import { placedWords } from './phrases.ts';

/** Shorter acronyms may also be initials, and longer ones words. */
const LENGTH = { least: 3, most: 8 };
/** The maximum number of words without a letter in the acronym. */
const MOST_WITHOUT = 3;

/** Returns true if the letters are the first letters of words, in order. A few words may have no letter. */
function isOf(acronym: string, words: readonly string[]): boolean {
  const { length } = acronym;
  if (acronym[0] !== words[0]?.[0] || length < LENGTH.least || length > LENGTH.most) return false;
  if (words.length < length || words.length > length + MOST_WITHOUT) return false;
  let found = 0;
  for (const word of words) if (word[0] === acronym[found]) found++;
  return found === length;
}

/** Returns the place of an acronym of the name's other words; undefined without one. */
export function acronymIn(words: readonly string[]): 'first' | 'last' | undefined {
  if (words.length <= LENGTH.least) return undefined;
  const [first, last] = [words[0]!, words.at(-1)!];
  if (first[0] === words[1]![0] && isOf(first, words.slice(1))) return 'first';
  return last[0] === first[0] && isOf(last, words.slice(0, -1)) ? 'last' : undefined;
}

/** Returns a name without its acronym. */
export function withoutAcronym(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const place = acronymIn(words.map(({ key }) => key));
  if (place === undefined) return field;
  const from = words[place === 'first' ? 1 : words.length - 1]!.from;
  const [front, behind] = [text.slice(0, from), text.slice(from)];
  return place === 'first' ? without(field, behind, front) : without(field, front, behind);
}
