import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCalendarDate, parseTimestamp } from './iso-time.ts';
import { patternOfFormat } from '../http/validate.ts';

describe('a calendar date', () => {
  test.each([
    '2026-11-21',
    '2024-02-29',
    '2000-02-29',
    '0001-01-01',
    '0099-12-31',
    '9999-12-31',
    '2026-01-31',
    '2026-04-30',
  ])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '12026-01-01',
    '-2026-01-01',
    '+002026-01-01',
    '2026/01/01',
    '20260101',
    '2026-W01-1',
    '2026-001',
    '2026-01',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '２０２６-01-01',
    '',
  ])('%j does not', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('a timestamp', () => {
  // contract: deliveries/times-queries-bodies
  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T09:40Z', '2026-11-21T09:40:00.000Z'],
    ['2026-11-21T09:40:30Z', '2026-11-21T09:40:30.000Z'],
    ['2026-11-21T09:40:30.5Z', '2026-11-21T09:40:30.500Z'],
    ['2026-11-21T09:40:30.123Z', '2026-11-21T09:40:30.123Z'],
    ['2026-11-21T09:40:30.123456789Z', '2026-11-21T09:40:30.123Z'],
    ['2026-11-21T00:00:00+01:00', '2026-11-20T23:00:00.000Z'],
    ['2026-11-21T23:59:59-05:30', '2026-11-22T05:29:59.000Z'],
    ['2026-11-21T09:40+00:00', '2026-11-21T09:40:00.000Z'],
    ['2026-11-21T09:40-00:00', '2026-11-21T09:40:00.000Z'],
    ['2026-11-21T09:40+23:59', '2026-11-20T09:41:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, time) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(time);
  });

  // contract: deliveries/times-queries-bodies
  test.each([
    // Without an offset, the time would depend on the server's location.
    '2026-11-21T09:40:00',
    '2026-11-21T09:40',
    '2026-11-21T24:00:00Z',
    '2026-11-21T23:60:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T9:40:00Z',
    '2026-11-21T09:40:00.Z',
    '2026-11-21T09:40:00.1234567890Z',
    '2026-11-21T09:40:00,5Z',
    '2026-11-21T09:40:00z',
    '2026-11-21t09:40:00Z',
    '2026-11-21 09:40:00Z',
    '2026-11-21T09:40:00 Z',
    '2026-11-21T09:40:00+24:00',
    '2026-11-21T09:40:00+01:60',
    '2026-11-21T09:40:00+0100',
    '2026-11-21T09:40:00+01',
    '2026-11-21T09Z',
    '2026-11-21T',
    '2026-11-21Z',
    '2026-02-30T00:00:00Z',
    '0000-12-31T23:00:00-02:00',
    // These times are outside the years 1 to 9999 after conversion to UTC.
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '1795282411',
    'Sat, 21 Nov 2026 09:40:00 GMT',
    'yesterday',
    '2026-11-21T09:40:00Z\n',
    '',
  ])('%j is not a timestamp', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('the output of toISOString is read as the same time, in the years 1 to 9999', () => {
    const time = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, (date) => {
        expect(parseTimestamp(date.toISOString())?.getTime()).toBe(date.getTime());
        expect(isCalendarDate(date.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });

  test('arbitrary text causes no error and gives no invalid date', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/),
    );
    fc.assert(
      fc.property(text, (value) => {
        const time = parseTimestamp(value);
        expect(time === undefined || !Number.isNaN(time.getTime())).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

test('the published expression of ISO 8601 matches exactly the days and times that exist', () => {
  const published = new RegExp(patternOfFormat('iso-8601')!);
  const number = (max: number, width: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(width, '0'));
  const years = fc.oneof(number(9999, 4), fc.constantFrom('0000', '0004', '1900', '2000', '2024'));
  const days = fc.oneof(number(33, 2), fc.constantFrom('28', '29', '30', '31'));
  const time = fc
    .tuple(number(25, 2), number(61, 2), fc.constantFrom('', ':07', ':60', ':07.123456789'))
    .map(([hour, minute, rest]) => `T${hour}:${minute}${rest}`);
  const clock = fc.oneof(
    fc.constant(''),
    fc.tuple(time, fc.constantFrom('Z', '+00:00', '')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(years, number(13, 2), days, clock, (year, month, day, rest) => {
      const text = `${year}-${month}-${day}${rest}`;
      expect([text, published.test(text)]).toEqual([text, parseTimestamp(text) !== undefined]);
    }),
    { numRuns: 5000 },
  );
});
