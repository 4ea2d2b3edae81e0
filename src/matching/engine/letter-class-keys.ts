import { MAX_TOKEN_CHARS } from '../../names/similarity/edit-distance.ts';
import { finish, SPACE, SYMBOL_OF as SYMBOL } from '../reduce.ts';

// A letter-class key is a hash of the classes of a word's letters. It omits letters whose edits cost almost nothing.

const LETTER_A = 'a'.charCodeAt(0);
/** Symbols for consonant keys, which treat a digit like a letter. */
const CONSONANT_SYMBOL = SYMBOL.map((symbol, code) => (code < LETTER_A ? 0 : symbol));
/** Returns the symbol of each letter in such keys; 0 for letters that keys omit. */
export function symbolsIn(space: number): Uint8Array {
  return space === SPACE.class ? SYMBOL : CONSONANT_SYMBOL;
}
export const BASE = 0x9e3779b1 | 0;
export const POWERS = new Int32Array(2 * MAX_TOKEN_CHARS + 2);
POWERS[0] = 1;
for (let i = 1; i < POWERS.length; i++) POWERS[i] = Math.imul(POWERS[i - 1]!, BASE);

/** Returns the hash of the key of `n` letters. */
export function letterClassKey(codes: Uint8Array, n: number, space: number = SPACE.class): number {
  const symbols = symbolsIn(space);
  let hash = space;
  for (let i = 0; i < n; i++) {
    const symbol = symbols[codes[i]!]!;
    if (symbol > 0) hash = (Math.imul(hash, BASE) + symbol) | 0;
  }
  return finish(hash);
}

/** From this number of symbols on, the sets of beginnings and ends show whether any key begins or ends this way. */
export const ASKED_FROM = 3;

/** Emits hashes of the beginning of the key of `n` letters, for `LetterClassKeys.beginnings`. */
export function eachBeginning(
  codes: Uint8Array,
  n: number,
  visit: (hash: number) => void,
  space: number = SPACE.class,
): void {
  const symbolOf = symbolsIn(space);
  let hash = space;
  let symbols = 0;
  for (let i = 0; i < n; i++) {
    const symbol = symbolOf[codes[i]!]!;
    if (!(symbol > 0)) continue;
    hash = (Math.imul(hash, BASE) + symbol) | 0;
    if (++symbols >= ASKED_FROM) visit(finish(hash));
  }
}

/** Emits hashes of the end of the key of `n` letters, for `LetterClassKeys.endings`. */
export function eachEnding(codes: Uint8Array, n: number, visit: (hash: number) => void): void {
  let hash = 0;
  let symbols = 0;
  for (let i = n - 1; i >= 0; i--) {
    const symbol = SYMBOL[codes[i]!]!;
    if (!(symbol > 0)) continue;
    hash = (hash + Math.imul(symbol, POWERS[symbols]!)) | 0;
    if (++symbols >= ASKED_FROM) visit(finish(hash));
  }
}
