/** Acronyms of organization names: the first letters of their words, in the script of the name. */
import type { Token, TokenClass } from '../types.ts';

/**
 * The minimum length: too many organizations share shorter acronyms. On OFAC's list of 2021, an entry named by an
 * acronym of three letters was the organization with that full name in 44 % of cases; with four or more letters, in 86
 * %.
 */
const FEWEST = 4;
const MOST = 12;
const LETTERS = /^\p{L}+$/u;

const WITHOUT_LETTER: ReadonlySet<TokenClass> = new Set(['stop', 'particle']);
/** Names with one of these words are seldom shortened to an acronym. */
const NEVER_SHORTENED: ReadonlySet<TokenClass> = new Set(['number', 'initial']);

function isAlphabetic({ script }: Token): boolean {
  return script === 'latin' || script === 'other';
}

function isAcronym(text: string): boolean {
  return text.length >= FEWEST && text.length <= MOST && LETTERS.test(text);
}

function firstLetters(tokens: readonly Token[]): string {
  return tokens
    .flatMap(({ text }) => text.split(' '))
    .map((word) => word[0])
    .join('');
}

/**
 * Returns the acronyms of a full name, with the letters of its legal form (NIOC, National Iranian Oil Company) and
 * without them.
 */
export function acronymsOf(tokens: readonly Token[]): string[] {
  if (tokens.some((token) => NEVER_SHORTENED.has(token.kind) || !isAlphabetic(token))) return [];
  const words = tokens.filter(({ kind }) => !WITHOUT_LETTER.has(kind));
  const named = words.filter(({ kind }) => kind !== 'legal');
  return [...new Set([firstLetters(words), firstLetters(named)])].filter(isAcronym);
}

/** Returns the acronym if the name is one (NIOC, N.I.O.C. Ltd); otherwise undefined. */
export function acronymIn(tokens: readonly Token[]): string | undefined {
  const named = tokens.filter(({ kind }) => kind !== 'legal');
  const areLetters = named.every(({ text }) => text.length === 1);
  if (named.length === 0 || (named.length > 1 && !areLetters)) return undefined;
  const text = named.map((token) => token.text).join('');
  return named.every(isAlphabetic) && isAcronym(text) ? text : undefined;
}
