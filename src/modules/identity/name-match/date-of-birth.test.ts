import { expect, test } from 'vitest';
import { matchDateOfBirth, withDateOfBirth } from './date-of-birth.ts';

test('two dates of birth are equal, differ, have day and month swapped, or agree in the parts that both have', () => {
  expect(matchDateOfBirth('1990-04-12', '1990-04-12')).toBe('same');
  expect(matchDateOfBirth('19900412', '1990-04-12T00:00:00Z')).toBe('same');
  expect(matchDateOfBirth('1990-04-12', '1990-12-04')).toBe('day_month_swapped');
  expect(matchDateOfBirth('1990-04-12', '1990')).toBe('year_only');
  expect(matchDateOfBirth('1990-04', '1990-04-12')).toBe('year_only');
  expect(matchDateOfBirth('1990-04-12', '1990-04-13')).toBe('different');
  expect(matchDateOfBirth('1990-04-12', '1991-04-12')).toBe('different');
  expect(matchDateOfBirth('1990-04-12', '1989')).toBe('different');
});

test('a date of birth that is missing or invalid is not compared', () => {
  expect(matchDateOfBirth(undefined, '1990-04-12')).toBeUndefined();
  expect(matchDateOfBirth('1990-04-12', null)).toBeUndefined();
  expect(matchDateOfBirth('1990-04-12', '')).toBeUndefined();
  expect(matchDateOfBirth('1990-02-30', '1990-04-12')).toBeUndefined();
  expect(matchDateOfBirth('12/04/1990', '1990-04-12')).toBeUndefined();
});

test('a time that is not midnight in its own offset gives no day, and subtracts nothing', () => {
  for (const claimed of [
    '1990-06-14T23:00:00.000Z',
    '1990-06-15T00:00:01Z',
    '1990-06-15T12:00+01:00',
  ])
    for (const record of ['1990-06-15', '1990-06-14', '1971-01-01', null])
      expect(matchDateOfBirth(claimed, record)).toBe('ambiguous_time');
  for (const claimed of ['1990-06-15T00:00Z', '1990-06-15T00:00:00.000+01:00'])
    expect(matchDateOfBirth(claimed, '1990-06-15')).toBe('same');
});

// contract: identity/date-birth-soft
test('only a different date of birth subtracts 15, and never below 0', () => {
  expect(withDateOfBirth(100, 'different')).toBe(85);
  expect(withDateOfBirth(83.33, 'different')).toBe(68.33);
  expect(withDateOfBirth(10, 'different')).toBe(0);
  for (const match of [
    'same',
    'day_month_swapped',
    'year_only',
    'ambiguous_time',
    undefined,
  ] as const)
    expect(withDateOfBirth(83.33, match)).toBe(83.33);
});
