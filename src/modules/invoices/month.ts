/** Calendar months in UTC: `YYYY-MM` for people, their first day `YYYY-MM-DD` inside. */

/** The time after a month's end in which what is used late still comes into its invoice. */
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

/** The first moment after a month, by its first day. */
export function monthEnd(start: string): Date {
  const end = new Date(`${start}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** First day of the last month that had ended, with the time of grace, by `now`. */
export function lastClosedMonth(now: Date): string {
  const within = new Date(now.getTime() - GRACE_HOURS * 3_600_000);
  return new Date(Date.UTC(within.getUTCFullYear(), within.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 10);
}
