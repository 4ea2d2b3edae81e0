import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterSets, soundDistance, surelyAbove } from './edit-distance.ts';

const key = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz1'), maxLength: 10 });
const near = fc
  .tuple(key, fc.nat(9), fc.constantFrom('', ...'aeiouyhkgcszjvwfbpdtlmnrx'))
  .map(([text, place, letter]): [string, string] => [
    text,
    text.slice(0, place) + letter + text.slice(place + 1),
  ]);
const pairs = fc.oneof(fc.tuple(key, key), near);

describe('soundDistance', () => {
  it('is symmetric, 0 for equal keys only, and exact up to its limit', () => {
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

  it('is never below its bounds', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const { once, twice, groups, solid } = letterSets(b);
        const limit = soundDistance(a, b) + 1e-9;
        expect(surelyAbove(letterSets(a), once, twice, groups, solid, limit)).toBe(false);
      }),
      { numRuns: 8000 },
    );
  });

  it.each([
    ['qadhafi', 'gaddafi', 2],
    ['usama', 'osama', 0.6],
    ['gates', 'bates', 1.3],
  ])('%s and %s are near', (a, b, most) => {
    expect(soundDistance(a, b)).toBeLessThanOrEqual(most);
  });
});
