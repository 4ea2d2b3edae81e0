import { gapCost } from '../matching/edit-distance.ts';
import { LETTER_SYMBOLS, MAX_PATTERN, COARSE, type Alphabet } from './reduce.ts';

/**
 * Enumerates the patterns within a budget of edits. Recursion over the positions of one pattern; every set of
 * edits of a total cost within the budget is visited once or more, each as a whole pattern.
 */

const CODES = 128;
const GAPS = Float64Array.from({ length: CODES }, (_, code) => gapCost(String.fromCharCode(code)));
const UNIT = 1;
/** No edit that changes a pattern costs less. */
const LEAST = Math.min(UNIT, ...COARSE.crossings.flat().map(({ cost }) => cost));

/** Which edits are enumerated. */
export interface EditKinds {
  /** Cheap exchanges between its classes. */
  readonly alphabet: Alphabet;
  /** The least that a vowel more costs; Infinity: none is added. */
  readonly vowel: number;
  /** Vowels are dropped. */
  readonly drops: boolean;
  /** Any symbol of COARSE more, less or another, or two neighbours swapped. */
  readonly units: boolean;
}

export type Visit = (pattern: Uint8Array, length: number) => void;

const out = new Uint8Array(2 * MAX_PATTERN + 8);
let source: Uint8Array = out;
let codes: Uint8Array = out;
let size = 0;
let kinds: EditKinds = { alphabet: COARSE, vowel: Infinity, drops: false, units: false };
let visit: Visit = () => {};

const copyRest = (at: number, length: number): void => {
  let end = length;
  for (let i = at; i < size; i++) out[end++] = source[i]!;
  visit(out, end);
};

const walk = (at: number, length: number, budget: number): void => {
  if (budget < LEAST) {
    copyRest(at, length);
    return;
  }
  if (budget >= kinds.vowel) {
    for (let symbol = 1; symbol <= kinds.alphabet.vowels; symbol++) {
      if (length > 0 && out[length - 1] === symbol) continue;
      out[length] = symbol;
      walk(at, length + 1, budget - kinds.vowel);
    }
  }
  if (kinds.units && budget >= UNIT) {
    for (const symbol of LETTER_SYMBOLS) {
      if (symbol <= kinds.alphabet.vowels) continue;
      out[length] = symbol;
      walk(at, length + 1, budget - UNIT);
    }
  }
  if (at === size) {
    visit(out, length);
    return;
  }
  const symbol = source[at]!;
  const code = codes[at]!;
  const crossings = kinds.alphabet.crossings[code]!;
  for (let i = 0; i < crossings.length; i++) {
    const { symbol: other, cost } = crossings[i]!;
    if (cost > budget) continue;
    out[length] = other;
    walk(at + 1, length + 1, budget - cost);
  }
  if (kinds.drops && symbol <= kinds.alphabet.vowels && GAPS[code]! <= budget) {
    walk(at + 1, length, budget - GAPS[code]!);
  }
  if (kinds.units && budget >= UNIT) {
    walk(at + 1, length, budget - UNIT);
    for (const other of LETTER_SYMBOLS) {
      if (other === symbol) continue;
      out[length] = other;
      walk(at + 1, length + 1, budget - UNIT);
    }
    if (at + 1 < size && source[at + 1] !== symbol) {
      out[length] = source[at + 1]!;
      out[length + 1] = symbol;
      walk(at + 2, length + 2, budget - UNIT);
    }
  }
  out[length] = symbol;
  walk(at + 1, length + 1, budget);
};

/**
 * Visits every pattern that edits of `allowed` kinds and of at most `budget` in all make of this one, itself
 * included. Cost: grows with (20 × length) to the power of the unit edits in the budget.
 */
export const withinBudget = (
  pattern: Uint8Array,
  letters: Uint8Array,
  length: number,
  budget: number,
  allowed: EditKinds,
  each: Visit,
): void => {
  if (budget < 0) return;
  source = pattern;
  codes = letters;
  size = length;
  kinds = allowed;
  visit = each;
  walk(0, 0, budget);
};
