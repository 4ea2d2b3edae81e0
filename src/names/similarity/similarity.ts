import { MAX_TOKEN_CHARS, soundDistance } from './edit-distance.ts';
import { letterSets } from './letter-sets.ts';
import { isSameParticle } from './particles.ts';
import { graded, gradeDistance, restAfterStem } from './grading.ts';
import { isOtherPinyin, isPinyinOfOthers, isReadAs } from './signs.ts';
import { ALPHABETIC } from '../words/ascii-keys.ts';
import { isGlued } from '../words/initials.ts';
import { areSameSigns } from '../words/han-variants.ts';
import { FULL_NAMES_OF } from '../words/nicknames.ts';
import { skeletonOf, soundForm } from '../words/sounds.ts';
import { isSlavicForm } from '../words/slavic-forms.ts';
import { DROPPED_PREFIXES } from '../words/stems.ts';
import type { Sounds, Token, TokenClass } from '../types.ts';
import { SPELLING_CLASS, spellingOf } from '../words/variants.ts';

export type MatchKind =
  | 'exact'
  | 'variant'
  | 'nickname'
  | 'initial'
  | 'edit'
  | 'joined'
  | 'acronym'
  | 'none';

export type TokenMatch = {
  /** From 0 (different) to 1 (same). */
  readonly similarity: number;
  readonly match: MatchKind;
};

/** Similarity of two spellings that the variant table lists for one name. */
const VARIANT_SIMILARITY = 0.97;
/** Similarity of a word and its transcription, letter by letter, in another alphabet. */
const TRANSLITERATED_SIMILARITY = 0.99;
/** Similarity of a word in traditional and in simplified characters. */
const SIMPLIFIED_SIMILARITY = 0.99;
/** Highest similarity of two words by their sound forms. */
export const SAME_SOUND_SIMILARITY = 0.94;
const NICKNAME_SIMILARITY = 0.86;
/** Similarity of a word and its initial. */
export const INITIAL_SIMILARITY = 0.93;
/** Highest similarity of a word of a script without vowels and one of another script. */
export const SKELETON_SIMILARITY = 0.9;
/** The same for words with two consonants: too many names share them. */
export const SHORT_SKELETON_SIMILARITY = 0.7;
/**
 * Highest similarity of two words that differ in the ending of the gender: Antonio and Antonia, Karim and Karima,
 * Ivanov and Ivanova.
 */
const GENDER_CAP = 0.6;
/**
 * Business words that are less similar than this are different. Most company names contain some, so a lower limit would
 * make every company a candidate.
 */
export const GENERIC_FROM = 0.695;
/** Highest similarity of two different known names, even if their letters are similar. */
const KNOWN_DIFFERENT_CAP = 0.45;

/** The result for two words that are not alike. */
export const NONE: TokenMatch = { similarity: 0, match: 'none' };

/** Returns the values derived from a token's key, computed once. */
export function soundsOf(token: Token): Sounds {
  if (token.sounds !== undefined) return token.sounds;
  token.sounds = {
    letters: letterSets(token.key),
    form: letterSets(soundForm(token.key)),
    skeleton: undefined,
    spelling: spellingOf(token.key),
    fullNames: FULL_NAMES_OF.get(token.key),
  };
  return token.sounds;
}

/** Returns the similarity of two sound forms with this distance; `length` is that of the longer one. */
export function ofSounds(distance: number, length: number): number {
  if (distance > 0) return gradeDistance(distance, length) * SAME_SOUND_SIMILARITY;
  return length > 2 ? SAME_SOUND_SIMILARITY : 0.7;
}

function editSimilarity(a: Token, b: Token): number {
  const soundsA = soundsOf(a);
  const soundsB = soundsOf(b);
  let best = graded(soundsA.letters, soundsB.letters);
  if (soundsA.form.key === soundsB.form.key) {
    best = Math.max(best, ofSounds(0, soundsA.form.key.length));
  } else if (soundsA.form.key !== a.key || soundsB.form.key !== b.key) {
    const bySound = graded(soundsA.form, soundsB.form);
    best = Math.max(best, bySound * SAME_SOUND_SIMILARITY);
  }
  if (best === 0 || best >= SAME_SOUND_SIMILARITY) return best;
  const rest = restAfterStem(a.key, b.key) ?? restAfterStem(soundsA.form.key, soundsB.form.key);
  if (rest === undefined) return best;
  const [restA, restB] = rest;
  const classA = SPELLING_CLASS.get(restA);
  if (classA !== undefined && classA === SPELLING_CLASS.get(restB)) return VARIANT_SIMILARITY;
  const formA = soundForm(restA);
  const formB = soundForm(restB);
  if (formA === formB) return SAME_SOUND_SIMILARITY;
  return Math.min(best, graded(letterSets(restA), letterSets(restB)));
}

function isShortForm(fulls: ReadonlySet<string> | undefined, long: Token): boolean {
  if (fulls === undefined) return false;
  if (fulls.has(long.key)) return true;
  const head = soundsOf(long).spelling;
  if (head === undefined) return false;
  for (const full of fulls) if (SPELLING_CLASS.get(full) === head) return true;
  return false;
}

/**
 * Returns true if the long name is the short one with a prefix that daily use drops (Oluwaseun, Seun). At least three
 * letters must remain.
 */
function isDroppedPrefix(short: string, long: string): boolean {
  return (
    short.length >= 3 &&
    long.length > short.length &&
    long.endsWith(short) &&
    DROPPED_PREFIXES.includes(long.slice(0, -short.length))
  );
}

function shareFullName(a: Sounds, b: Sounds): boolean {
  const { fullNames } = b;
  if (a.fullNames === undefined || fullNames === undefined) return false;
  return [...a.fullNames].some((full) => fullNames.has(full));
}

function compareShortForms(a: Token, b: Token, soundsA: Sounds, soundsB: Sounds): number {
  if (isShortForm(soundsA.fullNames, b) || isShortForm(soundsB.fullNames, a))
    return NICKNAME_SIMILARITY;
  if (isDroppedPrefix(a.key, b.key) || isDroppedPrefix(b.key, a.key)) return NICKNAME_SIMILARITY;
  return shareFullName(soundsA, soundsB) ? NICKNAME_SIMILARITY - 0.05 : 0;
}

function compareNative(a: Token, b: Token): TokenMatch {
  // Syllables in one script are compared as written: homophones are different names.
  if (a.text === b.text) return { similarity: 1, match: 'exact' };
  if (a.key === b.key && areSameSigns(a.text, b.text))
    return { similarity: SIMPLIFIED_SIMILARITY, match: 'variant' };
  return a.key === b.key ? { similarity: 0.5, match: 'edit' } : { similarity: 0, match: 'none' };
}

/** Returns the similarity of two words by their consonants; `length` is that of the longer one. */
export function ofConsonants(distance: number, length: number): number {
  if (length < 2) return 0;
  const most = length === 2 ? SHORT_SKELETON_SIMILARITY : SKELETON_SIMILARITY;
  return most * gradeDistance(distance, length);
}

function compareSkeletons(a: Token, b: Token): TokenMatch {
  const skeletonA = (soundsOf(a).skeleton ??= skeletonOf(a.key));
  const skeletonB = (soundsOf(b).skeleton ??= skeletonOf(b.key));
  const length = Math.min(Math.max(skeletonA.length, skeletonB.length), MAX_TOKEN_CHARS);
  const similarity = ofConsonants(soundDistance(skeletonA, skeletonB), length);
  if (similarity === 0) return NONE;
  return { similarity, match: skeletonA === skeletonB ? 'variant' : 'edit' };
}

/** Returns true if words of a class are abbreviated to initials. */
export function isGivenAsInitial(kind: TokenClass): boolean {
  return kind === 'name' || kind === 'common' || kind === 'title' || kind === 'place';
}

/** Returns true if words of the two classes can match. Numbers and legal forms only match their own class. */
function comparable(a: Token, b: Token): boolean {
  if (a.kind === b.kind) return true;
  if (a.kind === 'number' || b.kind === 'number' || a.kind === 'legal' || b.kind === 'legal')
    return false;
  if (a.kind === 'initial' || b.kind === 'initial') {
    const other = a.kind === 'initial' ? b : a;
    // A letter can be a particle in the middle of a name and an initial at its end (Abeni O. Petrov, Petrov Abeni
    // O.).
    return isGivenAsInitial(other.kind) || (other.kind === 'particle' && a.key === b.key);
  }
  return true;
}

const WOMANS_FAMILY_NAME = /..[oe][vw]a$/;
/** An ending that a given name may also have (Sukhotina; Valentina). */
const WOMANS_OR_GIVEN_NAME = /...[^aeiouwy][iy]na$/;
/** Women's given names in -lina, -nina and -rina whose first part is also in a man's name, or in another name. */
const GIVEN_NAME =
  /^(?:[ae][vd]el|angel|anton|apol+on|[ck]arol|[ck]atal|[ck]ath?[ae]r|cesar|emel|giann|ma[rg][cd][ae]l+|pa[uv]l|petr|rosal|saturn|sever|victor)[iy]na$/;
function differInGender(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4) return false;
  if (a.length === b.length) {
    const ends = `${a.at(-1)}${b.at(-1)}`;
    return (ends === 'ao' || ends === 'oa') && a.slice(0, -1) === b.slice(0, -1);
  }
  // A woman may be listed under the masculine form of her family name.
  const longer = a.length > b.length ? a : b;
  if (a !== `${b}a` && b !== `${a}a`) return false;
  const isKnown = SPELLING_CLASS.has(a) || SPELLING_CLASS.has(b) || GIVEN_NAME.test(longer);
  return !WOMANS_FAMILY_NAME.test(longer) && (isKnown || !WOMANS_OR_GIVEN_NAME.test(longer));
}

/** Returns the digits of a key. Two words can only be alike by letters if their digits are equal. */
export function digitsOf(key: string): string {
  return key.replace(/\D/g, '');
}

/** Returns true if a table lists the word in a class. */
function isListed({ spelling }: Sounds): boolean {
  return spelling !== undefined && !isSlavicForm(spelling);
}

/** Returns true if one of the words is a business word and they are too different to match. */
export function isOtherBusinessWord(a: TokenClass, b: TokenClass, similarity: number): boolean {
  return similarity < GENERIC_FROM && (a === 'generic' || b === 'generic');
}

function computeSimilarity(a: Token, b: Token): TokenMatch {
  if ((a.kind === 'legal') !== (b.kind === 'legal')) {
    // A word that is a legal form only at the end of a name (Fu'ad SHUKR; SHUKR, Fu'ad) may be part of a name.
    const [legal, word] = a.kind === 'legal' ? [a, b] : [b, a];
    return legal.text === word.key ? { similarity: 1, match: 'exact' } : NONE;
  }
  if (!comparable(a, b)) return NONE;
  if (a.key === '' || b.key === '') {
    return a.text === b.text ? { similarity: 1, match: 'exact' } : NONE;
  }
  const native = a.script === b.script && (a.script === 'han' || a.script === 'hangul');
  if (native) return compareNative(a, b);
  if (a.kind === 'legal') {
    if (a.key !== b.key) return NONE;
    return a.text === b.text
      ? { similarity: 1, match: 'exact' }
      : { similarity: VARIANT_SIMILARITY, match: 'variant' };
  }
  if (a.key === b.key) {
    if (a.script === b.script) return { similarity: 1, match: 'exact' };
    const isByLetter = ALPHABETIC.test(a.text) || ALPHABETIC.test(b.text);
    const similarity = isByLetter ? TRANSLITERATED_SIMILARITY : VARIANT_SIMILARITY;
    return { similarity, match: 'variant' };
  }
  if (a.kind === 'number') return NONE;
  if (a.kind === 'initial' || b.kind === 'initial') {
    if (a.kind === b.kind || a.key[0] !== b.key[0]) return NONE;
    // JC is two initials, and J is only the first.
    if (isGlued(a.key) || isGlued(b.key)) return NONE;
    return { similarity: INITIAL_SIMILARITY, match: 'initial' };
  }
  if (isOtherPinyin(a, b)) return NONE;
  const soundsA = soundsOf(a);
  const soundsB = soundsOf(b);
  if (soundsA.spelling !== undefined && soundsA.spelling === soundsB.spelling) {
    const isSound = isSlavicForm(soundsA.spelling);
    return { similarity: isSound ? SAME_SOUND_SIMILARITY : VARIANT_SIMILARITY, match: 'variant' };
  }
  if (
    a.script !== b.script &&
    (isReadAs(a, b, soundsB.spelling) || isReadAs(b, a, soundsA.spelling))
  )
    return { similarity: SAME_SOUND_SIMILARITY, match: 'variant' };
  if (a.kind === 'particle' || b.kind === 'particle' || a.kind === 'stop' || b.kind === 'stop') {
    return a.kind === b.kind ? compareParticles(a, b) : NONE;
  }
  const short = compareShortForms(a, b, soundsA, soundsB);
  if (short > 0) return { similarity: short, match: 'nickname' };
  let similarity = isPinyinOfOthers(a, b) ? 0 : editSimilarity(a, b);
  if ((a.script === 'consonantal') !== (b.script === 'consonantal')) {
    const bySkeleton = compareSkeletons(a, b);
    if (bySkeleton.similarity > similarity)
      return isOtherBusinessWord(a.kind, b.kind, bySkeleton.similarity) ? NONE : bySkeleton;
  }
  // A320 and A321 differ, and so do Studio54 and Studio55: a digit is not a slip.
  if (similarity === 0 || digitsOf(a.key) !== digitsOf(b.key)) return NONE;
  if (differInGender(a.key, b.key)) similarity = Math.min(similarity, GENDER_CAP);
  if (isListed(soundsA) && isListed(soundsB)) {
    similarity = Math.min(similarity, KNOWN_DIFFERENT_CAP);
  }
  if (isOtherBusinessWord(a.kind, b.kind, similarity)) return NONE;
  return { similarity, match: similarity >= SAME_SOUND_SIMILARITY ? 'variant' : 'edit' };
}

function compareParticles(a: Token, b: Token): TokenMatch {
  return isSameParticle(a.key, b.key) ? { similarity: VARIANT_SIMILARITY, match: 'variant' } : NONE;
}

/**
 * Returns the similarity of two words of names, and the kind of match. It is symmetric and deterministic, and 1 only
 * for equal words. Spelling variants are just below 1; short forms and initials are lower. A weighted distance without
 * steps grades all other pairs. If the words share a stem, only the remaining letters are compared.
 */
export function tokenSimilarity(a: Token, b: Token): TokenMatch {
  if (a === b) return a.key === '' && a.text === '' ? NONE : { similarity: 1, match: 'exact' };
  return computeSimilarity(a, b);
}
