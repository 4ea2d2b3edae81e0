import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '../../../platform/clock.ts';
import { Liveness } from '../../../platform/db/session/liveness.ts';
import { LeasedSubscriptions } from './leased-subscriptions.ts';

afterEach(() => vi.restoreAllMocks());

test('logs slow reads from 500 ms on, at most once a minute', () => {
  let nowMs = 1000;
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
  const lines: string[] = [];
  const queues = new LeasedSubscriptions({
    db: undefined as never,
    secrets: undefined as never,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    timeoutMs: 1000,
    window: 4,
    liveness: new Liveness(),
    onReady: () => {},
  });
  for (const ms of [100, 200, 300, 499]) queues.observeRead(ms);
  expect(lines).toEqual([]);
  for (const ms of [500, 800, 2000]) queues.observeRead(ms);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ms: 500, msg: 'reading due webhook deliveries is slow' },
  ]);
  nowMs += 59_999;
  queues.observeRead(4000);
  expect(lines).toHaveLength(1);
  nowMs += 1;
  queues.observeRead(700);
  expect(lines).toHaveLength(2);
});
