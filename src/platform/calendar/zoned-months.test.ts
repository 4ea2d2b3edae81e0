import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfMonth,
  lastEndedMonth,
  monthBefore,
  monthOf,
  nextMonth,
  startOfMonth,
  withZone,
  withZoneFrom,
  zonedMonth,
  zoneOfMonth,
  type Zones,
} from './zoned-months.ts';

const NAMES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const HOUR = 3_600_000;

function lagosFrom(month: string): Zones {
  return withZoneFrom([], month, 'Africa/Lagos');
}

describe('a month', () => {
  test('is a month of UTC without a change', () => {
    expect(zonedMonth([], '2026-12')).toEqual({
      month: '2026-12',
      timeZone: 'UTC',
      startsAt: '2026-12-01T00:00:00.000Z',
      endsAt: '2027-01-01T00:00:00.000Z',
    });
    expect(monthOf([], new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  });

  test.each([
    // The month begins where the previous month ended, and ends in its own zone.
    ['Africa/Lagos', '2026-12', '2026-12-01T00:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['Africa/Lagos', '2027-01', '2026-12-31T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
    ['Asia/Kolkata', '2027-01', '2026-12-31T18:30:00.000Z', '2027-01-31T18:30:00.000Z'],
    ['Asia/Kathmandu', '2027-01', '2026-12-31T18:15:00.000Z', '2027-01-31T18:15:00.000Z'],
    ['America/New_York', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    // Clocks change on 14 March and on 7 November.
    ['America/New_York', '2027-03', '2027-03-01T05:00:00.000Z', '2027-04-01T04:00:00.000Z'],
    ['America/New_York', '2027-11', '2027-11-01T04:00:00.000Z', '2027-12-01T05:00:00.000Z'],
  ])('of %s, %s, begins at %s and ends at %s', (timeZone, month, startsAt, endsAt) => {
    const zones = withZoneFrom([], '2026-12', timeZone);
    expect(zonedMonth(zones, month)).toEqual({ month, timeZone, startsAt, endsAt });
  });

  test('begins at the first of two midnights', () => {
    // In Havana clocks go from 1:00 back to 0:00 on Sunday, 1 November 2026.
    const zones = withZoneFrom([], '2026-01', 'America/Havana');
    expect(startOfMonth(zones, '2026-11').toISOString()).toBe('2026-11-01T04:00:00.000Z');
  });
});

describe('a change', () => {
  test('applies from the next month on', () => {
    const zones = withZone([], new Date('2026-11-15T12:00:00Z'), 'Africa/Lagos');
    expect(zones).toEqual(lagosFrom('2026-12'));
    expect(zoneOfMonth(zones, '2026-11')).toBe('UTC');
  });

  test('in the last hour of a month applies from the month after the next', () => {
    const [before, within] = [new Date('2026-11-30T22:59:59.999Z'), new Date('2026-11-30T23:00Z')];
    expect(withZone([], before, 'Africa/Lagos')).toEqual(lagosFrom('2026-12'));
    expect(withZone([], within, 'Africa/Lagos')).toEqual(lagosFrom('2027-01'));
  });

  test('replaces an earlier change that has not begun', () => {
    const zones = lagosFrom('2026-12');
    const now = new Date('2026-11-20T00:00Z');
    expect(withZone(zones, now, 'Asia/Kolkata')).toEqual(
      withZoneFrom([], '2026-12', 'Asia/Kolkata'),
    );
    expect(withZone(zones, now, 'UTC')).toEqual([]);
    expect(withZone(zones, now, 'Africa/Lagos')).toEqual(zones);
  });

  test('keeps an earlier change that begins within an hour', () => {
    const zones = lagosFrom('2026-12');
    expect(withZone(zones, new Date('2026-11-30T23:30Z'), 'UTC')).toEqual([
      ...zones,
      { month: '2027-01', startsAt: '2026-12-31T23:00:00.000Z', timeZone: 'UTC' },
    ]);
  });
});

/** Changes in the order in which they were requested. */
const histories = fc
  .record({
    from: fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    }),
    first: fc.option(fc.constantFrom(...NAMES)),
    steps: fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 70 * 24 * HOUR }),
        name: fc.constantFrom(...NAMES),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ from, first, steps }) => {
    let ms = from.getTime();
    let zones: Zones = first === null ? [] : withZoneFrom([], monthOf([], from), first);
    const states = [zones];
    for (const { afterMs, name } of steps) {
      ms += afterMs;
      zones = withZone(zones, new Date(ms), name);
      states.push(zones);
    }
    return { from, ms, zones, states };
  });

test('months follow each other without a gap and without an overlap, whatever the changes', () => {
  fc.assert(
    fc.property(histories, ({ from, ms, zones }) => {
      const last = nextMonth(nextMonth(nextMonth(monthOf(zones, new Date(ms)))));
      for (let month = monthBefore(monthOf([], from)); month <= last; month = nextMonth(month)) {
        const [start, end] = [startOfMonth(zones, month), endOfMonth(zones, month)];
        const days = (end.getTime() - start.getTime()) / (24 * HOUR);
        expect(days).toBeGreaterThan(26);
        expect(days).toBeLessThan(33);
        expect(startOfMonth(zones, nextMonth(month))).toEqual(end);
        expect(monthOf(zones, start)).toBe(month);
        expect(monthOf(zones, new Date(end.getTime() - 1))).toBe(month);
        expect(lastEndedMonth(zones, end)).toBe(month);
      }
    }),
    { numRuns: 60 },
  );
});

test('a change never moves a time before the next hour to another month', () => {
  fc.assert(
    fc.property(
      histories,
      fc.constantFrom(...NAMES),
      fc.integer({ min: -400 * 24 * HOUR, max: HOUR }),
      ({ ms, zones }, name, byMs) => {
        const after = withZone(zones, new Date(ms), name);
        const at = new Date(ms + byMs);
        expect(monthOf(after, at)).toBe(monthOf(zones, at));
        const [now, running] = [new Date(ms), monthOf(zones, new Date(ms))];
        expect(endOfMonth(after, running)).toEqual(endOfMonth(zones, running));
        expect(monthOf(after, now)).toBe(running);
      },
    ),
    { numRuns: 300 },
  );
});
