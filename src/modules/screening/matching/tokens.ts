import anyAscii from 'any-ascii';
import { HARD_TITLES, SOFT_TITLES } from './honorifics.ts';
import { matchLegalForm } from './legal-match.ts';
import type { Join, Script, Token, TokenClass } from './types.ts';
import { SPELLING_CLASS } from './variants.ts';
import {
  AMBIGUOUS_NUMERALS,
  COMMON_NAMES,
  GENERIC_WORDS,
  NUMBER_WORDS,
  ORGANIZATION_MARKERS,
  PARTICLES,
  PLACE_WORDS,
  STOP_WORDS,
} from './word-classes.ts';

/** Words of a name that are compared; the alignment is cubic in them. */
export const MAX_TOKENS = 32;

const WEIGHTS: Readonly<Record<TokenClass, number>> = {
  name: 1,
  common: 0.8,
  initial: 0.4,
  particle: 0.2,
  stop: 0.1,
  title: 0.2,
  generic: 0.5,
  place: 0.5,
  number: 1,
  legal: 0.2,
};

const ASCII_WORD = /^[a-z0-9]+$/;
const CONSONANTAL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Khmer}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Myanmar}]/u;
const scriptOf = (word: string): Script => {
  if (ASCII_WORD.test(word)) return 'latin';
  if (CONSONANTAL.test(word)) return 'consonantal';
  if (/\p{Script=Han}/u.test(word)) return 'han';
  if (/\p{Script=Hangul}/u.test(word)) return 'hangul';
  return 'other';
};

/** Digits typed for letters inside or before a word (Ig0r, 0sama); other digits stay (A320, 3M). */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
};
const undisguise = (key: string): string =>
  /^(?:[a-z]+\d[a-z]+|\d[a-z]{4,})$/.test(key) && key.length >= 4
    ? key.replace(/\d/, (digit) => LOOKALIKES[digit] ?? digit)
    : key;

const keyOf = (word: string, script: Script): string =>
  script === 'latin'
    ? undisguise(word)
    : anyAscii(word)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');

const makeToken = (
  text: string,
  kind: TokenClass,
  key?: string,
  weight?: number,
  syllableOf?: number,
): Token => {
  const script = scriptOf(text.replaceAll(' ', ''));
  const ascii = key ?? keyOf(text, script);
  // Words whose comparison looks at `text` as well as at `key`.
  const native =
    kind === 'legal' ||
    script === 'han' ||
    script === 'hangul' ||
    script === 'consonantal' ||
    ascii === '';
  return {
    text,
    key: ascii,
    kind,
    weight: weight ?? WEIGHTS[kind],
    script,
    sounds: undefined,
    syllableOf,
    id: `${kind}:${script}:${ascii}${native ? `:${text}` : ''}`,
  };
};

/** Left out of a Slavic name more often than not. */
const PATRONYMIC = /..(?:[oe]v[iy]ch|[oe]vitch|[oei]vna)$/;

const classOf = (word: string, original: string, mayBeTitle: boolean): TokenClass => {
  if (NUMBER_WORDS.has(word) || ORDINAL.test(word)) return 'number';
  if (STOP_WORDS.has(word)) return 'stop';
  if (PARTICLES.has(word)) return 'particle';
  if (original.length === 1 && ASCII_WORD.test(original)) return 'initial';
  if (mayBeTitle && (SOFT_TITLES.has(word) || HARD_TITLES.has(word))) return 'title';
  if (GENERIC_WORDS.has(SPELLING_CLASS.get(word) ?? word) || GENERIC_WORDS.has(word))
    return 'generic';
  if (PLACE_WORDS.has(word)) return 'place';
  if (PATRONYMIC.test(word)) return 'common';
  if (COMMON_NAMES.has(SPELLING_CLASS.get(word) ?? word)) return 'common';
  return 'name';
};

interface Unit {
  readonly text: string;
  readonly syllableOf?: number;
}

/** Han and Hangul names are written without spaces: one token per syllable, as the romanised forms have. */
const splitSyllables = (words: readonly string[]): Unit[] =>
  words.flatMap((text, syllableOf): Unit[] => {
    const script = ASCII_WORD.test(text) ? 'latin' : scriptOf(text);
    // Several segments (贝拉克 奥巴马) are a foreign name spelled by sound, whose syllables mean nothing.
    const isSplit = script === 'hangul' || (script === 'han' && words.length === 1);
    const syllables = isSplit ? [...text] : [];
    if (syllables.length < 2 || syllables.length > 5) return [{ text }];
    return syllables.map((syllable) => ({ text: syllable, syllableOf }));
  });

const ABD = /^abd(?:[aeu]l|[aeu]r|[aeu]s|[aeu]n|[aeu]z|[aeu]d|oul|ou)?$/;
const ARTICLE = /^(?:al|el|ul|ur|ar|er|us|as|es|un|an|ud|ad|ed|uz|az|ash|esh|ush)$/;

/** `abdul rahman` and `abd al rahman` are also written as one word; the words stay words as well. */
const isAbd = (token: Token): boolean => ABD.test(token.text);
/** Shared by too many names to weigh like one. */
const ABD_WEIGHT = 0.4;

const ORDINAL = /^(\d+)(?:st|nd|rd|th)?$/;

const isOrganizationWord = (word: string): boolean => ORGANIZATION_MARKERS.has(word);

const numberKey = (word: string): string | undefined =>
  NUMBER_WORDS.get(word) ?? ORDINAL.exec(word)?.[1];

/** Forty four is 44; 40 4 stays two numbers. */
const spelledNumber = (tens: string, units: string | undefined): string | undefined => {
  const value = tens.endsWith('ty') ? Number(NUMBER_WORDS.get(tens) ?? 0) : 0;
  const unit = Number(units === undefined ? 0 : (numberKey(units) ?? 0));
  return value > 0 && unit > 0 && unit < 10 ? String(value + unit) : undefined;
};

const tokenise = (units: readonly Unit[], mayHaveTitles: boolean): Token[] => {
  const words = units.map(({ text }) => text);
  const tokens: Token[] = [];
  for (let i = 0; i < words.length && tokens.length < MAX_TOKENS;) {
    const word = words[i]!;
    const legal = matchLegalForm(words, i, tokens.length > 0);
    const spelled = spelledNumber(word, words[i + 1]);
    if (spelled !== undefined) {
      tokens.push(makeToken(`${word} ${words[i + 1]}`, 'number', spelled));
      i += 2;
    } else if (legal !== undefined) {
      tokens.push(makeToken(words.slice(i, i + legal.span).join(' '), 'legal', legal.key));
      i += legal.span;
    } else if (ABD.test(word)) {
      tokens.push(makeToken(word, 'common', word === 'abd' ? 'abd' : 'abdul', ABD_WEIGHT));
      i += 1;
    } else {
      const key = keyOf(word, scriptOf(word));
      const isName = AMBIGUOUS_NUMERALS.has(key) && !words.some(isOrganizationWord);
      const kind = isName ? 'name' : classOf(key, word, mayHaveTitles);
      const number = kind === 'number' ? numberKey(word) : undefined;
      tokens.push(makeToken(word, kind, number, undefined, units[i]!.syllableOf));
      i += 1;
    }
  }
  return tokens;
};

const isFull = (token: Token): boolean => token.kind === 'name' || token.kind === 'common';

/** Particles that are given names too (Ben, Van). */
const NAME_PARTICLES: ReadonlySet<string> = new Set([
  'ben',
  'van',
  'san',
  'mac',
  'an',
  'bar',
  'bat',
  'ash',
]);

/** A soft title or such a particle weighs less only beside two full names: Peter Obi, Ben Netanyahu. */
const reweigh = (tokens: readonly Token[]): readonly Token[] => {
  if (tokens.filter(isFull).length >= 2) return tokens;
  return tokens.map((token) => {
    const { kind, text } = token;
    const isName =
      (kind === 'title' && SOFT_TITLES.has(text)) ||
      (kind === 'particle' && NAME_PARTICLES.has(text));
    return isName ? makeToken(text, 'name') : token;
  });
};

const isLetter = (token: Token): boolean => /^[a-z]$/.test(token.text);
const isAbdName = (token: Token): boolean => token.key.length > 2 && /^[a-z]+$/.test(token.key);

/** The joined readings of neighbouring words. */
export const joinsOf = (tokens: readonly Token[]): Join[] => {
  const joins: Join[] = [];
  const add = (from: number, to: number): void => {
    const parts = tokens.slice(from, to);
    if (parts.some((part) => part.key === '')) return;
    const numbers = parts.filter((part) => part.kind === 'number');
    // Studio 54 is Studio54, but 2 3 is not 23 and II is no part of a word.
    if (numbers.length > 1 || numbers.some((part) => !/^\d+$/.test(part.text))) return;
    const key = parts
      .map((part) => (part.kind === 'legal' ? part.text.replaceAll(' ', '') : part.key))
      .join('');
    const letters = parts.every((part) => part.text.length === 1);
    if (key.length < 3 && !letters) return;
    joins.push({
      from,
      to,
      token: makeToken(parts.map((part) => part.text).join(' '), 'name', key),
    });
  };
  const addAbd = (from: number, to: number, key: string, weight: number): void => {
    const text = tokens
      .slice(from, to)
      .map((part) => part.text)
      .join(' ');
    joins.push({ from, to, token: makeToken(text, 'name', key, weight) });
  };
  for (let i = 0; i + 1 < tokens.length; i++) {
    const next = tokens[i + 1]!;
    if (isAbd(tokens[i]!)) {
      const split = tokens[i]!.key === 'abd' && ARTICLE.test(next.text);
      const name = tokens[split ? i + 2 : i + 1];
      // Abd al is Abdul; with the name it is one word.
      if (split) addAbd(i, i + 2, 'abdul', ABD_WEIGHT);
      if (name !== undefined && isAbdName(name))
        addAbd(i, i + (split ? 3 : 2), `abdul${name.key}`, 1);
      continue;
    }
    // MAJEED, Abdul: the surname came first.
    if (isAbd(next) && i + 2 === tokens.length && isAbdName(tokens[i]!))
      addAbd(i, i + 2, `abdul${tokens[i]!.key}`, 1);
    // A run of single letters is one abbreviation: J. K., A.B.C., U S A.
    if (isLetter(tokens[i]!) && !(i > 0 && isLetter(tokens[i - 1]!))) {
      let end = i + 1;
      while (end < tokens.length && isLetter(tokens[end]!)) end++;
      if (end - i > 2) add(i, end);
    }
    add(i, i + 2);
    // Three words only around a particle: saif al din, bashir ud din.
    if (i + 2 < tokens.length && tokens[i + 1]!.kind === 'particle') add(i, i + 3);
  }
  return joins;
};

/**
 * Splits canonical words into comparable units and the joined readings of neighbours.
 * @param mayHaveTitles false: what is a title before a person's name is a word like any other
 */
export const analyseTokens = (
  words: readonly string[],
  mayHaveTitles: boolean,
): { tokens: readonly Token[]; joins: readonly Join[] } => {
  const tokens = reweigh(tokenise(splitSyllables(words), mayHaveTitles));
  return { tokens, joins: joinsOf(tokens) };
};
