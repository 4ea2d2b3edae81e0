import { ALPHABETIC, ASCII_WORD, keyOf, scriptOf, scriptOfWords } from './ascii-keys.ts';
import { HARD_TITLES, SOFT_TITLES, TRAILING_TITLES } from './honorifics.ts';
import { isGlued, isInitial, isInRun } from './initials.ts';
import { matchLegalForm, mayBeginLegalForm, type NameOwner } from './legal-forms.ts';
import type { Token, TokenClass } from '../types.ts';
import { unitsOf, type Units } from './syllables.ts';
import { SPELLING_CLASS } from './variants.ts';
import {
  AMBIGUOUS_NUMERALS,
  COMMON_NAMES,
  GENERIC_WORDS,
  NAME_PARTICLES,
  NUMBER_SIGNS,
  NUMBER_WORDS,
  ORGANIZATION_MARKERS,
  PARTICLES,
  PLACE_WORDS,
  STOP_WORDS,
} from './word-classes.ts';

/** Maximum number of words of a name that are compared; the time for matching them grows with their cube. */
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

export const DIGITS = /^\d+$/;

export function makeToken(
  text: string,
  kind: TokenClass,
  key?: string,
  weight?: number,
  syllableOf?: number,
): Token {
  const script = scriptOfWords(text);
  const ascii = key ?? keyOf(text, script);
  const usual = WEIGHTS[kind];
  return {
    text,
    key: ascii,
    kind,
    weight: weight ?? usual,
    script,
    sounds: undefined,
    syllableOf,
    number: undefined,
    id: `${kind}:${script}:${ascii}${text === ascii ? '' : `:${text}`}${weight === undefined || weight === usual ? '' : `@${weight}`}`,
  };
}

/** Matches patronymics. Writers omit them from Slavic names more often than not. */
const PATRONYMIC = /..(?:[oea][vw][iy](?:|t|ts)ch|[oei][vw]na|.[ae]una)$/;

/** Returns true if a key ends like a patronymic. Some family names also do. */
export function isPatronymic(key: string): boolean {
  return PATRONYMIC.test(key);
}

function classOf(word: string, original: string, mayBeTitle: boolean): TokenClass {
  if (original.length === 1 && ALPHABETIC.test(original)) return 'initial';
  if (NUMBER_WORDS.has(word) || ORDINAL.test(word)) return 'number';
  if (STOP_WORDS.has(word)) return 'stop';
  if (PARTICLES.has(word)) return 'particle';
  if (original.length === 1 && ASCII_WORD.test(original)) return 'initial';
  if (mayBeTitle && (SOFT_TITLES.has(word) || HARD_TITLES.has(word))) return 'title';
  if (GENERIC_WORDS.has(SPELLING_CLASS.get(word) ?? word) || GENERIC_WORDS.has(word))
    return 'generic';
  if (PLACE_WORDS.has(word)) return 'place';
  if (isPatronymic(word)) return 'common';
  if (COMMON_NAMES.has(SPELLING_CLASS.get(word) ?? word)) return 'common';
  return 'name';
}

const ABD = /^abd(?:[aeu]l|[aeu]r|[aeu]s|[aeu]n|[aeu]z|[aeu]d|oul|ou)?$/;

/** Weight of `abdul` and its spellings alone: too many names share it for a full weight. */
export const ABD_WEIGHT = 0.4;

const ORDINAL = /^(\d+)(?:st|nd|rd|th)?$/;

function isOrganizationWord(word: string): boolean {
  return ORGANIZATION_MARKERS.has(word);
}

function numberKey(word: string): string | undefined {
  return NUMBER_WORDS.get(word) ?? ORDINAL.exec(word)?.[1];
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && numberKey(word) !== undefined;
}

/** Returns 44 for "forty four"; "40 4" stays two numbers. */
function spelledNumber(tens: string, units: string | undefined): string | undefined {
  const value = tens.endsWith('ty') ? Number(NUMBER_WORDS.get(tens) ?? 0) : 0;
  const unit = Number(units === undefined ? 0 : (numberKey(units) ?? 0));
  return value > 0 && unit > 0 && unit < 10 ? String(value + unit) : undefined;
}

/**
 * Returns the class of a word. A Chinese or Korean syllable is never a particle or title, even if it is spelled like
 * such a Latin word (이 i, 안 an).
 */
function kindOf(
  word: string,
  isName: boolean,
  mayBeTitle: boolean,
  isSyllable: boolean,
): TokenClass {
  if (isName) return 'name';
  const key = keyOf(word, scriptOf(word));
  if (isSyllable) return COMMON_NAMES.has(SPELLING_CLASS.get(key) ?? key) ? 'common' : 'name';
  return classOf(key, word, mayBeTitle);
}

function makeWord(word: string, isName: boolean, mayBeTitle: boolean, syllableOf?: number): Token {
  if (ABD.test(word))
    return makeToken(word, 'common', word === 'abd' ? 'abd' : 'abdul', ABD_WEIGHT);
  const kind = kindOf(word, isName, mayBeTitle, syllableOf !== undefined);
  const key =
    kind === 'number'
      ? numberKey(word)
      : kind === 'initial'
        ? keyOf(word, scriptOf(word)).slice(0, 1)
        : undefined;
  return makeToken(word, kind, key, undefined, syllableOf);
}

/** Returns true if a word makes the same token in every name. */
function isPlain(word: string): boolean {
  return (
    !mayBeginLegalForm(word) &&
    !NUMBER_WORDS.has(word) &&
    !isGlued(word) &&
    !NUMBER_SIGNS.has(word) &&
    !(word.length === 1 && PARTICLES.has(word)) &&
    !AMBIGUOUS_NUMERALS.has(keyOf(word, scriptOf(word)))
  );
}

/** Returns true for initials written together, which need a longer word in the same name. */
function isGluedIn(words: readonly string[], at: number): boolean {
  return isGlued(words[at]!) && words.some((word) => word.length > 3);
}

/** Caches the tokens of words that are the same in every name. */
export class WordCache {
  /** The value is undefined for a word whose token depends on the other words of its name. */
  readonly #words = new Map<string, Token | undefined>();
  /** The tokens of words in names that may have titles. */
  readonly #titled = new Map<string, Token | undefined>();
  readonly #most: number;

  /** @param most the maximum number of cached words */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the token of a word that is not a syllable; undefined if other words of the name matter. */
  token(word: string, mayBeTitle: boolean): Token | undefined {
    const words = mayBeTitle ? this.#titled : this.#words;
    const known = words.get(word);
    if (known !== undefined || words.has(word)) return known;
    const token = isPlain(word) ? makeWord(word, false, mayBeTitle) : undefined;
    if (words.size >= this.#most) words.clear();
    words.set(word, token);
    return token;
  }
}

function tokenise(
  { texts: words, syllableOf: wordOf }: Units,
  whose: NameOwner,
  cache: WordCache,
): Token[] {
  const mayHaveTitles = whose !== 'organization';
  const tokens: Token[] = [];
  for (let i = 0; i < words.length && tokens.length < MAX_TOKENS;) {
    const word = words[i]!;
    const syllableOf = wordOf?.[i];
    const known = syllableOf === undefined ? cache.token(word, mayHaveTitles) : undefined;
    if (known !== undefined) {
      // Each word of a name needs its own object, even if the name repeats it.
      tokens.push(tokens.includes(known) ? { ...known } : known);
      i += 1;
      continue;
    }
    const legal = matchLegalForm(words, i, tokens.length > 0, whose);
    const spelled = spelledNumber(word, words[i + 1]);
    if (spelled !== undefined) {
      tokens.push(makeToken(`${word} ${words[i + 1]}`, 'number', spelled));
      i += 2;
    } else if (legal !== undefined) {
      tokens.push(makeToken(words.slice(i, i + legal.span).join(' '), 'legal', legal.key));
      i += legal.span;
    } else if (mayHaveTitles && isGluedIn(words, i) && tokens.length + word.length <= MAX_TOKENS) {
      for (const letter of word) tokens.push(makeToken(letter, 'initial'));
      i += 1;
    } else if (NUMBER_SIGNS.has(word) && isNumber(words[i + 1])) {
      tokens.push(makeToken(word, 'stop'));
      i += 1;
    } else if (isInRun(words, i)) {
      tokens.push(makeToken(word, 'initial'));
      i += 1;
    } else if (mayHaveTitles && isInitial(words, i, isPatronymic)) {
      tokens.push(makeToken(word, 'initial'));
      i += 1;
    } else {
      const isNumeral = AMBIGUOUS_NUMERALS.has(keyOf(word, scriptOf(word)));
      const isName = isNumeral && !words.some(isOrganizationWord);
      tokens.push(makeWord(word, isName, mayHaveTitles, syllableOf));
      i += 1;
    }
  }
  return tokens;
}

function isFull(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'common';
}

/** Returns true if a title in last place is a family name: Peter Gregory Obi, Martin Luther King. */
function isLastName({ kind, text }: Token): boolean {
  return kind === 'title' && SOFT_TITLES.has(text) && !TRAILING_TITLES.has(text);
}

/** Returns true if a title or particle becomes a name in a name with fewer than two other names. */
function mayBeName({ kind, text }: Token): boolean {
  return (
    (kind === 'title' && SOFT_TITLES.has(text)) || (kind === 'particle' && NAME_PARTICLES.has(text))
  );
}

/**
 * Reads a soft title between two full names as a name (Mahmud Sultan Bashir), because titles are in front or at the
 * end.
 */
function middleNames(words: readonly Token[]): readonly Token[] {
  return words.map((token, i) =>
    mayBeName(token) &&
    token.kind === 'title' &&
    i > 0 &&
    i + 1 < words.length &&
    isFull(words[i - 1]!) &&
    isFull(words[i + 1]!)
      ? makeToken(token.text, 'name')
      : token,
  );
}

/**
 * Reads soft titles and some particles as names unless the name has two other full names (Sir Peter Obi, Ben
 * Netanyahu). A last title can be one of the two. The words nearest to the end become names: Justice Okoro, Madam
 * Justice Okoro.
 */
function reweigh(words: readonly Token[]): readonly Token[] {
  let full = 0;
  for (const token of words) if (isFull(token)) full += 1;
  const last = words.at(-1);
  const isFamilyName = full > 0 && last !== undefined && isLastName(last);
  const tokens = [...middleNames(words)];
  if (full >= 2 && !isFamilyName) return tokens;
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const token = tokens[i]!;
    const isName = full < 2 ? mayBeName(token) : isFamilyName && token === last;
    if (!isName) continue;
    tokens[i] = makeToken(token.text, 'name');
    full += 1;
  }
  return tokens;
}

const recentWords = new WordCache(32_768);

/**
 * Splits canonical words into comparable units.
 * @param whose in an organization's name, a word that would be a person's title is a plain word
 */
export function tokensOf(
  words: readonly string[],
  whose: NameOwner,
  cache: WordCache = recentWords,
): readonly Token[] {
  return reweigh(tokenise(unitsOf(words), whose, cache));
}
