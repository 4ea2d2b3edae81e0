import '../platform/calendar/iso-time.ts';
import { defineFormat } from '../platform/http/validate.ts';
import { countryCodeOf, isCountryCode } from './countries.ts';
import { hasCanonicalForm } from '../names/index.ts';

/** Returns a pattern for any country code in capital or small letters: `[Aa][DdEe…]|[Bb]…`. */
function countryCodePattern(): string {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const inAnyCase = (letter: string): string => letter + letter.toLowerCase();
  const groups = letters.map((first) => {
    const seconds = letters.filter((second) => isCountryCode(first + second));
    return seconds.length > 0 && `[${inAnyCase(first)}][${seconds.map(inAnyCase).join('')}]`;
  });
  return `^(?:${groups.filter(Boolean).join('|')})$`;
}

/** Codes in use for countries that have another code in ISO 3166-1, in addition to longer codes. */
const OTHER_CODES: Record<string, string> = { UK: 'GB', EL: 'GR' };

defineFormat(
  'iso-3166-1-alpha-2',
  // Checks for two ASCII letters first, because "ß" and the ligature "ﬁ" have upper-case forms that are country codes.
  (text) => /^[A-Za-z]{2}$/.test(text) && isCountryCode(text.toUpperCase()),
  (text) => {
    const code = countryCodeOf(text) ?? OTHER_CODES[text.toUpperCase()];
    return `must be an ISO 3166-1 alpha-2 country code${code === undefined ? '' : `: use ${code}`}`;
  },
  countryCodePattern(),
);
/**
 * Matches an ASCII letter or digit, and every other character that may be a letter. Every regex engine accepts it,
 * because it tests only ASCII characters.
 */
export const LETTER_OR_DIGIT = '[^\\x00-/:-@\\[-`{-\\x7f]';
defineFormat('screening-name', hasCanonicalForm, 'has no letter or digit', LETTER_OR_DIGIT);
defineFormat(
  'partial-date',
  (text) => /^[\d-]+$/.test(text) && isPartialDate(text),
  'must be YYYY, YYYY-MM or YYYY-MM-DD with a real date',
  '^[1-9][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$',
);
defineFormat(
  'screening-place',
  (text) => /[\p{L}\p{N}]/u.test(text),
  'has no letter or digit',
  LETTER_OR_DIGIT,
);

/**
 * Dates of birth in the subset of EDTF (ISO 8601-2) that entries use: YYYY-MM-DD, YYYY-MM, YYYY, YYYY~ (about that
 * year) and YYYY/YYYY (some year in the range).
 */

function daysInMonth(year: number, month: number): number {
  // Day 0 is the last day of the previous month. Date counts months from 0, so the result is the last day of `month`.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns true for a day that exists in the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Returns true if `value` is in the subset. Years must be from 1000 on, and days must exist. */
export function isPartialDate(value: string): boolean {
  const range = /^([1-9]\d{3})\/([1-9]\d{3})$/.exec(value);
  if (range !== null) return Number(range[1]) <= Number(range[2]);
  if (/^[1-9]\d{3}~?$/.test(value)) return true;
  const date = /^([1-9]\d{3})-(\d{2})(?:-(\d{2}))?$/.exec(value);
  return date !== null && isDay(Number(date[1]), Number(date[2]), Number(date[3] ?? 1));
}
