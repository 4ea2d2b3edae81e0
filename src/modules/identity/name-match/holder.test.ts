import { describe, expect, test } from 'vitest';
import { matchNames } from './match.ts';

const JOHN = { firstName: 'John', lastName: 'Okoro' };

describe('a record of another holder', () => {
  test.each([
    'ESTATE OF JOHN OKORO',
    'THE ESTATE OF LATE JOHN OKORO',
    'TRUSTEES OF JOHN OKORO',
    'EXECUTORS OF JOHN OKORO',
    'C/O JOHN OKORO',
    'MARY EZE C/O JOHN OKORO',
    'MARY EZE FOR JOHN OKORO',
    'MARY EZE ITF JOHN OKORO',
    'MARY EZE I/T/F JOHN OKORO',
    'MARY EZE F/O JOHN OKORO',
    'F/O JOHN OKORO',
    'MARY EZE I.T.F. JOHN OKORO',
    'MARY EZE F.B.O. JOHN OKORO',
    'MARY EZE C\\O JOHN OKORO',
    'MARY EZE POD JOHN OKORO',
    'EXEC OF JOHN OKORO',
    'Mary Eze, executrix of John Okoro',
    'MARY EZE AND JANE OBI FOR JOHN OKORO',
    'FAMILY OF JOHN OKORO',
    'NEXT OF KIN OF JOHN OKORO',
    'MARY EZE NOK JOHN OKORO',
    'MARY EZE VIA JOHN OKORO',
    'MARY D/O JOHN OKORO',
    'MARY EZE S/O JOHN OKORO',
    'SON OF JOHN OKORO',
  ])('does not compare the party after %s', (record) => {
    expect(matchNames(JOHN, record)).toMatchObject({ score: 0, problem: 'held_for_another' });
  });

  test('adds no surname of the party after the phrase to the holder', () => {
    expect(matchNames(JOHN, 'JOHN C/O MARY OKORO').score).toBeLessThanOrEqual(60);
    expect(matchNames(JOHN, 'JOHN EZE FOR MARY OKORO').score).toBeLessThanOrEqual(60);
  });

  test('verifies the holder who is named before the phrase', () => {
    expect(
      matchNames({ firstName: 'Mary', lastName: 'Eze' }, 'MARY EZE C/O JOHN OKORO').score,
    ).toBe(100);
  });

  test.each([
    'JOHN OKORO (DECEASED)',
    'LATE JOHN OKORO',
    'OKORO JOHN LATE',
    'JOHN OKORO (Decd)',
    "JOHN OKORO DEC'D",
  ])('scores at most 60 against %s', (record) => {
    expect(matchNames(JOHN, record)).toMatchObject({ score: 60, problem: 'deceased' });
  });

  test.each([
    'JOHN OKORO ESTATE',
    'EST JOHN OKORO',
    'ESTATE LATE JOHN OKORO',
    'JOHN OKORO TRUSTEE',
  ])('does not verify %s', (record) => {
    expect(matchNames(JOHN, record).score).toBeLessThanOrEqual(60);
  });
});

test('compares the whole record with a claim of the same words', () => {
  const claimed = { firstName: 'Trustees of Grace', lastName: 'Church' };
  expect(matchNames(claimed, 'TRUSTEES OF GRACE CHURCH').score).toBe(100);
  expect(matchNames(claimed, 'TRUSTEES OF GRACE SCHOOL').score).toBe(0);
});

test('a record that names only the holder has no problem', () => {
  expect(matchNames(JOHN, 'OKORO JOHN')).not.toHaveProperty('problem');
  expect(matchNames({ firstName: 'Ford', lastName: 'Latefa' }, 'LATEFA FORD')).toMatchObject({
    score: 100,
  });
});

test("a parent's name is a part of a name, never the whole name", () => {
  const muthu = { firstName: 'Ravi', lastName: 'Muthu' };
  for (const record of ['RAVI S/O MUTHU', 'RAVI SON OF MUTHU'])
    expect(matchNames(muthu, record).score).toBeGreaterThanOrEqual(70);
});

test('never mixes two holders into a third', () => {
  const mixed = { firstName: 'Mary', lastName: 'Okoro' };
  for (const between of ['WITH', '\\', '/', 'AND', '&'])
    expect(matchNames(mixed, `MARY EZE ${between} JOHN OKORO`).score).toBeLessThanOrEqual(60);
});
