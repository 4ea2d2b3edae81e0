import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chainOf, FOUND, provider, type Say } from '../../../../test/support/identity-chain.ts';
import { clock } from '../../../platform/clock.ts';
import type { Answer } from '../providers/adapter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const BREAKER = { failures: 3, openMs: 10_000 };
const never: Say = () => new Promise(() => {});
const DOWN: Answer<'account'> = { outcome: 'unavailable' };

/** An adapter that plays these answers in order and repeats the last one forever. */
function script(...answers: (Answer<'account'> | Say)[]) {
  let calls = 0;
  const say: Say = (upstream) => {
    const next = answers[Math.min(calls, answers.length - 1)]!;
    calls += 1;
    return typeof next === 'function' ? next(upstream) : next;
  };
  return { say, calls: () => calls };
}

/** The value of the promise; fails if it takes more than `ms`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = promise.finally(() => (settled = true));
  await vi.advanceTimersByTimeAsync(ms);
  expect(settled).toBe(true);
  return done;
}

test('retries "unavailable" as often as configured, and no other class', async () => {
  const back = script(DOWN, DOWN, FOUND);
  const { ask } = chainOf([provider('p-1', back.say, { retries: 2 })]);
  expect((await within(300, ask())).attempts).toMatchObject([{ outcome: 'ok' }]);
  expect(back.calls()).toBe(3);

  for (const outcome of [
    'bad_response',
    'rate_limited',
    'auth',
    'no_funds',
    'not_found',
  ] as const) {
    const other = script({ outcome });
    await within(0, chainOf([provider('p-1', other.say, { retries: 2 })]).ask());
    expect(other.calls(), outcome).toBe(1);
  }
});

test('a retry waits for about 100 ms', async () => {
  const back = script(DOWN, FOUND);
  const asked = chainOf([provider('p-1', back.say, { retries: 1 })]).ask();
  await vi.advanceTimersByTimeAsync(49);
  expect(back.calls()).toBe(1);
  await within(101, asked);
  expect(back.calls()).toBe(2);
});

// contract: providers/time-out-retry
test('an adapter that never answers ends at its time-out, and its requests are canceled', async () => {
  let sent: Promise<unknown> | undefined;
  const { ask } = chainOf([
    provider('p-1', ({ send }) => {
      sent = new Promise((resolve) => setTimeout(resolve, 1000))
        .then(() => send({ method: 'GET', path: '/' }))
        .catch((error: unknown) => error);
      return new Promise(() => {});
    }),
    provider('p-2', () => FOUND),
  ]);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(999);
  const result = await within(1, asked);
  expect(result.attempts).toMatchObject([
    { provider: 'p-1', outcome: 'unavailable', skipped: false, durationMs: 1000 },
    { provider: 'p-2', outcome: 'ok' },
  ]);
  expect(await sent).toMatchObject({ kind: 'cancelled' });
});

test('the time-out covers all attempts together, and none begins after it', async () => {
  const slow: Say = () => new Promise((resolve) => setTimeout(() => resolve(DOWN), 480));
  const tries = script(slow, slow, FOUND);
  const { ask } = chainOf([provider('p-1', tries.say, { retries: 5, timeoutMs: 500 })]);
  const result = await within(500, ask());
  expect(result.attempts).toMatchObject([{ outcome: 'unavailable', durationMs: 500 }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries.calls()).toBe(1);
});

test('ignores an adapter that fails after its time-out', async () => {
  const late: Say = () =>
    new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 2000));
  const { ask } = chainOf([provider('p-1', late)]);
  expect((await within(1000, ask())).answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5000);
});

// contract: providers/time-out-retry
test('after failures in a row a provider is skipped, until one call finds that it is back', async () => {
  const first = script(DOWN, { outcome: 'not_found' }, DOWN, DOWN, never, DOWN, FOUND);
  const { ask, chain, recovered } = chainOf([
    provider('p-1', first.say, { breaker: BREAKER, onNotFound: 'next' }),
    provider('p-2', () => FOUND),
  ]);
  const state = () => chain.health()[0]!.state;
  for (let i = 0; i < 5; i++) {
    expect(state()).toBe('closed');
    await within(1000, ask());
  }
  // "Not found" counted as an answer; the time-out was the third failure after it.
  expect(state()).toBe('open');
  await vi.advanceTimersByTimeAsync(BREAKER.openMs - 1);
  const passed = await within(0, ask());
  expect(passed.attempts).toMatchObject([
    { provider: 'p-1', outcome: 'unavailable', skipped: true, durationMs: 0 },
    { provider: 'p-2', outcome: 'ok', skipped: false },
  ]);
  expect(first.calls()).toBe(5);

  await vi.advanceTimersByTimeAsync(1);
  expect(state()).toBe('half_open');
  await within(0, ask());
  expect(first.calls()).toBe(6);
  expect(state()).toBe('open');
  expect(recovered).toEqual([]);

  await vi.advanceTimersByTimeAsync(BREAKER.openMs);
  expect((await within(0, ask())).provider).toBe('p-1');
  expect(state()).toBe('closed');
  expect(recovered).toEqual(['p-1']);
  await within(0, ask());
  expect(recovered).toEqual(['p-1']);
});

test('while one call tests a provider that has failed, no other call waits', async () => {
  const first = script(DOWN, DOWN, DOWN, never);
  const { ask, chain } = chainOf([
    provider('p-1', first.say, { breaker: BREAKER }),
    provider('p-2', () => FOUND),
  ]);
  for (let i = 0; i < 3; i++) await within(0, ask());
  await vi.advanceTimersByTimeAsync(BREAKER.openMs);
  const trying = ask();
  for (let i = 0; i < 3; i++)
    expect((await within(0, ask())).attempts[0]).toMatchObject({ skipped: true });
  expect(chain.health()[0]!.state).toBe('half_open');
  expect(first.calls()).toBe(4);
  expect((await within(1000, trying)).provider).toBe('p-2');
  expect(chain.health()[0]!.state).toBe('open');
});

test('rejected credentials and empty accounts open the breaker immediately, and alert operators once', async () => {
  for (const outcome of ['auth', 'no_funds'] as const) {
    const first = script({ outcome }, { outcome }, DOWN, FOUND, { outcome });
    const { ask, chain, lines } = chainOf([provider('p-1', first.say, { breaker: BREAKER })]);
    const alerts = () => lines.filter(({ level }) => level === 50);
    await within(0, ask());
    expect(chain.health()[0]).toMatchObject({ state: 'open', lastOutcome: outcome });
    expect(chain.availability()).toEqual([{ kind: 'account', country: 'NG', available: false }]);
    // Failed attempts do not count as new openings.
    for (let i = 0; i < 2; i++) {
      expect(alerts()).toMatchObject([{ provider: 'p-1', outcome }]);
      await vi.advanceTimersByTimeAsync(BREAKER.openMs);
      await within(0, ask());
    }
    await vi.advanceTimersByTimeAsync(BREAKER.openMs);
    await within(0, ask());
    expect(chain.health()[0]!.state).toBe('closed');
    await within(0, ask());
    expect(alerts()).toHaveLength(2);
  }
});

test('alerts the operator about a provider that needs the operator, even if its breaker was already open', async () => {
  const first = script(DOWN, DOWN, DOWN, { outcome: 'auth' });
  const { ask, lines } = chainOf([provider('p-1', first.say, { breaker: BREAKER })]);
  for (let i = 0; i < 3; i++) await within(0, ask());
  const levels = () => lines.filter(({ openMs }) => openMs !== undefined).map(({ level }) => level);
  expect(levels()).toEqual([40]);
  await vi.advanceTimersByTimeAsync(BREAKER.openMs);
  await within(0, ask());
  expect(levels()).toEqual([40, 50]);
});

test('a provider that requests a pause is skipped for that time, at most five minutes', async () => {
  const limited = (retryAfterMs: number): Answer<'account'> => ({
    outcome: 'rate_limited',
    retryAfterMs,
  });
  const first = script(limited(2000), limited(86_400_000), FOUND);
  const { ask, chain } = chainOf([provider('p-1', first.say, { breaker: BREAKER })]);
  for (const pauseMs of [2000, 300_000]) {
    await within(0, ask());
    const calls = first.calls();
    expect(chain.health()[0]!.pausedUntil).toEqual(new Date(clock.nowMs() + pauseMs));
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect((await within(0, ask())).attempts).toMatchObject([
      { outcome: 'rate_limited', skipped: true, durationMs: 0 },
    ]);
    expect(first.calls()).toBe(calls);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect((await within(0, ask())).answer).toEqual(FOUND);
  expect(chain.health()[0]!.pausedUntil).toBeUndefined();
});

test('a provider without a breaker is asked every time', async () => {
  const answers = script(
    { outcome: 'auth' },
    { outcome: 'rate_limited', retryAfterMs: 5000 },
    DOWN,
  );
  const { ask, chain } = chainOf([provider('p-1', answers.say)]);
  for (let i = 0; i < 20; i++) await within(0, ask());
  expect(answers.calls()).toBe(20);
  expect(chain.health()[0]!.state).toBe('closed');
});

test('shows operators the state, kinds, and the last outcome and failure of each provider', async () => {
  const { ask, chain } = chainOf([
    provider('p-1', script(DOWN, FOUND).say),
    provider('p-2', () => ({ outcome: 'not_found' })),
  ]);
  await within(0, ask());
  const failedAt = clock.now();
  await vi.advanceTimersByTimeAsync(5000);
  await within(0, ask());
  const common = { state: 'closed', kinds: ['account'], pausedUntil: undefined };
  expect(chain.health()).toEqual([
    { label: 'p-1', ...common, lastOutcome: 'ok', lastFailureAt: failedAt },
    { label: 'p-2', ...common, lastOutcome: 'not_found', lastFailureAt: undefined },
  ]);
});

test.each([
  ['to 1970', -Date.now()],
  ['back by a day', -86_400_000],
  ['forward by a day', 86_400_000],
])(
  'a clock that is set %s neither prolongs nor shortens the pause of a provider',
  async (_, byMs) => {
    const back = script(DOWN, DOWN, DOWN, FOUND);
    const broken = chainOf([provider('p-1', back.say, { breaker: BREAKER })]);
    for (let i = 0; i < 3; i += 1) await within(0, broken.ask());
    const slow = script({ outcome: 'rate_limited', retryAfterMs: 10_000 }, FOUND);
    const paused = chainOf([provider('p-1', slow.say, { breaker: BREAKER })]);
    await within(0, paused.ask());
    vi.setSystemTime(Date.now() + byMs);
    await vi.advanceTimersByTimeAsync(9900);
    await within(0, broken.ask());
    await within(0, paused.ask());
    expect([back.calls(), slow.calls()]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(200);
    expect((await within(0, broken.ask())).attempts).toMatchObject([{ outcome: 'ok' }]);
    expect((await within(0, paused.ask())).attempts).toMatchObject([{ outcome: 'ok' }]);
  },
);
