import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOfParts, parseIsoDate, parseOfacDate, parseUkDate, yearRange } from './dates.ts';
import { isPartialDate } from '../../../matching/formats.ts';
import { importFormats } from './formats.ts';
import { samples } from '../../../../test/support/list-formats/samples.ts';
import { importAll } from '../../../../test/support/list-formats/import-all.ts';

describe('isPartialDate', () => {
  test.each(['1951-06-19', '2000-02-29', '1951-06', '1951', '1951~', '1951/1953', '1951/1951'])(
    '%s is a partial date',
    (value) => {
      expect(isPartialDate(value)).toBe(true);
    },
  );

  test.each([
    '1951-02-29',
    '1900-02-29',
    '1951-13',
    '1951-00-10',
    '1951-6-9',
    '19510619',
    '51',
    '0051',
    '1953/1951',
    '1951-01/1952-01',
    '1951-06~',
    '~1951',
    '1951?',
    ' 1951',
    '1951\n',
    '',
  ])('%j is not a partial date', (value) => {
    expect(isPartialDate(value)).toBe(false);
  });
});

describe('parseOfacDate', () => {
  test.each([
    ['10 Dec 1948', '1948-12-10'],
    ['5 September 1948', '1948-09-05'],
    ['Dec 1948', '1948-12'],
    ['1938', '1938'],
    ['circa 1960', '1960~'],
    ['circa 07 Jul 1966', '1966~'],
    ['1958 to 1960', '1958/1960'],
    ['1958/1960', '1958/1960'],
    ['circa 1979-1982', '1979/1982'],
    ['01 Jan 1961 to 31 Dec 1962', '1961/1962'],
    ['26 Sep 1946 to 07 Dec 1946', '1946'],
    ['Mar 1962 to Feb 1963', '1962/1963'],
    ['31 Jun 1965', '1965-06'],
  ])('%s is %s', (text, date) => {
    expect(parseOfacDate(text)).toBe(date);
  });

  test.each([
    '',
    'unknown',
    '10 Foo 1948',
    '10 Dec',
    '19',
    '1960 to 1958',
    '1958 to',
    '1 to 2 to 3',
  ])('%j gives no date', (text) => {
    expect(parseOfacDate(text)).toBeUndefined();
  });

  test('returns only partial dates', () => {
    const word = fc.constantFrom('circa', 'to', '-', 'Feb', 'Dec', '30', '31', '1948', '1950', '0');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const date = parseOfacDate(words.join(' '));
        return date === undefined || isPartialDate(date);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseUkDate', () => {
  test.each([
    ['07/10/1952', '1952-10-07'],
    ['7/1/1952', '1952-01-07'],
    ['00/10/1952', '1952-10'],
    ['00/00/1975', '1975'],
    ['dd/mm/1975', '1975'],
    ['dd/05/1975', '1975-05'],
    ['31/02/1975', '1975-02'],
    ['1975', '1975'],
    ['circa 1975', '1975~'],
    ['00/00/0000', undefined],
    ['07-10-1952', '1952-10-07'],
    ['16.07.1968', '1968-07-16'],
    ['03/1971', '1971-03'],
    ['07/16/1968', '1968-07-16'],
    ['1968/07/16', '1968-07-16'],
    ['19680716', '1968-07-16'],
    ['16-07-68', undefined],
    ['07.10/1952', undefined],
    ['', undefined],
  ])('%s is %s', (text, date) => {
    expect(parseUkDate(text)).toBe(date);
  });
});

test('parts of a date become the most exact date that exists', () => {
  expect(dateOfParts('1951', '6', '19')).toBe('1951-06-19');
  expect(dateOfParts('1951', '6')).toBe('1951-06');
  expect(dateOfParts('1951', '', '19')).toBe('1951');
  expect(dateOfParts('1951', '13', '1')).toBe('1951');
  expect(dateOfParts('51')).toBeUndefined();
  expect(dateOfParts('1951/1953')).toBeUndefined();
});

test('ISO dates lose their time, and no other form is read as an ISO date', () => {
  expect(parseIsoDate('1951-06-19T00:00:00Z')).toBe('1951-06-19');
  expect(parseIsoDate('1951-06')).toBe('1951-06');
  expect(parseIsoDate('1951~')).toBeUndefined();
  expect(parseIsoDate('1951/1953')).toBeUndefined();
});

test('a range of one year is that year, and a reversed range gives no date', () => {
  expect(yearRange('1951', ' 1953')).toBe('1951/1953');
  expect(yearRange('1951', '1951')).toBe('1951');
  expect(yearRange('1953', '1951')).toBeUndefined();
  expect(yearRange('1953', '')).toBeUndefined();
});

test.each(Object.entries(samples).filter(([, { misdated }]) => misdated !== undefined))(
  '%s: a date that cannot be read is reported, and the entry listed without it',
  async (format, { misdated }) => {
    const { entries, rejections, omissions } = await importAll(importFormats[format]!, misdated!);
    expect(entries).toMatchObject([{ name: 'Ada Obi', dobs: ['1950'] }]);
    expect([rejections, omissions]).toEqual([
      [],
      [{ file: 'main', line: expect.any(Number), reason: expect.stringContaining('"in 1951?"') }],
    ]);
  },
);
