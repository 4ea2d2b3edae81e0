/** Calendar months in UTC: `YYYY-MM` for users, and their first day `YYYY-MM-DD` internally. */

/** The time after the end of a month in which late usage still enters its invoice. */
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

/** Returns the first moment after a month, given by its first day. */
export function monthEnd(start: string): Date {
  const end = new Date(`${start}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** Returns the first day of the last month that had ended by `now`, including the grace period. */
export function lastClosedMonth(now: Date): string {
  const within = new Date(now.getTime() - GRACE_HOURS * 3_600_000);
  return new Date(Date.UTC(within.getUTCFullYear(), within.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 10);
}
