import { expect, test } from 'vitest';
import { isStricter, measuresOf } from './measures.ts';

test('the end of a sanction never makes a listing stricter', () => {
  const decided = measuresOf({ programs: ['SDGT'], topics: ['sanction'] });
  expect(isStricter(measuresOf({ programs: ['SDGT'], topics: ['sanction.ended'] }), decided)).toBe(
    false,
  );
});

test('the former name of a topic equals its current name', () => {
  expect(isStricter(['topic:role.pep'], ['topic:pep'])).toBe(false);
  expect(isStricter(['topic:role.pep', 'program:X'], ['topic:pep'])).toBe(true);
});
