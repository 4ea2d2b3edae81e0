/**
 * Dates of birth in the subset of EDTF (ISO 8601-2) that entries use: YYYY-MM-DD, YYYY-MM, YYYY, YYYY~ (about that
 * year) and YYYY/YYYY (some year in the range).
 */

import { clock } from '../../../platform/clock.ts';
import { isDay, isPartialDate } from '../../../matching/index.ts';
import { quote } from './names.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "10 Dec 1948", "Dec 1948" or "1948"; undefined for anything else. */
function parseDate(text: string): string | undefined {
  const parts = /^(?:(?:(\d{1,2}) )?([A-Za-z]{3})[a-z]* )?([1-9]\d{3})$/.exec(text);
  if (parts === null) return undefined;
  const [, day, monthName, year = ''] = parts;
  if (monthName === undefined) return year;
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  if (month === 0) return undefined;
  const yearMonth = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return yearMonth;
  // A day that the month does not have is a slip, but the month is still right.
  if (!isDay(Number(year), month, Number(day))) return yearMonth;
  return `${yearMonth}-${day.padStart(2, '0')}`;
}

/**
 * Reads a date of birth as OFAC writes it: "10 Dec 1948", "Dec 1948", "1948", "circa 1960", "1958 to 1960", "1958/1960",
 * "01 Jan 1961 to 31 Dec 1962". Ranges become ranges of years, and "circa" before a fuller date means about its year, because
 * the subset has no finer form.
 */
export function parseOfacDate(text: string): string | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const circa = /^(?:circa|approximately|c\.|ca\.) (.+)$/i.exec(trimmed)?.[1];
  const [from = '', to, ...rest] = (circa ?? trimmed).split(/ to | ?- ?|\//i);
  const first = parseDate(from);
  if (first === undefined || rest.length > 0) return undefined;
  const firstYear = first.slice(0, 4);
  if (to === undefined) return circa === undefined ? first : `${firstYear}~`;
  const lastYear = parseDate(to)?.slice(0, 4);
  if (lastYear === undefined || lastYear < firstYear) return undefined;
  return firstYear === lastYear ? firstYear : `${firstYear}/${lastYear}`;
}

/**
 * Returns the most exact date of the subset for the parts. A month or day of 0, or one not in the calendar, is
 * unknown. Undefined for a year outside 1000 to 9999.
 */
export function dateOfParts(year: string, month = '', day = ''): string | undefined {
  const [yyyy, mm, dd] = [year, month, day].map((part) => part.trim().padStart(2, '0'));
  const forms = [`${yyyy}-${mm}-${dd}`, `${yyyy}-${mm}`, `${yyyy}`];
  return /^\d{4}$/.test(yyyy ?? '') ? forms.find(isPartialDate) : undefined;
}

const TEXT_OF_PARTS: readonly [RegExp, (parts: string[]) => string | undefined][] = [
  [/^(\d{1,2})[./-](\d{4})$/, ([, month, year]) => dateOfParts(year!, month)],
  [
    /^(\d{4})[./](\d{1,2})(?:[./](\d{1,2}))?$/,
    ([, year, month, day]) => dateOfParts(year!, month, day),
  ],
  [/^([12]\d{3})([01]\d)([0-3]\d)$/, ([, year, month, day]) => dateOfParts(year!, month, day)],
  [
    /^(\d{1,2}|dd)([./-])(\d{1,2}|mm)\2(\d{4})$/i,
    ([, day, , month, year]) => dayFirst(day!, month!, year!),
  ],
];

/** The month comes first only if it cannot be the day: 07/16/1968. */
function dayFirst(day: string, month: string, year: string): string | undefined {
  const isMonthFirst = Number(month) > 12 && Number(month) <= 31 && Number(day) <= 12;
  return isMonthFirst ? dateOfParts(year, day, month) : dateOfParts(year, month, day);
}

/** Reads a date in digits, the day before the month: 16.07.1968, 07/1968, 1968/07/16, 19680716. */
function parseDigits(text: string): string | undefined {
  for (const [form, read] of TEXT_OF_PARTS) {
    const parts = form.exec(text);
    if (parts !== null) return read([...parts]);
  }
  return undefined;
}

/**
 * Reads a date as the United Kingdom's lists write it: "07/10/1952", "00/00/1975" and "dd/mm/1975" for a year alone,
 * another form in digits, or a form that `parseOfacDate` reads.
 */
export function parseUkDate(text: string): string | undefined {
  return parseDigits(text.trim()) ?? parseOfacDate(text);
}

/** Reads an ISO 8601 date, or the date of a date-time, with or without day and month, or only in digits. */
export function parseIsoDate(text: string): string | undefined {
  const [date = ''] = text.trim().split('T');
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(date);
  if (compact !== null) return dateOfParts(compact[1]!, compact[2], compact[3]);
  return /^[\d-]+$/.test(date) && isPartialDate(date) ? date : undefined;
}

/** Reads an ISO 8601 date, or one as the United Kingdom's lists write it. */
export function parseAnyDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

/** No living person was born earlier. */
export const EARLIEST_YEAR = 1850;

/** Returns the reason why a date of birth is impossible; undefined if it is possible. */
export function impossibleDate(date: string): string | undefined {
  const [from = ''] = date.split(/[/~]/);
  const today = clock.now().toISOString().slice(0, 10);
  if (from > today.slice(0, from.length)) return 'is in the future';
  return Number(from.slice(0, 4)) < EARLIEST_YEAR ? `is before ${EARLIEST_YEAR}` : undefined;
}

/**
 * Returns the readable dates without duplicates. The entry lacks the others, and this is reported.
 * @param what the source's name for the field
 */
export function datesOf(
  texts: Iterable<string>,
  what: string,
  read: (text: string) => string | undefined,
  report: (reason: string) => void,
  unreadable = 'cannot be read as a date',
): string[] {
  const dates = new Set<string>();
  for (const text of texts) {
    const date = read(text);
    const fault = date === undefined ? unreadable : impossibleDate(date);
    if (fault) report(`${what} ${quote(text)} ${fault}`);
    else dates.add(date!);
  }
  return [...dates];
}

/** Returns the range of years, as one year if both are equal; undefined unless both are years. */
export function yearRange(from: string, to: string): string | undefined {
  const range = `${from.trim()}/${to.trim()}`;
  if (!isPartialDate(range)) return undefined;
  return from.trim() === to.trim() ? from.trim() : range;
}
