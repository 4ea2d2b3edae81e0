import { expect, test } from 'vitest';
import { newBusy, observe, pauseMs } from './pace.ts';

test('work beside an idle thread never pauses; the busier that is, the longer, up to a bound', () => {
  expect(pauseMs(5, 0)).toBe(0);
  expect(pauseMs(5, 50)).toBe(0);
  const pauses = Array.from({ length: 101 }, (_, i) => pauseMs(5, i * 10));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauseMs(5, 500)).toBeCloseTo(15);
  expect(pauseMs(5, 1000)).toBeCloseTo(245);
  expect(pauseMs(5000, 1000)).toBe(250);
});

test('a thread that works all the time counts as busy', async () => {
  const busy = newBusy();
  const stop = observe(busy);
  // Each turn of the loop is long; none waits.
  while (Atomics.load(busy, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect(Atomics.load(busy, 0)).toBeGreaterThan(500);
});
