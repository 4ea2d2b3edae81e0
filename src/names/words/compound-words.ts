import { ASCII_WORD } from './ascii-keys.ts';
import { ABD_WEIGHT, DIGITS, makeToken } from './tokens.ts';
import type { Compound, Token } from '../types.ts';

const ARTICLE = /^(?:al|el|ul|ur|ar|er|us|as|es|un|an|ud|ad|ed|uz|az|ash|esh|ush)$/;

/**
 * Returns true for `abd` and `abdul`. `abdul rahman` and `abd al rahman` are also compared as one word, in addition to
 * the single words. In Arabic script `abd` has the weight of a name.
 */
function isAbd({ kind, weight, key }: Token): boolean {
  return (kind === 'common' && weight === ABD_WEIGHT) || key === 'abd';
}
function isLetter({ text, script }: Token): boolean {
  return text.length === 1 && script === 'latin' && !DIGITS.test(text);
}
function isAbdName(token: Token): boolean {
  return token.key.length > 2 && /^[a-z]+$/.test(token.key);
}

/**
 * The last word of names in Arabic script such as Habib Allah, which Latin letters usually write as one word:
 * Habibullah.
 */
const GOD = 'الله';
const OF_GOD = 'ullah';

/**
 * Receives a joined reading of the words from `from` to `to` (exclusive): its key, and its weight if that differs
 * from a name's.
 */
type TakeCompound = (from: number, to: number, key: string, weight?: number) => void;

function joinedPlainly(
  tokens: readonly Token[],
  from: number,
  to: number,
  take: TakeCompound,
): void {
  let key = '';
  let numbers = 0;
  let letters = true;
  for (let i = from; i < to; i++) {
    const part = tokens[i]!;
    if (part.key === '') return;
    if (part.kind === 'number') {
      numbers += 1;
      // Studio 54 is Studio54. But 2 3 is not 23, and II is not part of a word.
      if (numbers > 1 || !DIGITS.test(part.text)) return;
    }
    const isLegal = part.kind === 'legal';
    const isGod = i > from && part.text === GOD;
    const written = isLegal ? part.text.replaceAll(' ', '') : isGod ? OF_GOD : part.key;
    // A key has only ASCII letters and digits; a legal form as written may have others.
    if (isLegal && !ASCII_WORD.test(written)) return;
    key += written;
    if (part.text.length > 1) letters = false;
  }
  if (key.length >= 3 || letters) take(from, to, key);
}

/** Calls `take` for each joined reading of neighbouring words. */
export function eachCompound(tokens: readonly Token[], take: TakeCompound): void {
  for (let i = 0; i + 1 < tokens.length; i++) {
    const next = tokens[i + 1]!;
    if (isAbd(tokens[i]!)) {
      const split = tokens[i]!.key === 'abd' && ARTICLE.test(next.key);
      const name = tokens[split ? i + 2 : i + 1];
      // Abd al is Abdul. With the name after it, it is one word.
      if (split) take(i, i + 2, 'abdul', ABD_WEIGHT);
      if (name !== undefined && isAbdName(name)) take(i, i + (split ? 3 : 2), `abdul${name.key}`);
      continue;
    }
    // MAJEED, Abdul: the surname is written first.
    if (isAbd(next) && i + 2 === tokens.length && isAbdName(tokens[i]!))
      take(i, i + 2, `abdul${tokens[i]!.key}`);
    // A run of single letters is one abbreviation: J. K., A.B.C., U S A.
    if (isLetter(tokens[i]!) && !(i > 0 && isLetter(tokens[i - 1]!))) {
      let end = i + 1;
      while (end < tokens.length && isLetter(tokens[end]!)) end++;
      if (end - i > 2) joinedPlainly(tokens, i, end, take);
    }
    joinedPlainly(tokens, i, i + 2, take);
    // Three words are joined only around a particle: saif al din, bashir ud din.
    if (i + 2 < tokens.length && tokens[i + 1]!.kind === 'particle')
      joinedPlainly(tokens, i, i + 3, take);
  }
}

/**
 * Returns the joined readings of neighbouring words; `beginnings` limits them to those that begin at these words, as
 * bits.
 */
export function compoundsOf(tokens: readonly Token[], beginnings = -1): Compound[] {
  const compounds: Compound[] = [];
  eachCompound(tokens, (from, to, key, weight) => {
    if ((beginnings & (1 << from)) === 0) return;
    const text = tokens
      .slice(from, to)
      .map((part) => part.text)
      .join(' ');
    compounds.push({ from, to, token: makeToken(text, 'name', key, weight) });
  });
  return compounds;
}
