import { expect, test } from 'vitest';
import { backOffMs, jittered, plainBackOffMs } from './back-off.ts';

test('a wait doubles with each failure, varies by a fifth, and never exceeds the maximum', () => {
  const steps = { firstMs: 100, mostMs: 1000 };
  expect([0, 1, 2, 3, 4, 2000].map((failures) => plainBackOffMs(failures, steps))).toEqual([
    100, 200, 400, 800, 1000, 1000,
  ]);
  expect([0, 0.5, 1].map((random) => Math.round(jittered(100, random)))).toEqual([80, 100, 120]);
  const waits = Array.from({ length: 1000 }, () => backOffMs(1, steps));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(160);
  expect(Math.max(...waits)).toBeLessThanOrEqual(240);
  expect(new Set(waits).size).toBeGreaterThan(900);
  expect([0, 0.5, 0.99].map((random) => Math.round(backOffMs(4, steps, random)))).toEqual([
    800, 1000, 1000,
  ]);
});
