import type { NameExplanation } from './explain.ts';
import {
  rawScoreOf,
  evidenceOf,
  MINIMUM_HIT_SCORE,
  QUERY_EXTRA_COST,
  PATRONYMIC_SHARE,
  REPEATED_WEIGHT,
} from './score-model.ts';
import { scoreNames } from './score.ts';
import { columnsOf, compoundLikeIds, similarIds, type Columns } from './columns.ts';
import { compoundSimilarity } from '../similarity/compounds.ts';
import { NONE, tokenSimilarity, type TokenMatch } from '../similarity/similarity.ts';
import type { CanonicalName, Token } from '../types.ts';
import { mayRepeat } from './unmatched.ts';
import { isPatronymic } from '../words/tokens.ts';

export type ScanName<Id> = {
  readonly id: Id;
  readonly name: CanonicalName;
};

export type ScanHit<Id> = {
  readonly id: Id;
  readonly name: CanonicalName;
  readonly score: number;
  readonly explanation: NameExplanation;
};

type Postings = {
  /** The start of each name's token ids in `ids`. One more number ends the last name. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
};

/** Names with every distinct token stored once. A query token is compared with each only once. */
export type ScanSet<Id> = {
  readonly names: readonly ScanName<Id>[];
  /** Distinct words, and distinct joined pairs from `firstCompound` on. */
  readonly vocabulary: readonly Token[];
  readonly firstCompound: number;
  readonly columns: Columns;
  readonly weights: Float64Array;
  readonly words: Postings;
  readonly compounds: Postings;
  readonly idOf: ReadonlyMap<string, number>;
};

function postings(lists: readonly (readonly number[])[]): Postings {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i]! + list.length;
  });
  return { starts, ids: Int32Array.from(lists.flat()) };
}

/** Prepares names for `scan`. Cost: linear in the names, about 2 µs each plus 200 bytes per new word. */
export function buildScanSet<Id>(names: readonly ScanName<Id>[]): ScanSet<Id> {
  const vocabulary: Token[] = [];
  const intern = (idOf: Map<string, number>, token: Token): number => {
    let id = idOf.get(token.id);
    if (id === undefined) {
      id = vocabulary.length;
      idOf.set(token.id, id);
      vocabulary.push(token);
    }
    return id;
  };
  const idOf = new Map<string, number>();
  const compoundIdOf = new Map<string, number>();
  const wordIds = names.map(({ name }) => name.tokens.map((token) => intern(idOf, token)));
  const firstCompound = vocabulary.length;
  const compoundIds = names.map(({ name }) =>
    name.compounds.map((each) => intern(compoundIdOf, each.token)),
  );
  return {
    names,
    vocabulary,
    firstCompound,
    columns: columnsOf(vocabulary),
    weights: Float64Array.from(vocabulary, (token) => token.weight),
    words: postings(wordIds),
    compounds: postings(compoundIds),
    idOf,
  };
}

/** The comparison of a query word with the vocabulary. */
type Row = {
  /** Similarity with each vocabulary word; most are 0. */
  readonly values: Float64Array;
  /** The kind of each match, for words that can be similar. */
  readonly matches: ReadonlyMap<number, TokenMatch>;
};

/** The row of each query word, computed once. */
class Memo<Id> {
  readonly #rows = new Map<string, Row>();
  readonly #set: ScanSet<Id>;

  constructor(set: ScanSet<Id>) {
    this.#set = set;
  }

  row(token: Token): Row {
    let row = this.#rows.get(token.id);
    if (row === undefined) {
      const { vocabulary, firstCompound, columns } = this.#set;
      const values = new Float64Array(firstCompound);
      const matches = new Map<number, TokenMatch>();
      for (const id of similarIds(token, (at) => vocabulary[at]!.key, columns, 0, firstCompound)) {
        const match = tokenSimilarity(token, vocabulary[id]!);
        if (match.similarity === 0) continue;
        values[id] = match.similarity;
        matches.set(id, match);
      }
      row = { values, matches };
      this.#rows.set(token.id, row);
    }
    return row;
  }

  readonly similarity = (query: Token, candidate: Token): TokenMatch => {
    const id = this.#set.idOf.get(candidate.id);
    const row = id === undefined ? undefined : this.#rows.get(query.id);
    return row === undefined ? tokenSimilarity(query, candidate) : (row.matches.get(id!) ?? NONE);
  };
}

type QueryRow = {
  readonly token: Token;
  /** The similarity with each word of the vocabulary. */
  readonly values: Float64Array;
  /** The lowest cost per unit of weight of a token without a match. */
  readonly unmatchedCost: number;
};

function rowsOf<Id>(query: CanonicalName, memo: Memo<Id>): QueryRow[] {
  return query.tokens.map((token) => {
    const { values } = memo.row(token);
    const repeated = mayRepeat(token, query.tokens);
    const share = token.kind === 'title' ? 0 : repeated ? REPEATED_WEIGHT : 1;
    const patronymic = isPatronymic(token.key) ? PATRONYMIC_SHARE : 1;
    return { token, values, unmatchedCost: QUERY_EXTRA_COST * share * patronymic };
  });
}

/** Returns the vocabulary entries that match through a joined reading of the query or of the name. */
function joinedFlags<Id>(query: CanonicalName, set: ScanSet<Id>): Uint8Array {
  const { vocabulary, firstCompound, columns } = set;
  const flags = new Uint8Array(vocabulary.length);
  const mark = (token: Token, from: number, to: number): void => {
    for (const id of compoundLikeIds(token, columns, from, to)) {
      if (compoundSimilarity(token, vocabulary[id]!, tokenSimilarity).similarity > 0) flags[id] = 1;
    }
  };
  for (const each of query.compounds) mark(each.token, 0, firstCompound);
  for (const token of query.tokens) mark(token, firstCompound, vocabulary.length);
  return flags;
}

/** Returns the highest raw score that name `index` can have without joined readings. See `combine` for the costs. */
function upperBound(
  rows: readonly QueryRow[],
  weights: Float64Array,
  words: Postings,
  index: number,
): number {
  const end = words.starts[index + 1]!;
  let matched = 0;
  let cost = 0;
  for (const { token, values, unmatchedCost } of rows) {
    let best = 0;
    let nearest = 0;
    for (let i = words.starts[index]!; i < end; i++) {
      const id = words.ids[i]!;
      const value = values[id]!;
      if (value === 0) continue;
      const gain = value * Math.min(token.weight, weights[id]!);
      if (gain > best) best = gain;
      if (value > nearest) nearest = value;
    }
    matched += best;
    cost += token.weight * (1 - nearest) * unmatchedCost;
  }
  const evidence = evidenceOf(matched);
  return evidence === 0 ? 0 : (100 * evidence) / (evidence + cost);
}

function anyAbove(flags: Uint8Array, list: Postings, index: number): boolean {
  for (let i = list.starts[index]!; i < list.starts[index + 1]!; i++) {
    if (flags[list.ids[i]!] === 1) return true;
  }
  return false;
}

/** The maximum amount by which rounding to 2 decimals raises a score. */
const ROUNDING = 0.006;

/**
 * Returns every name that scores at least `threshold` (never below 50), best first, ties in the order of the set.
 * Scores equal those of `scoreNames` for each name alone. Cost: one comparison of every query word (and joined pair)
 * with every distinct word of the set, then a bound of about 20 ns a name. Only names whose bound reaches the threshold
 * are aligned.
 */
export function scan<Id>(query: CanonicalName, set: ScanSet<Id>, threshold: number): ScanHit<Id>[] {
  const least = Math.max(threshold, MINIMUM_HIT_SCORE);
  if (query.tokens.length === 0) return [];
  const leastSimilarityOf = rawScoreOf(least - ROUNDING);
  const memo = new Memo(set);
  const rows = rowsOf(query, memo);
  const joined = joinedFlags(query, set);
  const hits: ScanHit<Id>[] = [];
  for (let index = 0; index < set.names.length; index++) {
    const entry = set.names[index]!;
    const possible =
      upperBound(rows, set.weights, set.words, index) >= leastSimilarityOf ||
      anyAbove(joined, set.words, index) ||
      anyAbove(joined, set.compounds, index) ||
      entry.name.canonical === query.canonical;
    if (!possible) continue;
    const { score, explanation } = scoreNames(query, entry.name, memo.similarity);
    if (score >= least) hits.push({ id: entry.id, name: entry.name, score, explanation });
  }
  return hits.toSorted((a, b) => b.score - a.score);
}
