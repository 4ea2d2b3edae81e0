import { MAX_TOKEN_CHARS } from '../../names/similarity/edit-distance.ts';
import { soundForm, consonantsOf } from '../../names/words/sounds.ts';
import { digitsOf, soundsOf } from '../../names/similarity/similarity.ts';
import { stemsIn } from '../../names/words/stems.ts';
import type { Token } from '../../names/types.ts';
import { readingsOfSign } from '../../names/words/sign-readings.ts';
import { SPELLING_CLASS, spellingOf } from '../../names/words/variants.ts';
import { hashText, SPACE } from '../reduce.ts';
import { letterClassKey } from './letter-class-keys.ts';

const CODES = 128;
/** The consonant for each letter in a skeleton; 0 for letters that have none. */
const CONSONANTS = Uint8Array.from({ length: CODES }, (_, code) =>
  consonantsOf(String.fromCharCode(code)).charCodeAt(0),
);

/**
 * Adds a letter of a sound form to its skeleton (`consonantsOf`) of `size` consonants. Returns the new number of
 * consonants.
 */
export function addConsonant(code: number, skeleton: Uint8Array, size: number): number {
  const consonant = code < CODES ? CONSONANTS[code]! : code & 255;
  if (consonant === 0 || size === skeleton.length) return size;
  if (size > 0 && skeleton[size - 1] === consonant) return size;
  skeleton[size] = consonant;
  return size + 1;
}

/** Writes the consonants of a sound form, up to the available space, and returns their number. */
export function writeSkeleton(form: string, skeleton: Uint8Array): number {
  let size = 0;
  for (let i = 0; i < form.length; i++) size = addConsonant(form.charCodeAt(i), skeleton, size);
  return size;
}

const EDITABLE: ReadonlySet<string> = new Set(['name', 'common', 'generic', 'place', 'title']);

/** Returns true if a word is compared by its letters. */
export function isEditable(token: Token): boolean {
  return token.key !== '' && EDITABLE.has(token.kind);
}

/** Emits a hash of the remaining key after each common stem. Both sides of a comparison do this. */
export function stemHashes(key: string, emit: (hash: number) => void): void {
  const add = (stem: string, rest: string): void => {
    if (rest.length < 3) return;
    const spelling = spellingOf(rest);
    if (spelling !== undefined) emit(hashText(SPACE.stemSpelling, `${stem}|${spelling}`));
    emit(hashText(SPACE.stemSound, `${stem}|${soundForm(rest)}`));
  };
  for (const { stem, isPrefix } of stemsIn(key)) {
    if (isPrefix) add(`${stem}-`, key.slice(stem.length));
    else add(`-${stem}`, key.slice(0, key.length - stem.length));
  }
}

const HAS_DIGIT = /\d/;
/** Returns the hash of a key's digits; undefined if it has none. */
export function digitsHash(key: string): number | undefined {
  return HAS_DIGIT.test(key) ? hashText(SPACE.digits, digitsOf(key)) : undefined;
}

/** Hash space for consonants; it separates the two kinds of scripts. */
export function consonantSpace(isConsonantal: boolean): number {
  return isConsonantal ? SPACE.consonantal : SPACE.skeleton;
}

const skeleton = new Uint8Array(MAX_TOKEN_CHARS);
function skeletonHash(form: string, isConsonantal: boolean): number {
  return letterClassKey(skeleton, writeSkeleton(form, skeleton), consonantSpace(isConsonantal));
}

/** Emits the keys of the words that a character can stand for. Both sides of a comparison do this. */
export function readingHashes(text: string, emit: (hash: number) => void): void {
  for (const reading of readingsOfSign(text)) {
    emit(hashText(SPACE.key, reading));
    const spelling = SPELLING_CLASS.get(reading);
    if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  }
}

/** Emits the keys that find a vocabulary word by rules other than letters. */
export function wordHashes(token: Token, emit: (hash: number) => void): void {
  const { key, text, kind, script } = token;
  if (key !== '') emit(hashText(SPACE.key, key));
  if (kind === 'legal' && text !== key) emit(hashText(SPACE.key, text));
  if (script !== 'latin' || key === '') emit(hashText(SPACE.text, text));
  readingHashes(text, emit);
  const { form, spelling } = soundsOf(token);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  if (!isEditable(token)) return;
  emit(skeletonHash(form.key, script === 'consonantal'));
  const ofDigits = digitsHash(key);
  if (ofDigits !== undefined) emit(ofDigits);
  stemHashes(key, emit);
  if (form.key !== key) stemHashes(form.key, emit);
}

/** Emits the keys that find a listed compound word by rules other than letters, for its key and its sound form. */
export function compoundHashes(
  key: string,
  form: string,
  isConsonantal: boolean,
  emit: (hash: number) => void,
): void {
  const spelling = spellingOf(key);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  stemHashes(key, emit);
  if (form !== key) stemHashes(form, emit);
  emit(skeletonHash(form, isConsonantal));
}
