import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** Returns the same value with the members of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, shuffled(member)] as const)
      .toReversed(),
  );
}

const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' });

test('is the same for every order of members', () => {
  fc.assert(
    fc.property(
      json,
      (value) => void expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value)),
    ),
  );
});

test('is JSON of the same value, so different values have different texts', () => {
  fc.assert(
    fc.property(
      json,
      (value) =>
        void expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
    ),
  );
});

test.each([
  [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
  [[1, 2], '[1,2]'],
  [undefined, 'null'],
  ['"', '"\\""'],
  [{ '2': 1, '10': 2 }, '{"10":2,"2":1}'],
])('%j is %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
