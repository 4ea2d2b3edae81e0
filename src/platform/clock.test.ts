import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
const DAY_MS = 86_400_000;

let copies = 0;
let clock: typeof import('./clock.ts').clock;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T12:00:00Z') });
  // Other tests share the module and its state.
  ({ clock } = await import(/* @vite-ignore */ `./clock.ts?${(copies += 1)}`));
});
afterEach(() => void vi.useRealTimers());

/** Follows a database whose clock is this far ahead. The question and the answer each take this long. */
function ask(aheadMs: number, thereMs = 0, backMs = thereMs): void {
  const askedMs = clock.monotonicMs();
  vi.advanceTimersByTime(thereMs);
  const databaseMs = Date.now() + aheadMs;
  vi.advanceTimersByTime(backMs);
  clock.follow(databaseMs, askedMs, clock.monotonicMs());
}

test("uses the machine's time before it has read the database's", () => {
  expect(clock.nowMs()).toBe(Date.now());
  vi.setSystemTime(0);
  expect(clock.now()).toEqual(new Date(0));
});

test.each([-Date.now(), -DAY_MS, -3_600_000, 3_600_000, DAY_MS])(
  'the time is that of the database, even when the clock of the machine is set by %d ms',
  (byMs) => {
    ask(DAY_MS);
    const startMs = Date.now() + DAY_MS;
    expect(clock.nowMs()).toBe(startMs);
    vi.setSystemTime(Date.now() + byMs);
    vi.advanceTimersByTime(5000);
    expect(clock.nowMs()).toBe(startMs + 5000);
  },
);

test("keeps the machine's time if it agrees with the database, however slow the answer is", () => {
  for (const [there, back] of [
    [0, 400],
    [400, 0],
    [0, 0],
    [30_000, 5],
  ] as const) {
    ask(0, there, back);
    expect(clock.nowMs()).toBe(Date.now());
  }
});

test('follows the database when the database’s clock is set, as far as an answer proves it', () => {
  ask(0);
  ask(-3_600_000, 10);
  const behindMs = Date.now() - clock.nowMs();
  expect(Math.abs(behindMs - 3_600_000)).toBeLessThanOrEqual(10);
  ask(0);
  expect(clock.nowMs()).toBe(Date.now());
});

test('ids stay in order, whatever the clock does', async () => {
  vi.useRealTimers();
  const { newId }: typeof import('./ids.ts') = await import(
    /* @vite-ignore */ `./ids.ts?${(copies += 1)}`
  );
  // `ids.ts` takes its time from the shared clock, which follows a database here and the machine again afterwards.
  const { clock: shared } = await import('./clock.ts');
  const follow = (aheadMs: number): void =>
    shared.follow(Date.now() + aheadMs, shared.monotonicMs(), shared.monotonicMs());
  follow(DAY_MS);
  onTestFinished(() => {
    vi.useRealTimers();
    follow(0);
  });
  const ids: string[] = [];
  const startMs = Date.now();
  for (const now of [0, DAY_MS, -DAY_MS, 3_600_000, 1]) {
    vi.useFakeTimers({ toFake: ['Date'], now: startMs + now });
    for (let i = 0; i < 5000; i += 1) ids.push(newId('list'));
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
