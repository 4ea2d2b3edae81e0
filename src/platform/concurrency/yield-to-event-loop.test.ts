import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '../clock.ts';
import { yielder } from './yield-to-event-loop.ts';

let now = 0;

beforeEach(() => {
  now = 1000;
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns true if the promise is fulfilled after some turns of the event loop. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test('a short computation continues immediately', async () => {
  const yieldIfDue = yielder();
  now += 10;
  let arrived = false;
  setImmediate(() => (arrived = true));
  await yieldIfDue();
  expect(arrived).toBe(false);
});

test('a long computation lets new work begin, and pauses for work that has begun', async () => {
  let others = 0;
  const yieldIfDue = yielder(() => others > 0);
  now += 11;
  setImmediate(() => (others += 1));
  const yielded = yieldIfDue();
  expect(await isDone(yielded)).toBe(false);
  vi.advanceTimersByTime(2);
  expect(await isDone(yielded)).toBe(true);
});

test('a long computation continues without a pause if no other work runs', async () => {
  const yieldIfDue = yielder(() => false);
  for (let turn = 0; turn < 2; turn += 1) {
    now += 11;
    expect(await isDone(yieldIfDue())).toBe(true);
  }
});

test('pauses if a caller does not report other work', async () => {
  const yieldIfDue = yielder();
  now += 11;
  const yielded = yieldIfDue();
  expect(await isDone(yielded)).toBe(false);
  vi.advanceTimersByTime(2);
  await yielded;
});

test('one of several long computations continues after each pause, in order', async () => {
  const order: string[] = [];
  const begin = async (name: string): Promise<void> => {
    const yieldIfDue = yielder();
    now += 11;
    await yieldIfDue();
    order.push(name);
  };
  const all = Promise.all(['a', 'b', 'c'].map(begin)).then(() => undefined);
  for (const done of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    expect(await isDone(all)).toBe(done.length === 3);
    expect(order).toEqual(done);
    vi.advanceTimersByTime(2);
  }
});
