import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapCost, soundDistance, substitutionCost, TRANSPOSITION } from './edit-distance.ts';
import { letterSets, surelyAbove } from './letter-sets.ts';

const key = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz1'), maxLength: 10 });
const near = fc
  .tuple(key, fc.nat(9), fc.constantFrom('', ...'aeiouyhkgcszjvwfbpdtlmnrx'))
  .map(([text, place, letter]): [string, string] => [
    text,
    text.slice(0, place) + letter + text.slice(place + 1),
  ]);
const pairs = fc.oneof(fc.tuple(key, key), near);

/** Computes the whole table, without shortcuts. */
function ofWholeTable(a: string, b: string): number {
  const gap = (text: string, i: number): number => gapCost(text[i]!) + (i === 0 ? 0.2 : 0);
  const table = [...`${a} `].map(() => [...`${b} `].map(() => 0));
  for (let i = 0; i <= a.length; i++)
    for (let j = 0; j <= b.length; j++) {
      if (i + j === 0) continue;
      const at = (left: number, up: number): number => table[i - left]?.[j - up] ?? Infinity;
      const exchange = i > 0 && j > 0 ? substitutionCost(a[i - 1]!, b[j - 1]!) : Infinity;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      table[i]![j] = Math.min(
        i > 0 ? at(1, 0) + (j === 0 ? gap(a, i - 1) : gapCost(a[i - 1]!)) : Infinity,
        j > 0 ? at(0, 1) + (i === 0 ? gap(b, j - 1) : gapCost(b[j - 1]!)) : Infinity,
        at(1, 1) + exchange + (i === 1 && j === 1 && exchange >= 0.5 ? 0.2 : 0),
        isSwap ? at(2, 2) + TRANSPOSITION : Infinity,
      );
    }
  return table[a.length]![b.length]!;
}
/** Uses few letters, so that words have many in common. */
const alike = fc.constantFrom('aei', 'hyu', 'vwb', 'cszk', 'jgzi', 'uwov').chain((letters) => {
  const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 7 });
  return fc.tuple(word, word);
});

describe('soundDistance', () => {
  test('equals the distance of the whole table', () => {
    fc.assert(
      fc.property(fc.oneof(alike, pairs), ([a, b]) => {
        expect(soundDistance(a, b)).toBeCloseTo(ofWholeTable(a, b), 9);
      }),
      { numRuns: 4000 },
    );
  });

  test('is symmetric, 0 for equal keys only, and exact up to its limit', () => {
    fc.assert(
      fc.property(pairs, fc.double({ min: 0, max: 6, noNaN: true }), ([a, b], limit) => {
        const distance = soundDistance(a, b);
        expect(distance).toBeCloseTo(soundDistance(b, a), 9);
        expect(distance === 0).toBe(a === b);
        const bounded = soundDistance(a, b, limit);
        if (distance <= limit) expect(bounded).toBe(distance);
        else expect(bounded).toBeGreaterThan(limit);
      }),
      { numRuns: 3000 },
    );
  });

  test('is never below its bounds', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const { once, twice, groups, solid } = letterSets(b);
        const limit = soundDistance(a, b) + 1e-9;
        expect(surelyAbove(letterSets(a), once, twice, groups, solid, limit)).toBe(false);
      }),
      { numRuns: 8000 },
    );
  });

  test.each([
    ['qadhafi', 'gaddafi', 2],
    ['usama', 'osama', 0.6],
    ['gates', 'bates', 1.3],
  ])('%s and %s are near', (a, b, most) => {
    expect(soundDistance(a, b)).toBeLessThanOrEqual(most);
  });
});
