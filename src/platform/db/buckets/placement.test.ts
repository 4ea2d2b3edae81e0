import { expect, test } from 'vitest';
import { nextEpoch } from './placement.ts';

test('the next epoch is larger, exact as a number, and never repeats', () => {
  for (const epoch of [0, 1, 7, 2 ** 33, String(nextEpoch(2 ** 40))]) {
    const [one, other] = [nextEpoch(epoch), nextEpoch(epoch)];
    expect(one).not.toBe(other);
    expect(Math.min(Number(one), Number(other))).toBeGreaterThan(Number(epoch));
    expect(BigInt(Number(one))).toBe(one);
  }
});
