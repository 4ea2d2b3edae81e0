import type { Queryable } from '../../../../platform/db/database.ts';
import { selectLate } from './store.ts';

/** Time that a refresh may take beyond the interval: a tenth of it, at most an hour. */
const SLACK = { share: 0.1, mostSeconds: 3600 };

/** Returns true if a list was last read or found equal to its origin longer ago than its interval and the slack. */
export function isOverdue(
  list: {
    readonly everySeconds?: number | null;
    readonly checkedAt?: Date | null;
    readonly importedAt?: Date | null;
  },
  nowMs: number,
): boolean {
  const { everySeconds, checkedAt, importedAt } = list;
  if (!everySeconds) return false;
  const seconds = everySeconds + Math.min(SLACK.share * everySeconds, SLACK.mostSeconds);
  const lastMs = Math.max(checkedAt?.getTime() ?? 0, importedAt?.getTime() ?? 0);
  return nowMs > lastMs + seconds * 1000;
}

/** Returns the overdue lists, the oldest first. */
export function overdueLists(db: Queryable, now: Date, most: number) {
  return selectLate(db, { now, ...SLACK }, most);
}
