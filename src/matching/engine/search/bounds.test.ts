import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawScore, Totals } from './bounds.ts';

const amount = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
/** Returns a range from least to most, with the contribution within it. */
const range = fc.tuple(amount, amount, amount, amount, fc.constantFrom(0, 0.5, 1));

test('the raw score is within the totals, whatever the words contribute within their ranges', () => {
  fc.assert(
    fc.property(
      fc.array(range, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(amount, amount), { maxLength: 3 }),
      amount,
      (ranges, known, left) => {
        const totals = new Totals();
        totals.start();
        let [gained, paid] = [0, left];
        for (const [leastGain, leastCost, more, dearer, share] of ranges) {
          totals.addRange(leastGain, leastCost, leastGain + more, leastCost + dearer);
          gained += leastGain + share * more;
          paid += leastCost + share * dearer;
        }
        for (const [gain, cost] of known) {
          totals.add(gain, cost);
          gained += gain;
          paid += cost;
        }
        expect(totals.reach(rawScore(gained, paid) - 1e-6, left)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
