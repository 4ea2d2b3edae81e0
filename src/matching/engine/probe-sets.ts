import { FULL_NAMES_OF } from '../../names/words/nicknames.ts';
import { particleSpellings } from '../../names/similarity/particles.ts';
import { soundsOf } from '../../names/similarity/similarity.ts';
import { DROPPED_PREFIXES } from '../../names/words/stems.ts';
import type { Token } from '../../names/types.ts';
import { SPELLING_CLASS, spellingOf } from '../../names/words/variants.ts';
import { isEditable, readingHashes, stemHashes } from './index-keys.ts';
import { hashText, SPACE } from '../reduce.ts';

/** Short forms of each full name, and of each spelling class of full names. */
const SHORT_FORMS_OF: ReadonlyMap<string, readonly string[]> = (() => {
  const shorts = new Map<string, string[]>();
  const addShort = (full: string, short: string): void => {
    const list = shorts.get(full);
    if (list === undefined) shorts.set(full, [short]);
    else list.push(short);
  };
  for (const [short, fulls] of FULL_NAMES_OF) {
    for (const full of fulls) {
      addShort(full, short);
      const spelling = SPELLING_CLASS.get(full);
      if (spelling !== undefined) addShort(`:${spelling}`, short);
    }
  }
  return shorts;
})();

const NONE: readonly number[] = [];

/** Returns the hashes of words that rules other than letters may make similar to `token`. */
export function wordRules(token: Token): readonly number[] {
  const { key, text, kind, script } = token;
  const hashes: number[] = [];
  const add = (hash: number): void => void hashes.push(hash);
  const addKey = (word: string): void => add(hashText(SPACE.key, word));
  if (key !== '') addKey(key);
  if (kind === 'legal') addKey(text);
  if (script !== 'latin' || key === '') add(hashText(SPACE.text, text));
  readingHashes(text, add);
  const { spelling, form } = soundsOf(token);
  if (spelling !== undefined) add(hashText(SPACE.spelling, spelling));
  if (kind === 'particle') for (const word of particleSpellings(key)) addKey(word);
  if (!isEditable(token)) return hashes;
  // The initial that can abbreviate the word.
  addKey(key.slice(0, 1));
  for (const full of FULL_NAMES_OF.get(key) ?? []) {
    addKey(full);
    const head = SPELLING_CLASS.get(full);
    if (head !== undefined) add(hashText(SPACE.spelling, head));
    for (const short of SHORT_FORMS_OF.get(full) ?? []) addKey(short);
  }
  for (const short of SHORT_FORMS_OF.get(key) ?? []) addKey(short);
  if (spelling !== undefined)
    for (const short of SHORT_FORMS_OF.get(`:${spelling}`) ?? []) addKey(short);
  for (const prefix of DROPPED_PREFIXES) {
    if (key.length >= 3) addKey(prefix + key);
    if (key.startsWith(prefix) && key.length >= prefix.length + 3) addKey(key.slice(prefix.length));
  }
  stemHashes(key, add);
  if (form.key !== key) stemHashes(form.key, add);
  return hashes;
}

/**
 * Returns the hashes of joined readings that rules other than letters may make similar to a word with this key and
 * sound form.
 */
export function compoundRules(key: string, form: string): readonly number[] {
  if (key === '') return NONE;
  const hashes: number[] = [];
  const add = (hash: number): void => void hashes.push(hash);
  const spelling = spellingOf(key);
  if (spelling !== undefined) add(hashText(SPACE.spelling, spelling));
  stemHashes(key, add);
  if (form !== key) stemHashes(form, add);
  return hashes;
}
