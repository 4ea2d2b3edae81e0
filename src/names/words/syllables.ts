import { scriptOf } from './ascii-keys.ts';
import { mayBeginLegalForm } from './legal-forms.ts';
import { nativeKey, nativeParts } from './native-spellings.ts';

/** The parts of a name that are compared. */
export type Units = {
  readonly texts: readonly string[];
  /** For each part, the number of the word that it is a syllable of; undefined if the name has no syllables. */
  readonly syllableOf: readonly (number | undefined)[] | undefined;
};

const HAN_ONLY = /^\p{Script=Han}+$/u;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** No character below this code is a syllable. This check is faster than the regular expression. */
const FIRST_SYLLABLE = 0x1100;
function hasSyllable(word: string): boolean {
  for (let i = 0; i < word.length; i++)
    if (word.charCodeAt(i) >= FIRST_SYLLABLE) return SYLLABLE.test(word);
  return false;
}

const AL = 'ال';
/** Matches the Arabic article before a word, with or without the word for servant before it (عبدالكريم). */
const ARTICLE = /^(عبد)?(ال)(\p{Script=Arabic}+)$/u;
/** A shorter word without vowels and article would resemble too many names. */
const LONG_LETTERS = 5;

/**
 * In Latin letters the Arabic article is a separate word (`al Zubaidi`). It is split off here too, unless it belongs
 * to a name (الياس).
 */
function withArticleApart(word: string): readonly string[] {
  if (!word.includes(AL) || nativeKey(word) !== undefined) return [word];
  const [, servant, article, name = ''] = ARTICLE.exec(word) ?? [];
  if (article === undefined || (name.length < LONG_LETTERS && nativeKey(name) === undefined))
    return [word];
  return servant === undefined ? [article, name] : [servant, article, name];
}

/**
 * Returns one token per syllable for Han and Hangul names. They are written without spaces, but their romanized forms
 * have them.
 */
export function unitsOf(written: readonly string[]): Units {
  const words = written.some((word) => word.includes(AL))
    ? written.flatMap(withArticleApart)
    : written;
  if (!words.some(hasSyllable)) return { texts: words, syllableOf: undefined };
  const isHanName = words.every((word) => HAN_ONLY.test(word)) && words.join('').length <= 4;
  const texts: string[] = [];
  const syllableOf: (number | undefined)[] = [];
  words.forEach((text, word) => {
    const script = scriptOf(text);
    // A name of several long segments (贝拉克 奥巴马) is a foreign name spelled by sound, whose syllables mean nothing.
    const isSplit = script === 'hangul' || (script === 'han' && (words.length === 1 || isHanName));
    const isKnown = nativeKey(text) !== undefined || mayBeginLegalForm(text);
    const known = script === 'han' && !isKnown ? nativeParts(text) : undefined;
    const syllables = known ?? (isSplit && !isKnown ? [...text] : []);
    const isOne = syllables.length < 2 || syllables.length > 5;
    for (const part of isOne ? [text] : syllables) {
      texts.push(part);
      syllableOf.push(isOne ? undefined : word);
    }
  });
  return { texts, syllableOf };
}
