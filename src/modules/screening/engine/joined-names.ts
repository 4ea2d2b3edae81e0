import { addGroups, MAX_TOKEN_CHARS, surplusCost } from '../matching/edit-distance.ts';
import { joinSimilarity, soundsOf, tokenSimilarity } from '../matching/similarity.ts';
import type { Token } from '../matching/types.ts';
import { CHECK_MASK, checkOf, ID_MASK } from './hash-index.ts';
import type { QueryWord } from './prepare.ts';
import { ENDS_UNTIL, FAINT_JOINS, JOINS_UNTIL, NEAR_JOINS, type Radius } from './probe-sets.ts';
import type { Segment } from './segment.ts';

/** Names stored under one of the hashes, each once; the check byte lets few others through. */
const namesUnder = (hashes: Uint32Array, segment: Segment): Set<number> => {
  const { starts, entries, shift } = segment.joinIndex;
  const names = new Set<number>();
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i]!;
    const check = checkOf(hash);
    const bucket = hash >>> shift;
    for (let at = starts[bucket]!; at < starts[bucket + 1]!; at++) {
      const entry = entries[at]!;
      if ((entry & CHECK_MASK) === check) names.add(entry & ID_MASK);
    }
  }
  return names;
};

const X = 1 << ('x'.charCodeAt(0) - 'a'.charCodeAt(0));

/** Letters that the sound form of a joined reading may have beyond those of its words (mc becomes mac). */
const FORM_SLACK = 1;

/**
 * Whether neighbouring words of names have the letters of a word, in groups: a joined reading near to it has
 * nearly all of them. Its sound form has hardly a letter of a group that its key has not, except for x (ks).
 */
class LetterCheck {
  readonly #segment: Segment;
  readonly #letters: number;
  readonly #form: number;
  readonly #letterLimit: number;
  readonly #formLimit: number;
  readonly #always: boolean;
  readonly #ids = new Int32Array(64);

  constructor(token: Token, segment: Segment, limits: Radius) {
    const { letters, form, spelling } = soundsOf(token);
    const limit = (byLength: Float64Array, key: string): number =>
      byLength[Math.min(key.length * 2, MAX_TOKEN_CHARS)]!;
    this.#segment = segment;
    this.#letters = letters.groups;
    this.#form = form.groups;
    this.#letterLimit = limit(limits.letters, letters.key);
    this.#formLimit = limit(limits.forms, form.key) + FORM_SLACK;
    this.#always = token.script === 'consonantal' || spelling !== undefined;
  }

  #near(groups: number, once: number): boolean {
    return (
      (once & X) !== 0 ||
      surplusCost(this.#letters, groups) <= this.#letterLimit ||
      surplusCost(this.#form, groups) <= this.#formLimit
    );
  }

  mayHave(name: number): boolean {
    if (this.#always) return true;
    const { vocabulary } = this.#segment;
    const { groups, once, length } = vocabulary.columns.letters;
    const ids = this.#ids;
    const size = this.#segment.wordsOf(name, ids);
    for (let i = 0; i + 1 < size; i++) {
      const a = ids[i]!;
      const b = ids[i + 1]!;
      // Abd is completed, legal forms are joined as they are written, letters in any number.
      if (vocabulary.joinsOtherwise(a) || vocabulary.joinsOtherwise(b)) return true;
      if (length[a]! === 1 && length[b]! === 1) return true;
      const pair = addGroups(groups[a]!, groups[b]!);
      const letters = once[a]! | once[b]!;
      if (this.#near(pair, letters)) return true;
      if (i + 2 < size && vocabulary.kind(b) === 'particle') {
        const c = ids[i + 2]!;
        if (this.#near(addGroups(pair, groups[c]!), letters | once[c]!)) return true;
      }
    }
    return false;
  }
}

/** Names with a joined reading near to a word, and how near the nearest is. */
export interface JoinedNames {
  readonly names: Uint32Array;
  readonly similarities: Float64Array;
}

const verified = (
  token: Token,
  segment: Segment,
  names: Iterable<number>,
  check: LetterCheck | undefined,
): JoinedNames => {
  const kept: number[] = [];
  const similarities: number[] = [];
  for (const name of names) {
    if (check !== undefined && !check.mayHave(name)) continue;
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
  const length = Math.max(token.key.length, soundsOf(token).form.key.length);
  const goThrough = faint || length > ENDS_UNTIL;
  const check = new LetterCheck(token, segment, faint ? FAINT_JOINS : NEAR_JOINS);
  const found =
    token.key === ''
      ? verified(token, segment, [], check)
      : verified(
          token,
          segment,
          goThrough ? allNames(segment) : namesUnder(word.joins, segment),
          goThrough || length > JOINS_UNTIL ? check : undefined,
        );
  if (!faint) segment.joined.set(token.id, found);
  return found;
};
