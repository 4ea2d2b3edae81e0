/** Removes the last word of a company's name if the width of a field has cut it off: Rosneft Trading Compa. */
import { NARROWEST_FIELD } from '../words/field-width.ts';
import { LEGAL_CLASSES, mayBeginLegalForm } from '../words/legal-forms.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import {
  GENERIC_WORDS,
  ORGANIZATION_MARKERS,
  PARTICLES,
  PLACE_WORDS,
} from '../words/word-classes.ts';
import { without, type Field } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';

/** The minimum length: a shorter beginning may be a name, unless other words mark an organization. */
const SHORTEST_OF_FORM = 5;
const SHORTEST_WORD = 6;

const FORMS = Object.values(LEGAL_CLASSES).flat();
const WORDS = [
  ...FORMS.flatMap((form) => form.split(' ')),
  ...GENERIC_WORDS,
  ...ORGANIZATION_MARKERS,
].filter((word) => word.length >= SHORTEST_WORD);
const OTHERS = [GENERIC_WORDS, PLACE_WORDS, PARTICLES];

/** Returns true if a beginning of a word is itself a word. */
function isWord(part: string): boolean {
  return (
    OTHERS.some((words) => words.has(part)) ||
    (part.length >= SHORTEST_OF_FORM && SPELLING_CLASS.has(part)) ||
    (part.length > 1 && mayBeginLegalForm(part))
  );
}

/** Returns the beginnings of words that are not words themselves. */
function beginningsOf(words: readonly string[]): ReadonlySet<string> {
  const parts = words.flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at + 1)),
  );
  return new Set(parts.filter((part) => !isWord(part)));
}

/** Beginnings after a word that marks an organization, and beginnings after other words, which may be a person's. */
const BEGINNINGS = beginningsOf(WORDS);
const SURE_BEGINNINGS = beginningsOf(
  [...ORGANIZATION_MARKERS].filter((word) => word.length >= SHORTEST_WORD),
);

/** Legal forms of several words by their first one. */
const LONG_FORMS = Map.groupBy(
  FORMS.filter((form) => form.search(/^\S{4,} /u) >= 0),
  (form) => form.slice(0, form.indexOf(' ')),
);
const LONGEST_FORM = 6;
/** Letters of all legal forms, and of those of several short words (sadecv, coltd). */
const LETTERS_OF_FORMS: ReadonlySet<string> = new Set(
  FORMS.map((form) => form.replaceAll(' ', '')),
);
const LONGEST_LETTERS = 12;
const SHORT_FORMS = FORMS.filter((form) => form.search(/^[a-z]{1,3} /) >= 0)
  .map((form) => form.replaceAll(' ', ''))
  .filter((letters) => letters.length <= LONGEST_LETTERS);
const FEWEST_LETTERS = 3;
/** First words of legal forms of several words. */
export const FIRST_OF_FORMS: ReadonlySet<string> = new Set([
  ...LONG_FORMS.keys(),
  ...SHORT_FORMS.map((letters) => letters.slice(0, 1)),
  ...FORMS.filter((form) => form.search(/^[a-z]{2,3} /) >= 0).map((form) => form.split(' ')[0]!),
]);

/**
 * Returns true if a word at the end of a text may be cut off.
 * @param isCompany true if words mark the text as an organization's name
 */
function isBeginning(text: string, lastWord: string | undefined, isCompany: boolean): boolean {
  if (text.length < NARROWEST_FIELD || lastWord === undefined) return false;
  if (isCompany) return BEGINNINGS.has(lastWord);
  return lastWord.length >= SHORTEST_OF_FORM && SURE_BEGINNINGS.has(lastWord);
}

/** Returns true if words are the beginning of a legal form of several short words, which may be written letter by letter. */
function beginsShortForm(words: readonly string[]): boolean {
  const letters = words.join('');
  if (letters.length < FEWEST_LETTERS || letters.length > LONGEST_LETTERS) return false;
  if (!FIRST_OF_FORMS.has(words[0]!) || LETTERS_OF_FORMS.has(letters)) return false;
  return SHORT_FORMS.some((form) => form.startsWith(letters));
}

/** Returns the number of words at the end that begin a legal form of several words; 0 for none. */
function wordsOfForm(words: readonly PlacedWord[]): number {
  for (let span = Math.min(LONGEST_FORM, words.length - 1); span > 1; span--) {
    const said = words.slice(-span).map(({ key }) => key);
    const forms = LONG_FORMS.get(said[0]!) ?? [];
    const isLong = forms.some((form) => form !== said.join(' ') && form.startsWith(said.join(' ')));
    if (isLong || beginsShortForm(said)) return span;
  }
  return 0;
}

/** Returns a company without the beginning of a legal form or business word at its end; undefined if there is none. */
export function withoutCutOff(field: Field): Field | undefined {
  const { text } = field;
  const words = placedWords(text);
  const last = words.at(-1);
  if (last?.to !== text.length) return undefined;
  const span = text.length < NARROWEST_FIELD ? 1 : wordsOfForm(words) || 1;
  const { from } = words[words.length - span]!;
  const isCompany = words.some(
    ({ key }) => GENERIC_WORDS.has(key) || ORGANIZATION_MARKERS.has(key),
  );
  const isCut = span > 1 || isBeginning(text, last.key, isCompany);
  if (!isCut || words.length === span) return undefined;
  return without(field, text.slice(0, from), text.slice(from));
}

const WORD_AT_END = /[\p{L}\p{M}\p{N}]$/u;
/**
 * Returns false only for a text in which `withoutCutOff` finds nothing.
 * @param isCompany true if words mark the text as an organization's name
 * @param hasForm true if it has one of `FIRST_OF_FORMS`
 */
export function mayHaveCutOffEnd(
  text: string,
  lastWord: string | undefined,
  isCompany: boolean,
  hasForm: boolean,
): boolean {
  if (isBeginning(text, lastWord, isCompany)) return WORD_AT_END.test(text);
  return hasForm && withoutCutOff({ text, kind: 'asked', leftOut: [] }) !== undefined;
}
