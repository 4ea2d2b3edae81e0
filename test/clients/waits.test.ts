import { afterEach, expect, test, vi } from 'vitest';
import { answeredBy, envelope, streamOf } from './answers.ts';

// The tests have no service in this process, because its own timers would run under the clock of these tests.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('waits a random time below an increasing bound, and at least Retry-After', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const at: number[] = [];
  const client = answeredBy(async (n) => {
    at.push(performance.now());
    if (n === 2) return envelope(429, 'RATE_LIMITED', { 'retry-after': '3' });
    if (n === 3) {
      const date = new Date(Date.now() + 5000).toUTCString();
      return envelope(503, 'SERVICE_UNAVAILABLE', { 'retry-after': date });
    }
    return n < 5
      ? envelope(503, 'SERVICE_UNAVAILABLE')
      : Response.json({ success: true, data: { items: [] } });
  });
  const state = { isAnswered: false };
  const answered = client.threads.listChannels().finally(() => (state.isAnswered = true));
  // The client may set a timer only after the earlier timers have run.
  while (!state.isAnswered) await vi.runAllTimersAsync();
  await answered;
  const waits = at.slice(1).map((time, index) => Math.round(time - at[index]!));
  expect(waits[0]).toBe(125);
  // Clients refused at the same time do not retry at the same time.
  expect(waits[1]).toBe(3250);
  expect(waits[2]).toBeGreaterThanOrEqual(4500);
  expect(waits[3]).toBe(1000);
});

test('a stream is reopened if it is silent for too long, until its signal ends it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let opened = 0;
  const client = answeredBy((n) => {
    opened = n;
    return streamOf({});
  });
  const controller = new AbortController();
  const next = client.threads
    .streamInbox({ externalId: 'u1', role: 'BUYER' }, { signal: controller.signal })
    .next();
  const ended = expect(next).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(opened).toBe(2);
  await vi.advanceTimersByTimeAsync(45_500);
  controller.abort(new Error('enough'));
  await ended;
});
