import { isCalendarDate } from '../../../../platform/calendar/iso-time.ts';

/**
 * A vendor's format for dates of birth. `Mon` is an English month, in full or as its first three letters; with `YY`,
 * the year is the latest one that is not in the future.
 */
export type DateFormat = 'YYYY-MM-DD' | 'DD-MM-YYYY' | 'DD/MM/YYYY' | 'D-Mon-YYYY' | 'D-Mon-YY';

const PATTERNS: Record<DateFormat, RegExp> = {
  'YYYY-MM-DD':
    /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  'DD-MM-YYYY': /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  'D-Mon-YYYY': /^(?<day>\d{1,2})-(?<month>[a-z]{3,9})-(?<year>\d{4})$/i,
  'D-Mon-YY': /^(?<day>\d{1,2})-(?<month>[a-z]{3,9})-(?<year>\d{2})$/i,
};

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The number of a month from digits or a word; 0 if invalid. */
function monthNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const word = text.toLowerCase();
  return MONTHS.findIndex((month) => word === month || word === month.slice(0, 3)) + 1;
}

function fullYear(text: string, now: Date): number {
  if (text.length === 4) return Number(text);
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(text);
  return year > thisYear ? year - 100 : year;
}

/** The result for a vendor's date that is not a calendar day in one of its formats. */
export const UNREADABLE = 'unreadable';

/** Texts with which vendors mark a missing date. */
const NO_DATE = /^(?:[^\p{L}\p{N}]*|[0\W]+|not available|n\/a|nan-nan-nan|invalid date)$/iu;

/**
 * Returns a vendor's date as `YYYY-MM-DD`; null if the vendor has none. A text that is not a calendar day in one of its
 * formats (31 June) is `UNREADABLE`, never a guess. A time is accepted only at midnight.
 */
export function parseDate(
  text: string | null | undefined,
  formats: readonly DateFormat[],
  now: Date,
): string | null {
  const written = text?.trim() ?? '';
  if (NO_DATE.test(written)) return null;
  for (const format of formats) {
    const parts = PATTERNS[format].exec(written)?.groups;
    if (!parts) continue;
    const month = String(monthNumber(parts['month']!)).padStart(2, '0');
    const day = parts['day']!.padStart(2, '0');
    const year = String(fullYear(parts['year']!, now)).padStart(4, '0');
    const date = `${year}-${month}-${day}`;
    return isCalendarDate(date) ? date : UNREADABLE;
  }
  return UNREADABLE;
}
