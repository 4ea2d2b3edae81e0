/** Compares Han signs with words in Latin letters. */
import type { Token } from '../types.ts';
import { readingsOfSign } from '../words/sign-readings.ts';
import { SPELLING_CLASS } from '../words/variants.ts';

/**
 * Returns true if a word is another reading of a word in another script.
 * @param spelling the class of the word's spellings, if a table has it
 */
export function isReadAs(sign: Token, word: Token, spelling: string | undefined): boolean {
  const readings = readingsOfSign(sign.text);
  if (readings.length === 0) return false;
  return readings.some(
    (reading) =>
      reading === word.key || (spelling !== undefined && SPELLING_CLASS.get(reading) === spelling),
  );
}

/** Matches words of syllables in pinyin. */
const PINYIN = (() => {
  const palatal = '[jqx](?:iang|ian|iao|iong|ing|ie|in|ia|iu|i|uan|ue|un|u)';
  const other =
    '(?:zh|ch|sh|[bpmfdtnlgkhrzcsyw])?(?:iang|uang|ang|eng|ong|ian|iao|ing|uan|uai|ai|an|ao|ei|en|er|ie|in|iu|ia|ou|ua|ue|ui|un|uo|a|e|i|o|u)';
  return new RegExp(`^(?:${palatal}|${other})+$`);
})();
/**
 * Matches words with letters with which only pinyin begins a syllable, and no other romanization of Chinese or Korean.
 */
const ONLY_PINYIN = /^(?:zh|[qx])/;

/** Returns the sign and the word in Latin letters of a pair; undefined for other pairs. */
function signAndWord(a: Token, b: Token): readonly [Token, Token] | undefined {
  if (a.script === 'han' && b.script === 'latin') return [a, b];
  return b.script === 'han' && a.script === 'latin' ? [b, a] : undefined;
}

/**
 * Returns true if a word is the pinyin of other signs, even if a table lists both as spellings. Jiang is not Zhang,
 * although Korean has one spelling for both.
 */
export function isOtherPinyin(a: Token, b: Token): boolean {
  const pair = signAndWord(a, b);
  if (pair === undefined || !ONLY_PINYIN.test(pair[1].key)) return false;
  const [sign, word] = pair;
  return (
    sign.key !== word.key && PINYIN.test(word.key) && !readingsOfSign(sign.text).includes(word.key)
  );
}

/** Returns true if a word is the pinyin of other signs and therefore no slip of this pinyin (Zhiqiang, Zhiqing). */
export function isPinyinOfOthers(a: Token, b: Token): boolean {
  const pair = signAndWord(a, b);
  return pair !== undefined && PINYIN.test(pair[1].key);
}
