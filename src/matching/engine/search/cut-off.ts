import {
  isSameWord,
  lettersOf,
  mayBeCutOff,
  mayEndAtWord,
  scoreCutOff,
  SHORTEST_BEGINNING,
  wordingsOf,
} from '../../../names/score/cut-off.ts';
import { MAX_TOKENS } from '../../../names/index.ts';
import type { Token } from '../../../names/types.ts';
import { soundsOf } from '../../../names/similarity/similarity.ts';
import { hashText, SPACE } from '../../reduce.ts';
import { eachUnder } from '../hash-index.ts';
import { QueryWord, type PreparedQuery } from '../prepare.ts';
import {
  isCompared,
  type AskedReading,
  type PreparedName,
  type PreparedReading,
} from '../readings.ts';
import type { Segment, SegmentHit } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

const ids = new Int32Array(MAX_TOKENS);

/** Returns the words of a segment that equal a word of the query or are a spelling of it. */
function wordsLike({ token, exact }: QueryWord, { vocabulary, wordIndex }: Segment): number[] {
  const found = new Set<number>();
  const note = (id: number): void => {
    if (isSameWord(token, vocabulary.token(id))) found.add(id);
  };
  eachUnder(wordIndex, exact, note);
  const { spelling } = soundsOf(token);
  if (spelling !== undefined) eachUnder(wordIndex, hashText(SPACE.spelling, spelling), note);
  return [...found];
}

function bytesOf(words: readonly number[], segment: Segment): number {
  return words.reduce((sum, id) => sum + segment.bytesOfNames(id), 0);
}

/** Returns the names with a word of each list. Searches the list with the fewest names first. */
function namesWith(lists: readonly number[][], segment: Segment): number[] {
  const [rarest = []] = lists.toSorted((a, b) => bytesOf(a, segment) - bytesOf(b, segment));
  const names = new Set<number>();
  for (const id of rarest) {
    const count = segment.readNamesOf(id);
    for (let i = 0; i < count; i++) names.add(segment.names[i]!);
  }
  return [...names].filter((name) => {
    const words = ids.subarray(0, segment.wordsOf(name, ids));
    return lists.every((list) => list.some((id) => words.includes(id)));
  });
}

/** Looks up the names that have all words of a wording of a query, whose last word may be cut off. */
class NamesByBeginning {
  readonly #segment: Segment;
  /** True if the query may be cut off between two words. */
  readonly #isLong: boolean;
  readonly #like = new Map<QueryWord, number[]>();
  #last: { readonly token: Token; readonly ends: number[] | undefined } | undefined;

  constructor(segment: Segment, isLong: boolean) {
    this.#segment = segment;
    this.#isLong = isLong;
  }

  #wordsLike(word: QueryWord): number[] {
    let found = this.#like.get(word);
    if (found === undefined) this.#like.set(word, (found = wordsLike(word, this.#segment)));
    return found;
  }

  /** Returns the words that can begin with a cut-off last word; undefined if the beginning is too short to find any. */
  #endsOf(token: Token, word: () => QueryWord): number[] | undefined {
    if (this.#last?.token === token) return this.#last.ends;
    const letters = lettersOf(token);
    let ends: number[] | undefined;
    if (letters.length >= SHORTEST_BEGINNING) {
      ends = this.#segment.beginnings.wordsWith(letters);
      if (this.#isLong) ends.push(...this.#wordsLike(word()));
    }
    this.#last = { token, ends };
    return ends;
  }

  find(tokens: readonly Token[], wordOf: (token: Token) => QueryWord): number[] {
    const last = tokens.at(-1)!;
    const ends = this.#endsOf(last, () => wordOf(last));
    if (ends?.length === 0) return [];
    const lists = ends ? [ends] : [];
    for (const token of tokens.slice(0, -1)) {
      const list = this.#wordsLike(wordOf(token));
      if (list.length === 0) return [];
      lists.push(list);
    }
    return namesWith(lists, this.#segment);
  }
}

/** Returns the names that have all words of one of the wordings of a query whose last word is cut off. */
function namesBegunBy({ name, words, compounds }: PreparedQuery, segment: Segment): Set<number> {
  const known = [...words, ...compounds];
  const wordOf = (token: Token): QueryWord =>
    known.find((word) => word.token === token) ?? new QueryWord(token);
  const names = new NamesByBeginning(segment, mayEndAtWord(name));
  const found = new Set<number>();
  for (const tokens of wordingsOf(name)) for (const at of names.find(tokens, wordOf)) found.add(at);
  return found;
}

/** Returns a reading whose hits need review. */
function cutOff({ text, reading }: PreparedReading): AskedReading {
  if (reading) return { ...reading, mayBlock: false };
  return {
    text,
    whole: text,
    leftOut: [],
    kind: 'asked',
    mayBlock: false,
    isExactOnly: false,
    isComplete: false,
    entities: undefined,
    isShip: false,
  };
}

/**
 * Returns the names of which a query may be a cut-off beginning (`scoreCutOff`), in their order.
 * @throws the errors of `limit`
 */
export function searchCutOff(
  name: PreparedName,
  segment: Segment,
  threshold: number,
  isRemoved: (entry: number) => boolean,
  limit?: SearchLimit,
): SegmentHit[] {
  const found: SegmentHit[] = [];
  for (const one of name) {
    const { query, reading } = one;
    if (reading && (reading.kind !== 'removed' || reading.isShip)) continue;
    if (!mayBeCutOff(query.name)) continue;
    for (const at of namesBegunBy(query, segment)) {
      const entry = segment.entryOfName(at);
      if (isRemoved(entry)) continue;
      const candidate = segment.candidate(at, true);
      limit?.check(Math.max(query.words.length, candidate.tokens.length) ** 2);
      const scored = scoreCutOff(query.name, candidate);
      if (scored === undefined || scored.score < threshold) continue;
      const { text, quality } = segment.name(at, entry);
      const hit = { entry, name: at, text, quality, ...scored, reading: cutOff(one) };
      if (isCompared(one, hit, segment)) found.push(hit);
    }
  }
  return found;
}
