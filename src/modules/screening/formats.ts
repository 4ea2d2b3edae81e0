import { defineFormat } from '../../platform/http/validate.ts';
import { isCountryCode } from './countries.ts';
import { hasCanonicalForm } from './matching/index.ts';

/** A day that exists in the Gregorian calendar, year 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

defineFormat('calendar-date', isCalendarDate, 'must be a date that exists, as YYYY-MM-DD');
defineFormat(
  'iso-3166-1-alpha-2',
  // Two ASCII letters first: "ß" and the ligature "ﬁ" have upper-case forms that are country codes.
  (text) => /^[A-Za-z]{2}$/.test(text) && isCountryCode(text.toUpperCase()),
  'must be an ISO 3166-1 alpha-2 country code',
);
defineFormat(
  'screening-name',
  hasCanonicalForm,
  'is empty after canonicalisation: it has no letter or digit',
);
