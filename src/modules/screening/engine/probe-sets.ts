import { MAX_TOKEN_CHARS } from '../matching/edit-distance.ts';
import { limitsFor } from '../matching/grading.ts';
import { FULL_NAMES_OF } from '../matching/nicknames.ts';
import {
  JOIN_FLOOR,
  particleSpellings,
  SAME_SOUND_SIMILARITY,
  SKELETON_SIMILARITY,
  soundsOf,
} from '../matching/similarity.ts';
import { skeletonOf } from '../matching/sounds.ts';
import { DROPPED_PREFIXES } from '../matching/stems.ts';
import type { Token } from '../matching/types.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import {
  DELETIONS_UNTIL,
  ENDS_FROM,
  FINE_UNTIL,
  isEditable,
  PARTS_FROM,
  stemHashes,
} from './index-keys.ts';
import { withinBudget, type EditKinds } from './probes.ts';
import {
  COARSE,
  endProbes,
  FINE,
  FULL_VOWEL_GAP,
  hashPattern,
  hashSkeleton,
  hashText,
  isSlight,
  MAX_PATTERN,
  partProbes,
  patternOf,
  SPACE,
  VOWEL_GAP,
} from './reduce.ts';

/** What an index lookup finds: every word at least this similar. */
export const LISTED_FROM = 0.695;
/** Raw similarity (before the ramp of joinSimilarity) from which joined readings are found; 0.686 after it. */
export const JOINED_FROM = 0.86;

/** Distances by length, of keys, sound forms and consonants, from which on a similarity is too low. */
export interface Radius {
  readonly letters: Float64Array;
  readonly forms: Float64Array;
  readonly skeletons: Float64Array;
}
const radiusOf = (from: number): Radius => ({
  letters: limitsFor(from),
  forms: limitsFor(from / SAME_SOUND_SIMILARITY),
  skeletons: limitsFor(from / SKELETON_SIMILARITY),
});
/** For joined readings of any similarity, and for those that a lookup finds. */
export const FAINT_JOINS = radiusOf(JOIN_FLOOR);
export const NEAR_JOINS = radiusOf(JOINED_FROM);
export const LISTED = radiusOf(LISTED_FROM);
/**
 * Joined readings near to words up to this length are enumerated; for longer words that would be too many.
 * Up to 20 letters at most one whole edit is near, so one end of the skeleton stays as it is.
 */
export const JOINS_UNTIL = 13;
export const ENDS_UNTIL = 20;

const at = (limits: Float64Array, length: number): number =>
  limits[Math.min(length, MAX_TOKEN_CHARS)]!;
/** A partner may be longer; what it is longer by has been paid for, so two letters cover the rest. */
const ROOM = 2;

/** The hashes a word is looked up by. */
export interface Probes {
  /** Found words are compared in any case: other rules than letters may apply. */
  readonly rules: Uint32Array;
  /** Found words are compared if their letters or sounds are near. */
  readonly edits: Uint32Array;
  /** Only in a vocabulary with words of consonantal scripts. */
  readonly consonantal: Uint32Array;
  /** Too long for that: words of the other kind of script are gone through. */
  readonly everyOtherScript: boolean;
}

/** The hashes by which joined readings near to a word are looked up. */
export interface JoinProbes {
  readonly rules: Uint32Array;
  /** Found names are looked at if their letters are near. */
  readonly edits: Uint32Array;
}

/** Consonants up to which only one whole edit is near, so that all can be enumerated. */
const SKELETONS_UNTIL = 11;
/** Words of so few letters that one more raises the limit by more than it costs. */
const SHORT = 4;
/** Longer words are gone through one by one; see nearby.ts. */
export const PARTS_UNTIL = 16;

/** The short forms of each full name and of each spelling class of full names. */
const SHORT_FORMS_OF: ReadonlyMap<string, readonly string[]> = (() => {
  const shorts = new Map<string, string[]>();
  const add = (full: string, short: string): void => {
    const list = shorts.get(full);
    if (list === undefined) shorts.set(full, [short]);
    else list.push(short);
  };
  for (const [short, fulls] of FULL_NAMES_OF) {
    for (const full of fulls) {
      add(full, short);
      const spelling = SPELLING_CLASS.get(full);
      if (spelling !== undefined) add(`:${spelling}`, short);
    }
  }
  return shorts;
})();

const ruleHashes = (token: Token): Set<number> => {
  const { key, text, kind, script } = token;
  const hashes = new Set<number>();
  const addKey = (word: string): void => void hashes.add(hashText(SPACE.key, word));
  if (key !== '') addKey(key);
  if (kind === 'legal') addKey(text);
  if (script !== 'latin' || key === '') hashes.add(hashText(SPACE.text, text));
  const { spelling, form } = soundsOf(token);
  if (spelling !== undefined) hashes.add(hashText(SPACE.spelling, spelling));
  if (kind === 'particle') for (const word of particleSpellings(key)) addKey(word);
  if (!isEditable(token)) return hashes;
  // The initial it may be given as.
  addKey(key.slice(0, 1));
  for (const full of FULL_NAMES_OF.get(key) ?? []) {
    addKey(full);
    const head = SPELLING_CLASS.get(full);
    if (head !== undefined) hashes.add(hashText(SPACE.spelling, head));
    for (const short of SHORT_FORMS_OF.get(full) ?? []) addKey(short);
  }
  for (const short of SHORT_FORMS_OF.get(key) ?? []) addKey(short);
  if (spelling !== undefined)
    for (const short of SHORT_FORMS_OF.get(`:${spelling}`) ?? []) addKey(short);
  for (const prefix of DROPPED_PREFIXES) {
    if (key.length >= 3) addKey(prefix + key);
    if (key.startsWith(prefix) && key.length >= prefix.length + 3) addKey(key.slice(prefix.length));
  }
  const add = (hash: number): void => void hashes.add(hash);
  stemHashes(key, add);
  if (form.key !== key) stemHashes(form.key, add);
  return hashes;
};

const pattern = new Uint8Array(MAX_PATTERN);
const codes = new Uint8Array(MAX_PATTERN);
const NONE = { alphabet: COARSE, vowel: Infinity, drops: false, units: false };
const VOWELS = { ...NONE, vowel: FULL_VOWEL_GAP, drops: true };
const FINE_VOWELS = { ...VOWELS, alphabet: FINE };
const FINE_DROPS = { ...FINE_VOWELS, vowel: Infinity };
const FINE_JOINS = { ...FINE_VOWELS, vowel: VOWEL_GAP };
const UNITS = { ...NONE, units: true };
const ALL = { ...NONE, vowel: VOWEL_GAP, drops: true, units: true };

/** The patterns that all edits but the last make of a word, and the deletions of each. */
const addDeletions = (
  text: string,
  limit: number,
  kinds: EditKinds,
  space: number,
  longest: number,
  hashes: Set<number>,
): void => {
  const length = patternOf(text, pattern, codes, kinds.alphabet);
  let last = FULL_VOWEL_GAP;
  for (let i = 0; i < length; i++) if (isSlight(codes[i]!)) last = VOWEL_GAP;
  const budget = Math.max(0, limit - last);
  withinBudget(pattern, codes, length, budget, kinds, (edited, end) => {
    if (end <= longest) hashes.add(hashPattern(space, edited, end));
    // What is stored has at most as many symbols, and its deletions one less.
    if (end > longest + 1) return;
    for (let i = 0; i < end; i++) {
      if (i === 0 || edited[i] !== edited[i - 1]) hashes.add(hashPattern(space, edited, end, i));
    }
  });
};

/**
 * Up to 13 letters, what is near differs by at most one whole edit and a vowel, or by two vowels: all edits but
 * one are made here, and of the last one each side has its deletion. Two whole edits leave a third of the word,
 * one and any vowels leave one end of its consonants. Above 16 letters that is not enough; see nearby.ts.
 */
const addEdits = (text: string, limits: Float64Array, hashes: Set<number>): void => {
  const add = (hash: number): void => void hashes.add(hash);
  const limit = at(limits, text.length + (text.length < SHORT ? ROOM : 1));
  if (text.length < DELETIONS_UNTIL) {
    addDeletions(text, limit, VOWELS, SPACE.pattern, DELETIONS_UNTIL, hashes);
    // To shorter words letters have to be dropped.
    const kinds = text.length > FINE_UNTIL ? FINE_DROPS : FINE_VOWELS;
    addDeletions(text, limit, kinds, SPACE.fine, FINE_UNTIL, hashes);
  }
  const length = patternOf(text, pattern, codes);
  const widest = at(limits, text.length + ROOM);
  if (text.length >= PARTS_FROM && text.length <= PARTS_UNTIL && widest >= 2) {
    withinBudget(pattern, codes, length, widest - 2, NONE, (edited, end) =>
      partProbes(edited, end, add),
    );
  }
  if (text.length >= ENDS_FROM && text.length <= ENDS_UNTIL) {
    withinBudget(pattern, codes, length, widest, NONE, (edited, end) =>
      endProbes(edited, end, add),
    );
  }
};

/** Of words of a script without vowels against others, and the other way round. */
const addSkeletons = (token: Token, limits: Float64Array, space: number, to: Set<number>): void => {
  const skeleton = skeletonOf(token.key);
  // One consonant is shared by too many names to count.
  if (skeleton.length < 2) return;
  const length = patternOf(skeleton, pattern, codes);
  const limit = at(limits, skeleton.length + ROOM);
  withinBudget(pattern, codes, length, limit, UNITS, (edited, end) => {
    to.add(hashSkeleton(space, edited, end));
  });
};

/** The hashes under which words are stored that are as similar to `token` as `radius` says. */
export const wordProbes = (token: Token, radius: Radius): Probes => {
  const rules = ruleHashes(token);
  const edits = new Set<number>();
  const consonantal = new Set<number>();
  let everyOtherScript = false;
  if (isEditable(token)) {
    const { form } = soundsOf(token);
    addEdits(token.key, radius.letters, edits);
    if (form.key !== token.key) addEdits(form.key, radius.forms, edits);
    everyOtherScript = skeletonOf(token.key).length > SKELETONS_UNTIL;
    if (!everyOtherScript) {
      const own = token.script === 'consonantal';
      const space = own ? SPACE.skeleton : SPACE.consonantal;
      addSkeletons(token, radius.skeletons, space, own ? rules : consonantal);
    }
  }
  return {
    everyOtherScript,
    rules: Uint32Array.from(rules),
    edits: Uint32Array.from(edits),
    consonantal: Uint32Array.from(consonantal),
  };
};

/** The hashes under which joined readings at least `JOINED_FROM` similar to `token` are stored. */
export const joinProbes = (token: Token): JoinProbes => {
  const limits = NEAR_JOINS;
  const rules = new Set<number>();
  const edits = new Set<number>();
  const { key, script } = token;
  if (key === '') return { rules: new Uint32Array(), edits: new Uint32Array() };
  const { form, spelling } = soundsOf(token);
  const add = (hash: number): void => void edits.add(hash);
  const addRule = (hash: number): void => void rules.add(hash);
  const addPatterns = (text: string, byLength: Float64Array): void => {
    const length = patternOf(text, pattern, codes);
    const limit = at(byLength, text.length + ROOM);
    if (text.length <= FINE_UNTIL + ROOM) {
      // No whole edit is near to readings so short.
      const fine = patternOf(text, pattern, codes, FINE);
      withinBudget(pattern, codes, fine, limit, FINE_JOINS, (edited, end) => {
        if (end <= FINE_UNTIL) add(hashPattern(SPACE.fineJoin, edited, end));
      });
      patternOf(text, pattern, codes);
    }
    if (text.length <= JOINS_UNTIL) {
      withinBudget(pattern, codes, length, limit, ALL, (edited, end) =>
        add(hashPattern(SPACE.join, edited, end)),
      );
    } else {
      withinBudget(pattern, codes, length, limit, NONE, (edited, end) =>
        endProbes(edited, end, add),
      );
    }
  };
  addPatterns(key, limits.letters);
  if (form.key !== key) addPatterns(form.key, limits.forms);
  if (spelling !== undefined) addRule(hashText(SPACE.spelling, spelling));
  stemHashes(key, addRule);
  if (form.key !== key) stemHashes(form.key, addRule);
  addSkeletons(
    token,
    limits.skeletons,
    script === 'consonantal' ? SPACE.skeleton : SPACE.consonantal,
    rules,
  );
  return { rules: Uint32Array.from(rules), edits: Uint32Array.from(edits) };
};
