/** Scores a name whose last word the width of a field has cut off: ABDULLAHI MOHAMMED ABUBA. */
import { MAX_TOKEN_CHARS } from '../similarity/edit-distance.ts';
import { tokenSimilarity, soundsOf, type TokenMatch } from '../similarity/similarity.ts';
import type { CanonicalName, Token } from '../types.ts';
import { tokensOf } from '../words/tokens.ts';
import { NARROWEST_FIELD } from '../words/field-width.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import type { NameScore } from './explain.ts';
import { scoreNames } from './score.ts';

const LONG = { characters: 26, words: 4 };
/** Minimum number of words before a last word of one or two letters, because too many words begin with these. */
const FEWEST_BEFORE_LETTERS = 2;
/** A known name with at least this many letters is complete: Martin is not the beginning of Martinez. */
const KNOWN_NAME = 5;
/** A single word with at least this many letters may be cut off. */
const LONG_WORD = 15;
export const SHORTEST_BEGINNING = 3;
/** The similarity of a word and its beginning, which equals that of an initial. */
const CUT_OFF: TokenMatch = { similarity: 0.93, match: 'edit' };

const LETTERS = /^[a-z]+$/;

/** Returns the letters for finding words with this beginning. Those of a legal form are as written. */
export function lettersOf({ kind, key, text }: Pick<Token, 'kind' | 'key' | 'text'>): string {
  return kind === 'legal' ? text : key;
}

/** Returns true if the last word of a name may be the beginning of a longer one. */
export function mayBeCutOff(name: CanonicalName): boolean {
  const { canonical, tokens } = name;
  const last = tokens.at(-1);
  if (last === undefined || canonical.length < NARROWEST_FIELD || last.kind === 'number')
    return false;
  const letters = lettersOf(last);
  if (!LETTERS.test(letters) || !canonical.endsWith(last.text)) return false;
  if (last.script !== 'latin' && last.script !== 'other') return false;
  const isKnown = letters.length >= KNOWN_NAME && SPELLING_CLASS.has(letters);
  if (isKnown && !mayEndAtWord(name)) return false;
  if (tokens.length === 1) return letters.length >= LONG_WORD;
  return letters.length >= SHORTEST_BEGINNING || tokens.length > FEWEST_BEFORE_LETTERS;
}

/** Returns true if a name is so long that it may also be cut off between two words. */
export function mayEndAtWord({ canonical, tokens }: CanonicalName): boolean {
  return canonical.length >= LONG.characters && tokens.length >= LONG.words;
}

/** Returns true if two words are the same or spellings of one name. */
export function isSameWord(a: Token, b: Token): boolean {
  if (a.key === b.key) return a.kind === b.kind || (a.kind !== 'legal' && b.kind !== 'legal');
  const { spelling } = soundsOf(a);
  return spelling !== undefined && spelling === soundsOf(b).spelling;
}

function isBeginning(last: Token, word: Token): boolean {
  const [beginning, letters] = [lettersOf(last), lettersOf(word)];
  return (
    letters.length > beginning.length &&
    letters.length < MAX_TOKEN_CHARS &&
    letters.startsWith(beginning)
  );
}

/**
 * Returns true if a candidate has each word of a query except the last, and the last word begins another word of it.
 */
function isCovered(words: readonly Token[], last: Token, listed: readonly Token[]): boolean {
  const free = [...listed];
  for (const word of words) {
    const same = free.findIndex((other) => isSameWord(word, other));
    if (same < 0) return false;
    free.splice(same, 1);
  }
  return free.some((other) => isBeginning(last, other));
}

const ARTICLE = /^(?:al|el)(?=.{3})/;
/**
 * Returns the possible listed forms of a query's words: unchanged, with two of them as one, and with an article as a
 * part of a word (ALTESTOV).
 */
export function wordingsOf({ tokens, compounds }: CanonicalName): (readonly Token[])[] {
  const wordings = [tokens];
  for (const { from, to, token } of compounds)
    wordings.push([...tokens.slice(0, from), token, ...tokens.slice(to)]);
  for (const [at, { kind, key, script }] of tokens.entries()) {
    const [article] = kind === 'name' && script === 'latin' ? (ARTICLE.exec(key) ?? []) : [];
    if (article === undefined) continue;
    const apart = tokensOf([article, key.slice(article.length)], 'person');
    wordings.push([...tokens.slice(0, at), ...apart, ...tokens.slice(at + 1)]);
  }
  return wordings;
}

/**
 * Returns the words of a candidate that a query is compared with: all, or those before the place of the cut.
 * @param isLong true if the query may be cut off between two words
 */
function comparedWords(
  tokens: readonly Token[],
  isLong: boolean,
  listed: readonly Token[],
): readonly Token[] | undefined {
  const last = tokens.at(-1)!;
  const words = tokens.slice(0, -1);
  const end = listed[words.length];
  const isCutHere =
    end !== undefined &&
    (isBeginning(last, end) || (isLong && listed.length > tokens.length && isSameWord(last, end)));
  if (isCutHere && words.every((word, i) => isSameWord(word, listed[i]!)))
    return listed.slice(0, tokens.length);
  return isCovered(words, last, listed) ? listed : undefined;
}

/**
 * Returns the score of a query that may be cut off (`mayBeCutOff`) if a candidate has all of its words, and a word that
 * the last one begins; otherwise undefined. The candidate's text after the cut costs nothing if the words are in the
 * same order.
 */
export function scoreCutOff(query: CanonicalName, candidate: CanonicalName): NameScore | undefined {
  const isLong = mayEndAtWord(query);
  for (const tokens of wordingsOf(query)) {
    const compared = comparedWords(tokens, isLong, candidate.tokens);
    if (compared === undefined) continue;
    const last = tokens.at(-1)!;
    return scoreNames(
      { ...query, tokens, compounds: [] },
      { canonical: '', tokens: compared, compounds: [] },
      (asked, listed) =>
        asked === last && isBeginning(last, listed) ? CUT_OFF : tokenSimilarity(asked, listed),
    );
  }
  return undefined;
}
