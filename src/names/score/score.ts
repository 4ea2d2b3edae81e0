import { assign } from './assignment.ts';
import { explain, identical, round2, type Aligned, type NameScore } from './explain.ts';
import { combine, scoreOf, type Reading } from './score-model.ts';
import { compoundSimilarity } from '../similarity/compounds.ts';
import { NONE, tokenSimilarity, type TokenMatch } from '../similarity/similarity.ts';
import type { CanonicalName, Compound, Token } from '../types.ts';

/** Maximum number of joined readings on each side. */
const MAX_COMPOUNDS = 4;
/** The number of joined readings on both sides together up to which every choice is tried: 2^4. */
const MAX_CHOSEN_FREELY = 4;
/**
 * With more joined readings, each choice is reversed this often. Names of 32 words with eight joined readings need
 * about ten alignments.
 */
const ROUNDS = 2;

export type SimilarityFunction = (query: Token, candidate: Token) => TokenMatch;

/**
 * Called before each alignment with the number of words of the longer side. An error that it throws ends the
 * comparison.
 */
export type OnAlignment = (words: number) => void;

/**
 * A word may match a word or a joined reading. Two joined readings never match, because their words are compared
 * instead.
 */
function compare(a: Token, b: Token, joined: number, similarity: SimilarityFunction): TokenMatch {
  if (joined === 0) return similarity(a, b);
  return joined === 1 ? compoundSimilarity(a, b, similarity) : NONE;
}

function align(query: Reading, candidate: Reading, similarity: SimilarityFunction): Aligned {
  const rows = query.tokens.length;
  const width = candidate.tokens.length;
  const gains = new Float64Array(rows * width);
  const all: TokenMatch[] = [];
  for (let row = 0; row < rows; row++) {
    const token = query.tokens[row]!;
    for (let column = 0; column < width; column++) {
      const other = candidate.tokens[column]!;
      const match = compare(
        token,
        other,
        Number(query.joined.has(row)) + Number(candidate.joined.has(column)),
        similarity,
      );
      all.push(match);
      gains[row * width + column] = match.similarity * Math.min(token.weight, other.weight);
    }
  }
  const columns = assign(gains, rows, width);
  const matches = Array.from(columns, (column, row) =>
    column < 0 ? undefined : all[row * width + column],
  );
  const parts = combine(query, candidate, columns, matches);
  return { query, candidate, columns, matches, parts, score: scoreOf(parts) };
}

function readingOf(name: CanonicalName, chosen: readonly Compound[]): Reading {
  const joined = new Set<number>();
  if (chosen.length === 0) return { tokens: name.tokens, joined };
  const tokens: Token[] = [];
  for (let i = 0; i < name.tokens.length;) {
    const compound = chosen.find((each) => each.from === i);
    if (compound !== undefined) {
      joined.add(tokens.length);
      tokens.push(compound.token);
      i = compound.to;
    } else {
      tokens.push(name.tokens[i]!);
      i += 1;
    }
  }
  return { tokens, joined };
}

function usefulCompounds(
  name: CanonicalName,
  other: CanonicalName,
  similarity: (compound: Token, token: Token) => TokenMatch,
): Compound[] {
  return name.compounds
    .filter((compound) =>
      other.tokens.some(
        (token) => compoundSimilarity(compound.token, token, similarity).similarity > 0,
      ),
    )
    .slice(0, MAX_COMPOUNDS);
}

/** A joined reading of the query or of the candidate. */
type SideCompound = {
  readonly ofQuery: boolean;
  readonly compound: Compound;
};

function overlap(a: SideCompound, b: SideCompound): boolean {
  return (
    a.ofQuery === b.ofQuery && a.compound.from < b.compound.to && b.compound.from < a.compound.to
  );
}

/** Returns every choice of compounds that do not overlap, the empty one first. */
function choicesOf(compounds: readonly SideCompound[]): (readonly SideCompound[])[] {
  let choices: (readonly SideCompound[])[] = [[]];
  for (const compound of compounds) {
    const free = choices.filter((chosen) => !chosen.some((other) => overlap(other, compound)));
    choices = [...choices, ...free.map((chosen) => [...chosen, compound])];
  }
  return choices;
}

function best(
  query: CanonicalName,
  candidate: CanonicalName,
  similarity: SimilarityFunction,
  onAlignment?: OnAlignment,
): Aligned {
  const compounds: SideCompound[] = [
    ...usefulCompounds(query, candidate, similarity).map((compound) => ({
      ofQuery: true,
      compound,
    })),
    ...usefulCompounds(candidate, query, (compound, token) => similarity(token, compound)).map(
      (compound) => ({
        ofQuery: false,
        compound,
      }),
    ),
  ];
  let winner: Aligned | undefined;
  /** Returns true if the result is better than the results of all earlier choices. */
  const wins = (chosen: readonly SideCompound[]): boolean => {
    const compoundsOf = (ofQuery: boolean): Compound[] =>
      chosen.filter((each) => each.ofQuery === ofQuery).map(({ compound }) => compound);
    const asked = readingOf(query, compoundsOf(true));
    const listed = readingOf(candidate, compoundsOf(false));
    onAlignment?.(Math.max(asked.tokens.length, listed.tokens.length));
    const aligned = align(asked, listed, similarity);
    if (winner !== undefined && aligned.score <= winner.score) return false;
    winner = aligned;
    return true;
  };
  if (compounds.length <= MAX_CHOSEN_FREELY) {
    for (const chosen of choicesOf(compounds)) wins(chosen);
    return winner!;
  }
  wins([]);
  let chosen: readonly SideCompound[] = [];
  for (const compound of compounds)
    if (!chosen.some((other) => overlap(other, compound))) chosen = [...chosen, compound];
  wins(chosen);
  for (let round = 0; round < ROUNDS; round++)
    for (const compound of compounds) {
      // A joined reading overlaps itself.
      const others = chosen.filter((other) => !overlap(other, compound));
      const changed = chosen.includes(compound) ? others : [...others, compound];
      if (wins(changed)) chosen = changed;
    }
  return winner!;
}

/**
 * Scores a query against one name of a candidate, 0 to 100, with an explanation. 100 is the same canonical name. 85 is
 * the same name up to spelling, order, titles and omitted middle names. The alignment is optimal, and the order of
 * words does not count, except for a title that is a name. The score is continuous: a further slip does not raise it,
 * unless another rule then reads the word (a stem, a table), and a further word on both sides does not lower it. It is
 * deterministic and uses no statistics of the list, so neither the number of aliases nor the other entries change it.
 * `similarity` may be a memoised `tokenSimilarity`. Cost: microseconds for names of a few words, cubic in words.
 */
export function scoreNames(
  query: CanonicalName,
  candidate: CanonicalName,
  similarity: SimilarityFunction = tokenSimilarity,
  onAlignment?: OnAlignment,
): NameScore {
  if (query.canonical === candidate.canonical && query.canonical !== '') return identical(query);
  if (query.tokens.length === 0 || candidate.tokens.length === 0) {
    return {
      score: 0,
      explanation: {
        tokens: [],
        unmatchedQuery: query.tokens.map((token) => token.text),
        unmatchedCandidate: candidate.tokens.map((token) => token.text),
        penalties: [],
      },
    };
  }
  const aligned = best(query, candidate, similarity, onAlignment);
  const score = round2(aligned.score);
  return { score, explanation: explain(aligned, score) };
}
