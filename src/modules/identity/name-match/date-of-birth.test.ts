import { expect, test } from 'vitest';
import { matchDateOfBirth, withDateOfBirth } from './date-of-birth.ts';

test('two dates of birth are the same, differ, have day and month swapped or agree in what the shorter says', () => {
  expect(matchDateOfBirth('1990-04-12', '1990-04-12')).toBe('same');
  expect(matchDateOfBirth('19900412', '1990-04-12T00:00:00Z')).toBe('same');
  expect(matchDateOfBirth('1990-04-12', '1990-12-04')).toBe('day_month_swapped');
  expect(matchDateOfBirth('1990-04-12', '1990')).toBe('year_only');
  expect(matchDateOfBirth('1990-04', '1990-04-12')).toBe('year_only');
  expect(matchDateOfBirth('1990-04-12', '1990-04-13')).toBe('different');
  expect(matchDateOfBirth('1990-04-12', '1991-04-12')).toBe('different');
  expect(matchDateOfBirth('1990-04-12', '1989')).toBe('different');
});

test('a date of birth that is missing or no date is not compared', () => {
  expect(matchDateOfBirth(undefined, '1990-04-12')).toBeUndefined();
  expect(matchDateOfBirth('1990-04-12', null)).toBeUndefined();
  expect(matchDateOfBirth('1990-04-12', '')).toBeUndefined();
  expect(matchDateOfBirth('1990-02-30', '1990-04-12')).toBeUndefined();
  expect(matchDateOfBirth('12/04/1990', '1990-04-12')).toBeUndefined();
});

// contract: identity/date-birth-soft
test('only a different date of birth takes 15 off, and never below 0', () => {
  expect(withDateOfBirth(100, 'different')).toBe(85);
  expect(withDateOfBirth(83.33, 'different')).toBe(68.33);
  expect(withDateOfBirth(10, 'different')).toBe(0);
  for (const match of ['same', 'day_month_swapped', 'year_only', undefined] as const)
    expect(withDateOfBirth(83.33, match)).toBe(83.33);
});
