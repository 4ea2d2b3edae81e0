import { FORMS, groupsAt, lengthAt, LETTERS, onceAt, solidAt } from '../../names/score/columns.ts';
import {
  distanceOfCodes,
  MAX_TOKEN_CHARS,
  soundDistance,
} from '../../names/similarity/edit-distance.ts';
import {
  addGroups,
  LEAST_GAP,
  letterSets,
  surplusCost,
  type LetterSets,
} from '../../names/similarity/letter-sets.ts';
import { beyond } from '../../names/similarity/grading.ts';
import { MAX_TOKENS } from '../../names/index.ts';
import { NEAR } from '../../names/similarity/compounds.ts';
import { soundsOf } from '../../names/similarity/similarity.ts';
import { soundForm } from '../../names/words/sounds.ts';
import { spellingOf } from '../../names/words/variants.ts';
import type { LetterQuery } from './letter-query.ts';
import type { QueryWord } from './prepare.ts';
import { COMPOUNDS } from './similarity-tier.ts';
import type { Segment } from './segment.ts';
import { writeSkeleton } from './index-keys.ts';

/** The number of names loaded together; see `keep`. */
const TOGETHER = 64;
const X = 1 << ('x'.charCodeAt(0) - 'a'.charCodeAt(0));

/**
 * The sound form of a joined reading can differ from the joined sound forms of its words: it can have extra letters
 * (mc becomes mac) or lack letters at the boundary (olu wa: olu).
 */
const FORM_SURPLUS = 1;
const FORM_LOSS = 3;
/** Largest distance between the sound form of joined words and their joined sound forms. */
const BOUNDARY = 2.5;
const joinedCodes = new Uint8Array(MAX_TOKEN_CHARS);
/** A joined reading that is longer by more than this is not near. */
const MOST_LONGER = 4;
function limitOf(byLength: Float64Array, length: number): number {
  return byLength[Math.min(length, MAX_TOKEN_CHARS)]!;
}
const ABD_GROUPS = letterSets('abdul').groups;

/**
 * Checks roughly, by groups of letters, whether adjacent words of names have the letters of a word and few more. Words
 * with joined readings near to it always pass. Some others also pass.
 */
export class LetterCheck {
  readonly #segment: Segment;
  readonly #letters: LetterSets;
  readonly #form: LetterSets;
  readonly #letterLimit: number;
  readonly #formLimit: number;
  readonly #spelling: string | undefined;
  readonly #consonantal: boolean;
  readonly #query: LetterQuery;
  readonly #ids = new Int32Array(MAX_TOKENS);

  constructor({ token, letters: query }: QueryWord, segment: Segment) {
    const { letters, form, spelling } = soundsOf(token);
    const limit = (byLength: Float64Array, key: string): number =>
      limitOf(byLength, key.length + MOST_LONGER);
    this.#consonantal = token.script === 'consonantal';
    this.#segment = segment;
    this.#letters = letters;
    this.#form = form;
    this.#letterLimit = limit(COMPOUNDS.letters, letters.key);
    this.#formLimit = limit(COMPOUNDS.forms, form.key);
    this.#spelling = spelling;
    this.#query = query;
  }

  /**
   * Returns true if the words are syllables of the query's script, which are compared as written and only one by one.
   */
  #isOfSyllablesToo(ids: Int32Array, from: number, to: number): boolean {
    const { syllables } = this.#query;
    if (syllables === undefined) return false;
    for (let i = from; i < to; i++)
      if (this.#segment.vocabulary.script(ids[i]!) !== syllables) return false;
    return true;
  }

  /** Returns true if the numbers of letters differ so much that no other check is needed. */
  #isOfOtherLength(ids: Int32Array, from: number, to: number): boolean {
    if (this.#spelling !== undefined || this.#consonantal) return false;
    const { vocabulary } = this.#segment;
    const { columns } = vocabulary;
    let solid = 0;
    let formSolid = 0;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      if (vocabulary.isConsonantal(id) || vocabulary.isJoinedOtherwise(id)) return false;
      solid += solidAt(columns, id, LETTERS);
      formSolid += solidAt(columns, id, FORMS);
    }
    const longer = formSolid - FORM_LOSS - this.#form.solid;
    const shorter = this.#form.solid - formSolid - FORM_SURPLUS;
    return (
      Math.abs(solid - this.#letters.solid) * LEAST_GAP > this.#letterLimit &&
      Math.max(longer, shorter) * LEAST_GAP > this.#formLimit
    );
  }

  /** Returns true if a joined reading of the words `from` to `to` among `ids` may be near. */
  #mayBeCompound(ids: Int32Array, from: number, to: number): boolean {
    // A reading longer than the compared part matches only if it is equal, which letters cannot show.
    if (this.#letters.key.length > MAX_TOKEN_CHARS) return true;
    if (this.#isOfSyllablesToo(ids, from, to) || this.#isOfOtherLength(ids, from, to)) return false;
    const { vocabulary } = this.#segment;
    const { columns } = vocabulary;
    let groups = 0;
    let once = 0;
    let solid = 0;
    let formSolid = 0;
    // Abd is completed. For other words the letters are known. For legal forms the codes are not used.
    let exact = true;
    let consonantal = false;
    let asKeys = true;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      const kind = vocabulary.kind(id);
      if (vocabulary.isConsonantal(id)) consonantal = true;
      if (kind === 'legal') {
        // Legal forms are joined as written.
        const text = letterSets(vocabulary.token(id).text.replaceAll(' ', ''));
        groups = addGroups(groups, text.groups);
        once |= text.once;
        solid += text.solid;
        formSolid += text.solid;
        asKeys = false;
        continue;
      }
      const isAbd = vocabulary.isJoinedOtherwise(id);
      groups = addGroups(groups, isAbd ? ABD_GROUPS : groupsAt(columns, id));
      once |= onceAt(columns, id);
      solid += solidAt(columns, id, LETTERS);
      formSolid += solidAt(columns, id, FORMS);
      if (isAbd) exact = false;
    }
    if (
      consonantal !== this.#consonantal &&
      (!exact || !asKeys || this.#hasConsonantsOf(this.#written(ids, from, to)))
    )
      return true;
    if (this.#spelling !== undefined) {
      const written = spellingOf(this.#written(ids, from, to));
      if (written === this.#spelling) return true;
    }
    const letterLimit = this.#letterLimit;
    if (
      surplusCost(this.#letters.groups, groups) <= letterLimit &&
      (!exact ||
        ((solid - this.#letters.solid) * LEAST_GAP <= letterLimit &&
          surplusCost(groups, this.#letters.groups) <= letterLimit &&
          (!asKeys || this.#isNear(ids, from, to, false))))
    )
      return true;
    const surplus = formSolid - FORM_LOSS - this.#form.solid;
    if (!exact) return (once & X) !== 0 || this.#formCovered(groups);
    if (surplus * LEAST_GAP > this.#formLimit) return false;
    if ((once & X) === 0 && !this.#formCovered(groups)) return false;
    if (!asKeys) return true;
    if (!this.#isNear(ids, from, to, true)) return false;
    const form = soundForm(this.#written(ids, from, to));
    const limit = limitOf(COMPOUNDS.forms, Math.max(form.length, this.#form.key.length));
    return soundDistance(this.#form.key, form, limit) <= limit;
  }

  #written(ids: Int32Array, from: number, to: number): string {
    let text = '';
    for (let i = from; i < to; i++) text += this.#segment.vocabulary.key(ids[i]!);
    return text;
  }

  /** Returns true if a joined reading in the other kind of script is near by its consonants. */
  #hasConsonantsOf(key: string): boolean {
    const form = soundForm(key);
    const length = writeSkeleton(form, joinedCodes);
    const { skeleton } = this.#query;
    const size = skeleton.length;
    const limit = COMPOUNDS.skeletons[Math.max(length, size)]!;
    if (distanceOfCodes(skeleton, size, joinedCodes, 0, length, limit) > limit) return false;
    // If the first letters differ, `compoundSimilarity` accepts a reading only if all its letters may be near.
    return (
      key[0] === this.#letters.key[0] ||
      !beyond(letterSets(key), this.#letters, NEAR) ||
      !beyond(letterSets(form), this.#form, NEAR)
    );
  }

  #formCovered(groups: number): boolean {
    return surplusCost(this.#form.groups, groups) <= this.#formLimit + FORM_SURPLUS;
  }

  /** Returns true if the joined words are near to the query word, or their sound forms are, apart from the boundary. */
  #isNear(ids: Int32Array, from: number, to: number, form: boolean): boolean {
    let end = 0;
    for (let i = from; i < to; i++)
      end = this.#segment.vocabulary.writeCodes(ids[i]!, form, joinedCodes, end);
    const { keyCodes, keyLength, formCodes, formLength } = this.#query;
    const [codes, length] = form ? [formCodes, formLength] : [keyCodes, keyLength];
    // The sound form of the joined words may be longer.
    const limit = form
      ? limitOf(COMPOUNDS.forms, Math.max(length, end + FORM_SURPLUS)) + BOUNDARY
      : limitOf(COMPOUNDS.letters, Math.max(length, end));
    return distanceOfCodes(codes, length, joinedCodes, 0, end, limit) <= limit;
  }

  /** Returns true if a joined reading of more than two words, beginning with the one at `from`, may be near. */
  #mayBeMore(ids: Int32Array, size: number, from: number): boolean {
    const { vocabulary } = this.#segment;
    const { columns } = vocabulary;
    // A run of single letters is joined as a whole.
    let end = from;
    while (end < size && lengthAt(columns, ids[end]!, LETTERS) === 1) end++;
    if (end - from > 2 && this.#mayBeCompound(ids, from, end)) return true;
    return (
      from + 2 < size &&
      vocabulary.kind(ids[from + 1]!) === 'particle' &&
      this.#mayBeCompound(ids, from, from + 3)
    );
  }

  /**
   * Visits the `names` that may have a near joined reading, with the words (as bits) at which the reading may begin.
   */
  each(names: Int32Array, count: number, visit: (name: number, beginnings: number) => void): void {
    for (let from = 0; from < count; from += TOGETHER) {
      const some = names.subarray(from, Math.min(count, from + TOGETHER));
      this.#segment.prefetchNames(some, some.length);
      for (let i = 0; i < some.length; i++) {
        const bits = this.#beginnings(some[i]!);
        if (bits !== 0) visit(some[i]!, bits);
      }
    }
  }

  #beginnings(name: number): number {
    const size = this.#segment.wordsOf(name, this.#ids);
    let bits = 0;
    for (let i = 0; i + 1 < size; i++) {
      if (this.#mayBeCompound(this.#ids, i, i + 2) || this.#mayBeMore(this.#ids, size, i))
        bits |= 1 << i;
    }
    return bits;
  }
}
