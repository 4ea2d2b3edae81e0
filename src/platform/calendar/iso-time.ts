import { defineFormat } from '../http/validate.ts';

/** Returns true for a day that exists in the Gregorian calendar, year 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const CLOCK = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Reads a point in time in ISO 8601: a date (its first moment in UTC), or date and time with an offset. Accepts years 1
 * to 9999, which the database can store.
 */
export function parseTimestamp(text: string): Date | undefined {
  const [day, clock] = [text.slice(0, 10), text.slice(10)];
  if (!isCalendarDate(day) || (clock !== '' && !CLOCK.test(clock))) return undefined;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : undefined;
}

/** The same days and times as a regular expression for RE2. */
const YEAR = '([0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})';
const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)';
const DAY_OF_YEAR =
  '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))';
const TIME_OF_DAY =
  'T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';

defineFormat('calendar-date', isCalendarDate, 'must be a date that exists, as YYYY-MM-DD');
defineFormat(
  'iso-8601',
  (text) => parseTimestamp(text) !== undefined,
  'must be a date or a date and time with offset in ISO 8601, such as 2026-11-21T09:40:00Z',
  `^(${YEAR}-${DAY_OF_YEAR}|${LEAP_YEAR}-02-29)(${TIME_OF_DAY})?$`,
);

type Named = { from?: string; to?: string };

/** Returns a filter with the times of a range that a caller gives. The caller has checked them. */
export function withRange<Filter extends Named>({
  from,
  to,
  ...filter
}: Filter): Omit<Filter, keyof Named> & { from?: Date; to?: Date } {
  return {
    ...filter,
    ...(from !== undefined && { from: parseTimestamp(from)! }),
    ...(to !== undefined && { to: parseTimestamp(to)! }),
  };
}

/** Names of the IANA database begin with a letter. PostgreSQL would reverse the sign of an offset such as +01:00. */
export const TIME_ZONE_PATTERN = '^[A-Za-z][A-Za-z0-9_+/-]*$';
const NAME = new RegExp(TIME_ZONE_PATTERN);

/** Returns the name of a time zone as the IANA database writes it; undefined if it has none with this name. */
export function timeZoneOf(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
