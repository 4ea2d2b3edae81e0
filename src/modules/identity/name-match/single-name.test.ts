import { expect, test } from 'vitest';
import { matchNames } from './match.ts';

test.each([
  ['Arshdeep', 'Arshdeep', 'ARSHDEEP', 100],
  ['Arshdeep', '.', 'ARSHDEEP', 100],
  ['-', 'Arshdeep', 'Mr ARSHDEEP', 100],
  ['Arshdeep', 'Arshdeep', 'ARSHDEEP ARSHDEEP', 100],
  ['Mohammed', 'Mohammed', 'MUHAMMAD', 97],
])(
  'a name of one word on both sides agrees by that word: %s %s, %s',
  (first, last, record, score) => {
    const match = matchNames({ firstName: first, lastName: last }, record);
    expect(match.score).toBe(score);
    expect(match.summary).toMatchObject({ singleName: true, matchedFields: expect.any(Array) });
  },
);

test.each([
  ['Arshdeep', 'Arshdeep', 'HARDEEP'],
  ['Arshdeep', 'Arshdeep', 'ARSHDEEP SINGH'],
  ['Arshdeep', 'Singh', 'ARSHDEEP'],
  ['Seun', 'Seun', 'OLUWASEUN'],
  ['A', 'A', 'A'],
  ['A', 'A', 'ARSHDEEP'],
  ['Okoro', 'Okoro', 'OKORO LTD'],
])('keeps %s %s and %s at 60 or below', (first, last, record) => {
  expect(matchNames({ firstName: first, lastName: last }, record).score).toBeLessThanOrEqual(60);
});
