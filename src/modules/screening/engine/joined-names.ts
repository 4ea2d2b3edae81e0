import {
  addGroups,
  distanceOfCodes,
  groupMask,
  LEAST_GAP,
  letterSets,
  MAX_TOKEN_CHARS,
  soundDistance,
  surplusCost,
  writeCodes,
  type LetterSets,
} from '../matching/edit-distance.ts';
import { MAX_TOKENS } from '../matching/index.ts';
import { joinSimilarity, soundsOf, tokenSimilarity } from '../matching/similarity.ts';
import { soundForm } from '../matching/sounds.ts';
import type { Token } from '../matching/types.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import { CHECK_MASK, checkOf, ID_MASK } from './hash-index.ts';
import { findNear, found, foundCount } from './letter-trie.ts';
import type { QueryWord } from './prepare.ts';
import { FAINT_JOINS, NEAR_JOINS } from './radius.ts';
import type { Segment } from './segment.ts';

/** Adds the names stored under one of the hashes; the check byte lets few others through. */
const addUnder = (hashes: Uint32Array, segment: Segment, names: Set<number>): void => {
  const { starts, entries, shift } = segment.joinIndex;
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i]!;
    const check = checkOf(hash);
    const bucket = hash >>> shift;
    for (let at = starts[bucket]!; at < starts[bucket + 1]!; at++) {
      const entry = entries[at]!;
      if ((entry & CHECK_MASK) === check) names.add(entry & ID_MASK);
    }
  }
};

const CONSONANTS = groupMask('kszbdmnlrx');
/** Those that no rewriting of a sound takes out of a word. */
const SURE_CONSONANTS = groupMask('mnlr');
/** Group counts as at most one each: both bits of a count that is not 0 become 01. */
const single = (groups: number): number => (groups | (groups >>> 1)) & 0x55555555;

/**
 * Whether a word may have the consonants of another one within a distance, from the groups of their letters:
 * of scripts without vowels only the consonants are compared, and doubled ones count once. `form` are the
 * groups of a sound form.
 */
const consonantsNear = (form: number, groups: number, limit: number): boolean => {
  const own = single(form & CONSONANTS);
  return (
    surplusCost(own, single(groups)) <= limit &&
    surplusCost(single(groups & SURE_CONSONANTS), own) <= limit
  );
};

const X = 1 << ('x'.charCodeAt(0) - 'a'.charCodeAt(0));

/**
 * The sound form of a joined reading may differ from those of its words put together: by letters it has more
 * (mc becomes mac), and letters that the boundary takes (olu wa: olu).
 */
const FORM_SURPLUS = 1;
const FORM_LOSS = 3;
/** Distance of the sound form of words written together to their sound forms written together, at most. */
const BOUNDARY = 2.5;
const queryCodes = new Uint8Array(MAX_TOKEN_CHARS);
const joinedCodes = new Uint8Array(MAX_TOKEN_CHARS);
/** A joined reading longer by more than this is not near. */
const MOST_LONGER = 4;
const ABD_GROUPS = letterSets('abdul').groups;

/**
 * Whether neighbouring words of names have the letters of a word, in groups, and hardly more of them: a rough
 * test for joined readings near to it, which lets some others pass.
 */
export class LetterCheck {
  readonly #segment: Segment;
  readonly #letters: LetterSets;
  readonly #form: LetterSets;
  readonly #letterLimit: number;
  readonly #formLimit: number;
  readonly #spelling: string | undefined;
  readonly #consonantal: boolean;
  readonly #skeletonLimit: number;
  readonly #ids = new Int32Array(MAX_TOKENS);

  constructor(token: Token, segment: Segment, faint: boolean) {
    const limits = faint ? FAINT_JOINS : NEAR_JOINS;
    const { letters, form, spelling } = soundsOf(token);
    const limit = (byLength: Float64Array, key: string): number =>
      byLength[Math.min(key.length + MOST_LONGER, MAX_TOKEN_CHARS)]!;
    this.#segment = segment;
    this.#letters = letters;
    this.#form = form;
    this.#letterLimit = limit(limits.letters, letters.key);
    this.#formLimit = limit(limits.forms, form.key);
    this.#spelling = spelling;
    this.#consonantal = token.script === 'consonantal';
    this.#skeletonLimit = limit(limits.skeletons, letters.key);
  }

  /** Whether a joined reading of the words `from` to `to` among `ids` may be near. */
  mayJoin(ids: Int32Array, from: number, to: number): boolean {
    const { vocabulary } = this.#segment;
    const { letters, forms } = vocabulary.columns;
    let groups = 0;
    let once = 0;
    let solid = 0;
    let formSolid = 0;
    // Abd is completed; of the others the letters are known, of legal forms not the codes.
    let exact = true;
    let consonantal = false;
    let asKeys = true;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      const kind = vocabulary.kind(id);
      if (kind === 'legal') {
        // Legal forms are joined as they are written.
        const text = letterSets(vocabulary.token(id).text.replaceAll(' ', ''));
        groups = addGroups(groups, text.groups);
        once |= text.once;
        solid += text.solid;
        formSolid += text.solid;
        asKeys = false;
        continue;
      }
      if (vocabulary.isConsonantal(id)) consonantal = true;
      const isAbd = vocabulary.joinsOtherwise(id);
      groups = addGroups(groups, isAbd ? ABD_GROUPS : letters.groups[id]!);
      once |= letters.once[id]!;
      solid += letters.solid[id]!;
      formSolid += forms.solid[id]!;
      if (isAbd) exact = false;
    }
    if (
      consonantal !== this.#consonantal &&
      consonantsNear(this.#form.groups, groups, this.#skeletonLimit)
    )
      return true;
    if (this.#spelling !== undefined) {
      const written = SPELLING_CLASS.get(this.#written(ids, from, to));
      if (written === this.#spelling) return true;
    }
    const letterLimit = this.#letterLimit;
    if (
      surplusCost(this.#letters.groups, groups) <= letterLimit &&
      (!exact ||
        ((solid - this.#letters.solid) * LEAST_GAP <= letterLimit &&
          surplusCost(groups, this.#letters.groups) <= letterLimit &&
          (!asKeys || this.#distance(ids, from, to, false) <= letterLimit)))
    )
      return true;
    const surplus = formSolid - FORM_LOSS - this.#form.solid;
    if (!exact) return (once & X) !== 0 || this.#formCovered(groups);
    if (surplus * LEAST_GAP > this.#formLimit) return false;
    if ((once & X) === 0 && !this.#formCovered(groups)) return false;
    if (!asKeys) return true;
    if (this.#distance(ids, from, to, true) > this.#formLimit + BOUNDARY) return false;
    const form = soundForm(this.#written(ids, from, to));
    return soundDistance(this.#form.key, form, this.#formLimit) <= this.#formLimit;
  }

  #written(ids: Int32Array, from: number, to: number): string {
    let text = '';
    for (let i = from; i < to; i++) text += this.#segment.vocabulary.key(ids[i]!);
    return text;
  }

  #formCovered(groups: number): boolean {
    return surplusCost(this.#form.groups, groups) <= this.#formLimit + FORM_SURPLUS;
  }

  /** Distance of the words written together to the query word; of their sound forms likewise. */
  #distance(ids: Int32Array, from: number, to: number, form: boolean): number {
    let end = 0;
    for (let i = from; i < to; i++)
      end = this.#segment.vocabulary.writeCodes(ids[i]!, form, joinedCodes, end);
    const length = writeCodes(form ? this.#form.key : this.#letters.key, queryCodes);
    const limit = form ? this.#formLimit + BOUNDARY : this.#letterLimit;
    return distanceOfCodes(queryCodes, length, joinedCodes, 0, end, limit);
  }

  /** Whether a joined reading that begins with the word at `from` may be near. */
  mayBeginAt(ids: Int32Array, size: number, from: number): boolean {
    const { vocabulary } = this.#segment;
    const { length } = vocabulary.columns.letters;
    if (this.mayJoin(ids, from, from + 2)) return true;
    // A run of single letters is joined as a whole.
    let end = from;
    while (end < size && length[ids[end]!] === 1) end++;
    if (end - from > 2 && this.mayJoin(ids, from, end)) return true;
    return (
      from + 2 < size &&
      vocabulary.kind(ids[from + 1]!) === 'particle' &&
      this.mayJoin(ids, from, from + 3)
    );
  }

  mayHave(name: number): boolean {
    const size = this.#segment.wordsOf(name, this.#ids);
    for (let i = 0; i + 1 < size; i++) if (this.mayBeginAt(this.#ids, size, i)) return true;
    return false;
  }
}

/** Names with a joined reading near to a word, and how near the nearest is. */
export interface JoinedNames {
  readonly names: Uint32Array;
  readonly similarities: Float64Array;
}

const verified = (token: Token, segment: Segment, names: Iterable<number>): JoinedNames => {
  const kept: number[] = [];
  const similarities: number[] = [];
  for (const name of names) {
    let best = 0;
    for (const { token: join } of segment.candidate(name).joins) {
      // The order of the arguments is that of the scorer.
      const { similarity } = joinSimilarity(join, token, (a, b) => tokenSimilarity(b, a));
      if (similarity > best) best = similarity;
    }
    if (best === 0) continue;
    kept.push(name);
    similarities.push(best);
  }
  return { names: Uint32Array.from(kept), similarities: Float64Array.from(similarities) };
};

/** Adds the names of which a joined reading has letters near to these. */
const addNear = (
  text: string,
  limits: Float64Array,
  segment: Segment,
  mayHave: (name: number) => boolean,
  names: Set<number>,
): void => {
  findNear(segment.joinTries, queryCodes, writeCodes(text, queryCodes), limits);
  // Names found from both ends, and again by another join, are looked at once.
  for (const name of new Set(found.subarray(0, foundCount)))
    if (!names.has(name) && mayHave(name)) names.add(name);
};

const allNames = function* (segment: Segment): Generator<number> {
  for (let name = 0; name < segment.nameCount; name++) yield name;
};

/**
 * Names that have a joined reading at least JOINED_FROM similar to `word` (before the ramp), and some others
 * that have a fainter one. `faint`: all that have one, at the cost of going through all names.
 */
export const namesByJoin = (word: QueryWord, segment: Segment, faint: boolean): JoinedNames => {
  const { token } = word;
  const cached = faint ? undefined : segment.joined.get(token.id);
  if (cached !== undefined) return cached;
  const check = new LetterCheck(token, segment, faint);
  const mayHave = (name: number): boolean => check.mayHave(name);
  let names = new Set<number>();
  if (token.key === '') names.clear();
  else if (faint) names = new Set(allNames(segment).filter(mayHave));
  else {
    const { letters, form } = soundsOf(token);
    addUnder(word.joinRules, segment, names);
    if (segment.vocabulary.hasConsonantal || token.script === 'consonantal')
      addUnder(word.otherScriptJoins, segment, names);
    addNear(letters.key, NEAR_JOINS.letters, segment, mayHave, names);
    if (form.key !== letters.key) addNear(form.key, NEAR_JOINS.forms, segment, mayHave, names);
  }
  const joined = verified(token, segment, names);
  if (!faint) segment.joined.set(token.id, joined);
  return joined;
};
