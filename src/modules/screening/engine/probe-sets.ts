import { MAX_TOKEN_CHARS } from '../matching/edit-distance.ts';
import { FULL_NAMES_OF } from '../matching/nicknames.ts';
import { particleSpellings, soundsOf } from '../matching/similarity.ts';
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
import { NEAR_JOINS, JOINS_UNTIL, ENDS_UNTIL, type Radius } from './radius.ts';
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

export * from './radius.ts';

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
/** From this length on the deletions of all edits are more than the ends. */
const ENDS_BEFORE_DELETIONS = 13;
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

/** Hashes one after the other; some may come twice. */
class HashList {
  #hashes = new Uint32Array(64);
  #size = 0;

  readonly add = (hash: number): void => {
    if (this.#size === this.#hashes.length) {
      const grown = new Uint32Array(2 * this.#size);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#size++] = hash;
  };

  list(): Uint32Array {
    return this.#hashes.slice(0, this.#size);
  }
}

const ruleHashes = (token: Token): HashList => {
  const { key, text, kind, script } = token;
  const hashes = new HashList();
  const addKey = (word: string): void => hashes.add(hashText(SPACE.key, word));
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
  stemHashes(key, hashes.add);
  if (form.key !== key) stemHashes(form.key, hashes.add);
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
  hashes: HashList,
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
const addEdits = (text: string, limits: Float64Array, hashes: HashList): void => {
  const { add } = hashes;
  const limit = at(limits, text.length + (text.length < SHORT ? ROOM : 1));
  const widest = at(limits, text.length + ROOM);
  const length = patternOf(text, pattern, codes);
  // One whole edit and any vowels are found by the ends as well, of long words at less cost.
  // Only letters that are left out (h) could make a partner too short to be stored by them.
  const left = text.length - length;
  const byEnds = text.length >= ENDS_BEFORE_DELETIONS && widest < 2 && left <= 1;
  if (text.length < DELETIONS_UNTIL && !byEnds) {
    addDeletions(text, limit, VOWELS, SPACE.pattern, DELETIONS_UNTIL, hashes);
    // To shorter words letters have to be dropped.
    const kinds = text.length > FINE_UNTIL ? FINE_DROPS : FINE_VOWELS;
    addDeletions(text, limit, kinds, SPACE.fine, FINE_UNTIL, hashes);
  }
  patternOf(text, pattern, codes);
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
const addSkeletons = (token: Token, limits: Float64Array, space: number, to: HashList): void => {
  const skeleton = skeletonOf(token.key);
  // One consonant is shared by too many names to count.
  if (skeleton.length < 2) return;
  const length = patternOf(skeleton, pattern, codes);
  const limit = at(limits, skeleton.length + ROOM);
  withinBudget(pattern, codes, length, limit, UNITS, (edited, end) => {
    to.add(hashSkeleton(space, edited, end));
  });
};

/** Whether a word is too long to enumerate what its consonants are near to. */
export const isLongSkeleton = (token: Token): boolean =>
  isEditable(token) && skeletonOf(token.key).length > SKELETONS_UNTIL;

/** The hashes under which words of the other kind of script are stored that are near to `token`. */
export const scriptProbes = (token: Token, radius: Radius): Uint32Array => {
  const hashes = new HashList();
  if (!isEditable(token) || isLongSkeleton(token)) return hashes.list();
  const space = token.script === 'consonantal' ? SPACE.skeleton : SPACE.consonantal;
  addSkeletons(token, radius.skeletons, space, hashes);
  return hashes.list();
};

/** The hashes under which words are stored that are as similar to `token` as `radius` says. */
export const wordProbes = (token: Token, radius: Radius): Probes => {
  const edits = new HashList();
  if (isEditable(token)) {
    const { form } = soundsOf(token);
    addEdits(token.key, radius.letters, edits);
    if (form.key !== token.key) addEdits(form.key, radius.forms, edits);
  }
  return { rules: ruleHashes(token).list(), edits: edits.list() };
};

/** The hashes under which joined readings at least `JOINED_FROM` similar to `token` are stored. */
export const joinProbes = (token: Token): JoinProbes => {
  const limits = NEAR_JOINS;
  const rules = new HashList();
  const edits = new HashList();
  const { key, script } = token;
  if (key === '') return { rules: new Uint32Array(), edits: new Uint32Array() };
  const { form, spelling } = soundsOf(token);
  const { add } = edits;
  const addRule = rules.add;
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
  return { rules: rules.list(), edits: edits.list() };
};
