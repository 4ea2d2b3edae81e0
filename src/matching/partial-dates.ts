/**
 * Dates of birth in the subset of EDTF (ISO 8601-2) that entries use: YYYY-MM-DD, YYYY-MM, YYYY, YYYY~ (about that
 * year) and YYYY/YYYY (some year in the range).
 */

function daysInMonth(year: number, month: number): number {
  // Day 0 is the last day of the month before. Date counts months from 0, so that month is `month`.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns true for a day that exists in the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Returns true if `value` is in the subset, with years from 1000 and only existing days. */
export function isPartialDate(value: string): boolean {
  const range = /^([1-9]\d{3})\/([1-9]\d{3})$/.exec(value);
  if (range !== null) return Number(range[1]) <= Number(range[2]);
  if (/^[1-9]\d{3}~?$/.test(value)) return true;
  const date = /^([1-9]\d{3})-(\d{2})(?:-(\d{2}))?$/.exec(value);
  return date !== null && isDay(Number(date[1]), Number(date[2]), Number(date[3] ?? 1));
}
