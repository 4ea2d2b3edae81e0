/** Limits of what one person may do in 24 hours, counted from rows of the audit log, which no erasure deletes. */
import { selectActionTimes } from '../audit/store.ts';
import { clock } from '../clock.ts';
import type { Queryable } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * @param of the action, which writes a row of the audit log each time
 * @param what the limited action, such as `reveal answers`
 * @throws ApiError RATE_LIMITED, until a day has passed since the oldest of the actions that fill a day's limit
 */
export async function assertWithinDay(
  db: Queryable,
  of: { orgId: string; personId: string; action: string },
  most: number,
  what: string,
): Promise<void> {
  const nowMs = clock.nowMs();
  const times = await selectActionTimes(db, of, new Date(nowMs - DAY_MS), most);
  const oldest = times[most - 1];
  if (!oldest) return;
  throw new ApiError('RATE_LIMITED', `a person may ${what} at most ${most} times in 24 hours`, {
    retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() + DAY_MS - nowMs) / 1000)),
  });
}
