import { COARSE, LETTER_SYMBOLS, MAX_PATTERN } from './reduce.ts';

/**
 * Enumerates the patterns within a budget of edits. Recursion over the positions of one pattern; every set of
 * edits of a total cost within the budget is visited once or more, each as a whole pattern.
 */

const UNIT = 1;
/** No edit that changes a pattern costs less. */
const LEAST = Math.min(UNIT, ...COARSE.crossings.flat().map(({ cost }) => cost));

export type Visit = (pattern: Uint8Array, length: number) => void;

const out = new Uint8Array(2 * MAX_PATTERN + 8);
let source: Uint8Array = out;
let codes: Uint8Array = out;
let size = 0;
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
  if (budget >= UNIT) {
    for (const symbol of LETTER_SYMBOLS) {
      if (symbol <= COARSE.vowels) continue;
      out[length] = symbol;
      walk(at, length + 1, budget - UNIT);
    }
  }
  if (at === size) {
    visit(out, length);
    return;
  }
  const symbol = source[at]!;
  const crossings = COARSE.crossings[codes[at]!]!;
  for (let i = 0; i < crossings.length; i++) {
    const { symbol: other, cost } = crossings[i]!;
    if (cost > budget) continue;
    out[length] = other;
    walk(at + 1, length + 1, budget - cost);
  }
  if (budget >= UNIT) {
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
 * Visits every pattern of consonants that exchanges, letters more or less and swaps of at most `budget` in all
 * make of this one, itself included. Cost: grows with (20 × length) to the power of the whole edits in the
 * budget.
 */
export const withinBudget = (
  pattern: Uint8Array,
  letters: Uint8Array,
  length: number,
  budget: number,
  each: Visit,
): void => {
  if (budget < 0) return;
  source = pattern;
  codes = letters;
  size = length;
  visit = each;
  walk(0, 0, budget);
};
