import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';
import {
  beforeDeadline,
  Deadline,
  deadlineNow,
  earliest,
  uncounted,
  underDeadline,
} from './deadline.ts';

test('a deadline passes after its time, without the time of work that has a separate limit', async () => {
  const deadline = new Deadline(40);
  await underDeadline(deadline, () =>
    uncounted(async () => {
      await sleep(60);
      expect(deadline.hasPassed).toBe(false);
    }),
  );
  expect(deadline.hasPassed).toBe(false);
  await sleep(60);
  expect(deadline.hasPassed).toBe(true);
});

test('a deadline ends a wait for shared work, and the work continues', async () => {
  const work = sleep(200, 'done');
  const waiting = underDeadline(new Deadline(20), () => beforeDeadline(work));
  await expect(waiting).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 1,
  });
  expect(await work).toBe('done');
});

test('a deadline does not apply to batches, which other requests share', async () => {
  const seen: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const batcher = new Batcher<number>(1, async () => {
    seen.push(deadlineNow());
    if (seen.length === 2) ended.resolve();
  });
  underDeadline(new Deadline(10_000), () => {
    expect(deadlineNow()).toBeDefined();
    batcher.add(1);
    batcher.add(2);
  });
  await ended.promise;
  expect(seen).toEqual([undefined, undefined]);
});

test('returns the earliest of several deadlines', () => {
  const [late, soon] = [new Deadline(2000), new Deadline(1000)];
  expect(earliest([undefined, late, soon])).toBe(soon);
  expect(earliest([undefined])).toBeUndefined();
});
