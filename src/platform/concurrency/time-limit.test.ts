import { expect, test, vi } from 'vitest';
import { clock } from '../clock.ts';
import { TimeLimit, TimeLimitReached } from './time-limit.ts';

test('counts only the time that its thread has computed', () => {
  const monotonic = vi.spyOn(clock, 'monotonicMs').mockReturnValue(1000);
  const thread = vi.spyOn(clock, 'threadMs').mockReturnValue(50);
  const limit = new TimeLimit(30);
  monotonic.mockReturnValue(9000);
  thread.mockReturnValue(79);
  expect(() => limit.check()).not.toThrow();
  monotonic.mockReturnValue(9002);
  thread.mockReturnValue(80);
  expect(() => limit.check()).toThrow(TimeLimitReached);
  vi.restoreAllMocks();
});
