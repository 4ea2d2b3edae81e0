/** Acronyms of names of organisations: the first letters of their words, in the script of the name. */
import type { Token, TokenClass } from '../types.ts';

/**
 * Shorter ones stand for too many: on OFAC's list of 2021 an acronym of three letters that is a name there is the name
 * of the same organisation in 44 % of cases, of four and more in 86 %.
 */
const FEWEST = 4;
const MOST = 12;
const LETTERS = /^\p{L}+$/u;

const WITHOUT_LETTER: ReadonlySet<TokenClass> = new Set(['stop', 'particle']);
/** A name with one of these is seldom shortened to letters alone. */
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

/** The acronyms of a full name, with the letters of its legal form (NIOC, National Iranian Oil Company) and without. */
export function acronymsOf(tokens: readonly Token[]): string[] {
  if (tokens.some((token) => NEVER_SHORTENED.has(token.kind) || !isAlphabetic(token))) return [];
  const words = tokens.filter(({ kind }) => !WITHOUT_LETTER.has(kind));
  const named = words.filter(({ kind }) => kind !== 'legal');
  return [...new Set([firstLetters(words), firstLetters(named)])].filter(isAcronym);
}

/** The acronym that a name is (NIOC, N.I.O.C. Ltd); undefined for every other name. */
export function acronymIn(tokens: readonly Token[]): string | undefined {
  const named = tokens.filter(({ kind }) => kind !== 'legal');
  const areLetters = named.every(({ text }) => text.length === 1);
  if (named.length === 0 || (named.length > 1 && !areLetters)) return undefined;
  const text = named.map((token) => token.text).join('');
  return named.every(isAlphabetic) && isAcronym(text) ? text : undefined;
}
