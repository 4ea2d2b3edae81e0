/**
 * Dates of birth in the subset of EDTF (ISO 8601-2) that entries have:
 * YYYY-MM-DD, YYYY-MM, YYYY, YYYY~ (about that year) and YYYY/YYYY (some year of the range).
 */

function daysInMonth(year: number, month: number): number {
  // Day 0 is the last of the month before; Date counts months from 0, so that is `month` itself.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns true for a day that the calendar has. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Tells whether `value` is of the subset, with years from 1000 and only days that the calendar has. */
export function isPartialDate(value: string): boolean {
  const range = /^([1-9]\d{3})\/([1-9]\d{3})$/.exec(value);
  if (range !== null) return Number(range[1]) <= Number(range[2]);
  if (/^[1-9]\d{3}~?$/.test(value)) return true;
  const date = /^([1-9]\d{3})-(\d{2})(?:-(\d{2}))?$/.exec(value);
  return date !== null && isDay(Number(date[1]), Number(date[2]), Number(date[3] ?? 1));
}
