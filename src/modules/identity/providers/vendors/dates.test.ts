import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCalendarDate } from '../../../../platform/calendar/iso-time.ts';
import { parseDate, UNREADABLE, type DateFormat } from './dates.ts';

const now = new Date('2026-11-21T09:40:00Z');
const ALL: DateFormat[] = ['YYYY-MM-DD', 'DD-MM-YYYY', 'DD/MM/YYYY', 'D-Mon-YYYY', 'D-Mon-YY'];

test.each([
  ['28-Jun-2000', 'D-Mon-YYYY', '2000-06-28'],
  ['2-Aug-1904', 'D-Mon-YYYY', '1904-08-02'],
  ['01-January-1907', 'D-Mon-YYYY', '1907-01-01'],
  ['01-JAN-1907', 'D-Mon-YYYY', '1907-01-01'],
  ['9-sept-1907', 'D-Mon-YYYY', UNREADABLE],
  ['28-Jun-00', 'D-Mon-YY', '2000-06-28'],
  ['28-Jun-26', 'D-Mon-YY', '2026-06-28'],
  ['28-Jun-27', 'D-Mon-YY', '1927-06-28'],
  ['28-Jun-99', 'D-Mon-YY', '1999-06-28'],
  ['10-06-1993', 'DD-MM-YYYY', '1993-06-10'],
  ['06-13-1993', 'DD-MM-YYYY', UNREADABLE],
  ['10/06/1982', 'DD/MM/YYYY', '1982-06-10'],
  ['1988-04-04', 'YYYY-MM-DD', '1988-04-04'],
  [' 1988-04-04\n', 'YYYY-MM-DD', '1988-04-04'],
  ['2000-02-29', 'YYYY-MM-DD', '2000-02-29'],
  ['1900-02-29', 'YYYY-MM-DD', UNREADABLE],
  ['1988-04-04T00:00:00.000Z', 'YYYY-MM-DD', '1988-04-04'],
  ['1988-04-04T00:00:00+01:00', 'YYYY-MM-DD', '1988-04-04'],
  ['1988-04-04 00:00:00', 'YYYY-MM-DD', '1988-04-04'],
  ['31-Jun-2000', 'D-Mon-YYYY', UNREADABLE],
  ['0-Jun-2000', 'D-Mon-YYYY', UNREADABLE],
  ['28-Juni-2000', 'D-Mon-YYYY', UNREADABLE],
] as const)('reads %s in the format %s as %s', (text, format, date) => {
  expect(parseDate(text, [format], now)).toBe(date);
});

test.each([
  'NaN-NaN-NaN',
  'Not Available',
  'Invalid date',
  '',
  ' ',
  '****',
  '0000-00-00',
  null,
  undefined,
])('%j contains no date', (text) => {
  expect(parseDate(text, ALL, now)).toBeNull();
});

test.each([
  '1993',
  '06-1993',
  '1993-6-1',
  '1993-06-10T23:00:00.000Z',
  '10.06.1993',
  '19930610',
  '10-06-93',
  '10-06-1993 or so',
])('%j is unreadable in every format', (text) => {
  expect(parseDate(text, ALL, now)).toBe(UNREADABLE);
});

test('a date is read only in the formats of its vendor', () => {
  expect(parseDate('10-06-1993', ['YYYY-MM-DD', 'D-Mon-YYYY'], now)).toBe(UNREADABLE);
  expect(parseDate('28-Jun-00', ['D-Mon-YYYY'], now)).toBe(UNREADABLE);
});

test('each day is read back from each format, and any text gives a day or nothing', () => {
  const day = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2026-11-21'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year, month, number] = iso.split('-') as [string, string, string];
      const name = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
      const written = [
        iso,
        `${number}-${month}-${year}`,
        `${number}/${month}/${year}`,
        `${Number(number)}-${name}-${year}`,
        `${number}-${name.slice(0, 3)}-${year}`,
      ];
      return written.every((text) => parseDate(text, ALL, now) === iso);
    }),
  );
  const part = fc.constantFrom('1', '01', '31', '00', 'Feb', 'x', '1993', '93', '-', '/', ' ');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
      const date = parseDate(parts.join(''), ALL, now);
      return date === null || date === UNREADABLE || isCalendarDate(date);
    }),
    { numRuns: 2000 },
  );
});
