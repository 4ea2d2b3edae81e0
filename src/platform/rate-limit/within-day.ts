/** Limits of what one person may do in 24 hours, counted from stored rows. */
import { clock } from '../clock.ts';
import { ApiError } from '../errors/index.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * @param timesSince returns the times since a time, at most `limit`, the newest first
 * @param what the limited action, such as `reveal answers`
 * @throws ApiError RATE_LIMITED, until a day has passed since the oldest of as many actions as a day allows
 */
export async function assertWithinDay(
  timesSince: (since: Date, limit: number) => Promise<Date[]>,
  most: number,
  what: string,
): Promise<void> {
  const nowMs = clock.nowMs();
  const times = await timesSince(new Date(nowMs - DAY_MS), most);
  const oldest = times[most - 1];
  if (!oldest) return;
  throw new ApiError('RATE_LIMITED', `a person may ${what} at most ${most} times in 24 hours`, {
    retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() + DAY_MS - nowMs) / 1000)),
  });
}
