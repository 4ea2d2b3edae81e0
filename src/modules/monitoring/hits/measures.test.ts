import { expect, test } from 'vitest';
import { isStricter, measuresOf } from './measures.ts';

test('an end makes no listing stricter', () => {
  const decided = measuresOf({ programs: ['SDGT'], topics: ['sanction'] });
  expect(isStricter(measuresOf({ programs: ['SDGT'], topics: ['sanction.ended'] }), decided)).toBe(
    false,
  );
});

test("a topic's former word equals its full value", () => {
  expect(isStricter(['topic:role.pep'], ['topic:pep'])).toBe(false);
  expect(isStricter(['topic:role.pep', 'program:X'], ['topic:pep'])).toBe(true);
});
