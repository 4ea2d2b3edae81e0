import { expect, test, vi } from 'vitest';
import { newBusy, observe, Pace, pauseMs } from './pace.ts';
import { clock } from '../clock.ts';

test('work pauses longer when the other thread is busier, up to a limit, and does not pause when that thread is idle', () => {
  expect(pauseMs(5, 0)).toBe(0);
  expect(pauseMs(5, 50)).toBe(0);
  const pauses = Array.from({ length: 101 }, (_, i) => pauseMs(5, i * 10));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauseMs(5, 500)).toBeCloseTo(15);
  expect(pauseMs(5, 1000)).toBeCloseTo(245);
  expect(pauseMs(5000, 1000)).toBe(250);
});

test('a thread that works all the time is measured as busy', async () => {
  const busy = newBusy();
  const stop = observe(busy);
  // Each turn of the event loop is long, and no work waits.
  while (Atomics.load(busy, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect(Atomics.load(busy, 0)).toBeGreaterThan(500);
});

test('a pause follows work, but not a wait between two pieces of work', async () => {
  let nowMs = 0;
  const monotonic = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
  const busy = newBusy();
  Atomics.store(busy, 0, 1000);
  const pace = new Pace(busy);
  const pausesAfter = async (waitedMs: number, workedMs: number): Promise<boolean> => {
    nowMs += waitedMs;
    pace.begin();
    nowMs += workedMs;
    let isPaused = true;
    const paused = pace.pause().then(() => (isPaused = false));
    await new Promise((resolve) => setImmediate(resolve));
    const was = isPaused;
    await paused;
    return was;
  };
  expect(await pausesAfter(1000, 1)).toBe(false);
  expect(await pausesAfter(1000, 3)).toBe(false);
  // The pace adds up the time of short pieces.
  expect(await pausesAfter(1000, 1)).toBe(true);
  expect(await pausesAfter(1000, 1)).toBe(false);
  monotonic.mockRestore();
});
