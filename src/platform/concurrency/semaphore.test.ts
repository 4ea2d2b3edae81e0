import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Semaphore, TooManyWaiting } from './semaphore.ts';

test('runs a fixed number of callers at the same time and others in order, and refuses more than may wait', async () => {
  const semaphore = new Semaphore(2, 2);
  const began: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const use = (i: number): Promise<void> =>
    semaphore.use(() => {
      began.push(i);
      return gates[i]!.promise;
    });
  const all = [0, 1, 2, 3].map(use);
  await expect(use(4)).rejects.toThrow(TooManyWaiting);
  expect([began, semaphore.isIdle]).toEqual([[0, 1], false]);
  gates[1]!.reject(new Error('failed'));
  await expect(all[1]).rejects.toThrow('failed');
  await nextTurn();
  expect(began).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.allSettled(all);
  expect([began, semaphore.isIdle]).toEqual([[0, 1, 2, 3], true]);
});

test('a waiting caller can leave without delaying others, and one that has begun continues', async () => {
  const semaphore = new Semaphore(1);
  const gate = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const first = semaphore.use(() => gate.promise, leaving.signal);
  const second = semaphore.use(async () => 'second', leaving.signal);
  const third = semaphore.use(async () => 'third');
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  gate.resolve();
  await first;
  expect(await third).toBe('third');
  await expect(semaphore.use(async () => 'late', leaving.signal)).rejects.toThrow('left');
  expect(semaphore.isIdle).toBe(true);
});
