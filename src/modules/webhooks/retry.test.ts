import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { judge, RETRY_STEPS_MS, type Outcome } from './retry.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The decided steps, written a second time independently of the code. The first attempt is immediate. */
const DECIDED_MS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * SECOND,
);
const MAX_ATTEMPTS = 10;
const START_MS = Date.parse('2026-11-21T09:40:00Z');

function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** `Retry-After` as receivers send it: valid, invalid, in the past, excessive. `asksMs` is its meaning. */
type Header = { text: (nowMs: number) => string | undefined; asksMs: (nowMs: number) => number };
const silent: Header = { text: () => undefined, asksMs: () => 0 };
const headers: fc.Arbitrary<Header> = fc.oneof(
  fc.constant(silent),
  fc.integer({ min: 0, max: 200_000 }).map((seconds) => ({
    text: () => String(seconds),
    asksMs: () => seconds * SECOND,
  })),
  fc.integer({ min: 0, max: 999_999_999 }).map((seconds) => ({
    text: () => ` ${seconds}\t`,
    asksMs: () => seconds * SECOND,
  })),
  fc.integer({ min: -100 * 3600, max: 100 * 3600 }).map((seconds) => ({
    text: (nowMs: number) => httpDate(nowMs + seconds * SECOND),
    // An HTTP date has whole seconds.
    asksMs: (nowMs: number) => Math.max(0, Date.parse(httpDate(nowMs + seconds * SECOND)) - nowMs),
  })),
  fc
    .oneof(
      fc.constantFrom('', ' ', '-5', '+5', '1.5', '1e3', '0x10', 'soon', '120, 240', '１２'),
      fc.constantFrom('Infinity', 'NaN', '99999999999999999999', 'Mon,', 'Sun, 99 Foo 2026', '\0'),
      fc.constantFrom('2099-01-01', 'tomorrow', 'January 1, 2099', '__proto__'),
    )
    .map((text) => ({ text: () => text, asksMs: () => 0 })),
);

type Step =
  | { kind: 'attempt'; status: number | undefined; header: Header; random: number }
  /** A user requests an immediate retry. */
  | { kind: 'manual' };

const randoms = fc.oneof(
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  fc.constant(0),
  fc.constant(0.999_999_999),
);
const statuses = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 300, max: 599 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 299 }) },
  { weight: 1, arbitrary: fc.constantFrom(410, 429, 503, 100, 199, 600, 999) },
  { weight: 3, arbitrary: fc.constant(undefined) },
);
const attempts: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('attempt' as const),
  status: statuses,
  header: headers,
  random: randoms,
});
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: attempts },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'manual' }) },
  ),
  { minLength: 1, maxLength: 60 },
);

/** Simulates a delivery with its own clock, like the queue and the recorder. */
class Delivery {
  nowMs = START_MS;
  state: 'pending' | 'succeeded' | 'failed' | 'gone' = 'pending';
  step = 0;
  dueMs = START_MS;
  attemptsOfSchedule = 0;

  /** Like `requeue` of the store: pending deliveries keep their place in the schedule, finished ones restart. */
  retryNow(): void {
    if (this.state !== 'pending') {
      this.step = 0;
      this.attemptsOfSchedule = 0;
    }
    this.state = 'pending';
    this.dueMs = Math.min(this.dueMs, this.nowMs);
  }
}

describe('judge', () => {
  test('follows the decided schedule, 75.6 hours in total', () => {
    expect(RETRY_STEPS_MS).toEqual(DECIDED_MS);
    expect(DECIDED_MS.reduce((a, b) => a + b) / HOUR).toBeCloseTo(75.6, 1);
  });

  test('follows the decided state machine for any sequence of outcomes and manual retries', () => {
    const seen = { succeeded: 0, failed: 0, gone: 0, restarted: 0, asked: 0, capped: 0 };
    fc.assert(
      fc.property(steps, (sequence) => {
        const delivery = new Delivery();
        for (const step of sequence) {
          if (step.kind === 'manual') {
            if (delivery.state !== 'pending') seen.restarted += 1;
            delivery.retryNow();
            continue;
          }
          // A delivery that is not queued is not sent, and gets no outcome.
          if (delivery.state !== 'pending') continue;
          delivery.nowMs = Math.max(delivery.nowMs, delivery.dueMs);
          delivery.attemptsOfSchedule += 1;
          expect(delivery.attemptsOfSchedule).toBeLessThanOrEqual(MAX_ATTEMPTS);
          const { status } = step;
          const outcome: Outcome =
            status === undefined
              ? { status, retryAfter: undefined }
              : { status, retryAfter: step.header.text(delivery.nowMs) };
          const verdict = judge(delivery.step, outcome, delivery.nowMs, step.random);

          if (status !== undefined && status >= 200 && status <= 299)
            expect(verdict).toEqual({ next: 'succeeded' });
          else if (status === 410) expect(verdict).toEqual({ next: 'gone' });
          else if (delivery.attemptsOfSchedule === MAX_ATTEMPTS)
            expect(verdict).toEqual({ next: 'failed' });
          else expect(verdict.next).toBe('retry');

          if (verdict.next !== 'retry') {
            delivery.state = verdict.next;
            seen[verdict.next] += 1;
            continue;
          }
          expect(verdict.step).toBe(delivery.step + 1);
          expect(Number.isInteger(verdict.waitMs)).toBe(true);
          const base = DECIDED_MS[delivery.step]!;
          const asks = status === undefined ? 0 : step.header.asksMs(delivery.nowMs);
          const asked = Math.min(asks, 2 * base);
          // The wait is the jittered step, or the receiver's request if that is longer, but never above twice the step.
          expect(verdict.waitMs).toBeGreaterThanOrEqual(Math.max(0.8 * base, asked) - 1);
          expect(verdict.waitMs).toBeLessThanOrEqual(Math.max(1.2 * base, asked) + 1);
          expect(verdict.waitMs).toBeLessThanOrEqual(2 * base);
          if (asked > 1.2 * base) {
            expect(verdict.waitMs).toBe(asked);
            seen.asked += 1;
          }
          if (asks > 2 * base) seen.capped += 1;
          delivery.step = verdict.step;
          delivery.dueMs = delivery.nowMs + verdict.waitMs;
        }
      }),
      { numRuns: cases(800, 3000) },
    );
    // The model has reached every state.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20);
  });

  test('spreads waits over the whole ±20 %', () => {
    const wait = (random: number): number => {
      const verdict = judge(1, { status: 500, retryAfter: undefined }, START_MS, random);
      return verdict.next === 'retry' ? verdict.waitMs : Number.NaN;
    };
    expect([wait(0), wait(0.5), wait(1 - Number.EPSILON)]).toEqual([240_000, 300_000, 360_000]);
  });

  test('ends after the last attempt of a schedule, whatever the receiver requests', () => {
    fc.assert(
      fc.property(headers, randoms, (header, random) => {
        const outcome = { status: 503, retryAfter: header.text(START_MS) };
        expect(judge(DECIDED_MS.length, outcome, START_MS, random)).toEqual({ next: 'failed' });
      }),
    );
  });
});
