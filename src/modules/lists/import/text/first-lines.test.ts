import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FirstLines } from './first-lines.ts';

test('returns the first line of every id, and nothing for new ones', () => {
  const id = fc.oneof(fc.string({ maxLength: 6 }), fc.stringMatching(/^NK-[a-c]{1,3}$/));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), (ids) => {
      const lines = new FirstLines();
      const expected = new Map<string, number>();
      for (const [index, one] of ids.entries()) {
        expect(lines.claim(one, index + 1)).toBe(expected.get(one));
        if (!expected.has(one)) expected.set(one, index + 1);
      }
    }),
    { numRuns: 200 },
  );
});

test('distinguishes thirty thousand ids that differ in few letters', () => {
  const lines = new FirstLines();
  const id = (n: number): string => `ofac-${n}`;
  for (let n = 0; n < 30_000; n += 1) {
    if (lines.claim(id(n), n + 1) !== undefined) throw new Error(`${id(n)} taken for another`);
  }
  for (let n = 0; n < 30_000; n += 999) expect(lines.claim(id(n), 1)).toBe(n + 1);
});
