import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../test/support/process.ts';
import { Runner } from './runner.ts';

function fails(error: unknown): void {
  throw error;
}

test('all calls in one turn of the event loop share a round, and a call during a round gets another one after it', async () => {
  const seen: number[] = [];
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  const runner = new Runner({
    onFailure: fails,
    async round() {
      seen.push(asked);
      await gate.promise;
    },
  });
  const ask = (): void => {
    asked += 1;
    runner.wake();
  };
  for (let i = 0; i < 3; i += 1) ask();
  await eventually(() => seen.length === 1);
  for (let i = 0; i < 3; i += 1) ask();
  await sleep(5);
  expect(seen).toEqual([3]);
  gate.resolve();
  await runner.settled();
  expect(seen).toEqual([3, 6]);
});

test('a failed round is reported and is followed by another without a call', async () => {
  const problems: unknown[] = [];
  let rounds = 0;
  const runner = new Runner({
    onFailure: (error) => problems.push(error),
    failurePauseMs: () => 1,
    async round() {
      rounds += 1;
      if (rounds < 4) throw new Error(`round ${rounds}`);
    },
  });
  runner.wake();
  await runner.settled();
  expect([rounds, problems.length]).toEqual([4, 3]);
});

test('rounds are repeated at their period, and none begins after a stop, which waits for the last', async () => {
  let rounds = 0;
  let under = 0;
  const runner = new Runner({
    everyMs: 1,
    onFailure: fails,
    async round() {
      under += 1;
      await sleep(2);
      rounds += 1;
      under -= 1;
    },
  });
  runner.wake();
  await eventually(() => rounds >= 3);
  await runner.stop();
  expect(under).toBe(0);
  const before = rounds;
  runner.wake();
  runner.wakeIn(1);
  await sleep(20);
  expect(rounds).toBe(before);
});

test('calls do not shorten a pause that a round returns, and a stop ends it', async () => {
  let rounds = 0;
  const runner = new Runner({
    onFailure: fails,
    async round() {
      rounds += 1;
      return 3_600_000;
    },
  });
  runner.wake();
  await eventually(() => rounds === 1);
  runner.wake();
  await sleep(10);
  expect(rounds).toBe(1);
  await runner.stop();
});
