import { jittered, retryAfterMs } from '../../platform/concurrency/back-off.ts';

/** In milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits before the 2nd, 3rd, … attempt of a schedule, 75.6 hours in total. The first attempt is immediate. */
export const RETRY_STEPS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/**
 * The number of days after which a subscription that has only failed is deactivated. A delivery that has waited longer
 * for a paused subscription fails.
 */
export const GIVE_UP_DAYS = 5;
export const GIVE_UP_MS = GIVE_UP_DAYS * 24 * HOUR;
/** The parts of that time, in per cent, after which the owner is warned. */
export const WARNING_PERCENTS: readonly number[] = [50, 75, 90];

/** Returns the time at which a failure deactivates a subscription that has only failed since `since`. */
export function deactivatesAt(since: Date): string {
  return new Date(since.getTime() + GIVE_UP_MS).toISOString();
}

/** A receiver's answer: a status, or the reason why there is none. */
export type Outcome =
  | { status: number; retryAfter: string | undefined }
  | { status: undefined; retryAfter: undefined };

export type Verdict =
  | { next: 'succeeded' }
  | { next: 'failed' }
  /** The receiver answered 410 Gone: the delivery has failed, and the subscription must be deactivated. */
  | { next: 'gone' }
  | { next: 'retry'; step: number; waitMs: number };

/**
 * The state machine of a delivery: returns the consequence of an attempt's outcome. Pure.
 * @param step the place of this attempt in the schedule, from 0
 * @param random in [0, 1): spreads the waits by ±20 %, so that retries of many deliveries do not coincide
 */
export function judge(step: number, outcome: Outcome, nowMs: number, random: number): Verdict {
  const { status } = outcome;
  if (status !== undefined && status >= 200 && status < 300) return { next: 'succeeded' };
  if (status === 410) return { next: 'gone' };
  const base = RETRY_STEPS_MS[step];
  if (base === undefined) return { next: 'failed' };
  const asked = Math.min(retryAfterMs(outcome.retryAfter, nowMs) ?? 0, 2 * base);
  return {
    next: 'retry',
    step: step + 1,
    waitMs: Math.round(Math.max(jittered(base, random), asked)),
  };
}
