import { lastEndedMonth, type Zones } from '../../platform/calendar/zoned-months.ts';

/** Calendar months: `YYYY-MM` for users, and their first day `YYYY-MM-DD` internally. */

/** The time after the end of a month in which late usage is still included in its invoice. */
const GRACE_HOURS = 72;

export function isMonth(text: string): boolean {
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);
}
export function monthStart(month: string): string {
  return `${month}-01`;
}
export function monthName(start: string): string {
  return start.slice(0, 7);
}

/** Returns the first day of the last month that had ended by `now`, including the grace period. */
export function lastClosedMonth(zones: Zones, now: Date): string {
  return monthStart(lastEndedMonth(zones, new Date(now.getTime() - GRACE_HOURS * 3_600_000)));
}
