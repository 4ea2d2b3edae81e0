import { scriptOf } from './ascii-keys.ts';
import { mayBeginLegalForm } from './legal-forms.ts';
import { nativeKey, nativeParts } from './native-spellings.ts';

/** The parts of a name that are compared. */
export type Units = {
  readonly texts: readonly string[];
  /** The word that each is a syllable of, if any is one. */
  readonly syllableOf: readonly (number | undefined)[] | undefined;
};

const HAN_ONLY = /^\p{Script=Han}+$/u;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** No letter before is one; to ask the expression of every word would take longer. */
const FIRST_SYLLABLE = 0x1100;
function hasSyllable(word: string): boolean {
  for (let i = 0; i < word.length; i++)
    if (word.charCodeAt(i) >= FIRST_SYLLABLE) return SYLLABLE.test(word);
  return false;
}

const AL = 'ال';
/** The Arabic article before a word, behind a word for servant (عبدالكريم) or without one. */
const ARTICLE = /^(عبد)?(ال)(\p{Script=Arabic}+)$/u;
/** Without vowels and article a shorter word is alike to too many names. */
const LONG_LETTERS = 5;

/** The Arabic article is a word in Latin letters (`al Zubaidi`): it is one here, unless it belongs to a name (الياس). */
function withArticleApart(word: string): readonly string[] {
  if (!word.includes(AL) || nativeKey(word) !== undefined) return [word];
  const [, servant, article, name = ''] = ARTICLE.exec(word) ?? [];
  if (article === undefined || (name.length < LONG_LETTERS && nativeKey(name) === undefined))
    return [word];
  return servant === undefined ? [article, name] : [servant, article, name];
}

/** Han and Hangul names are written without spaces: one token per syllable, as the romanised forms have. */
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
    // Several long segments (贝拉克 奥巴马) are a foreign name spelled by sound, whose syllables mean nothing.
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
