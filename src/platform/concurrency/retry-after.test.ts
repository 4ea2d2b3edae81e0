import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryAfterMs } from './back-off.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';

const START_MS = Date.parse('2026-11-21T09:40:00Z');

describe('retryAfterMs', () => {
  test('never throws, and returns a positive time or none', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'0123456789 ,:-+GMTSunJaeDc.'), maxLength: 40 }),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(
        fc.option(text, { nil: undefined }),
        fc.integer({ min: 0, max: 9e15 }),
        (value, nowMs) => {
          const waitMs = retryAfterMs(value, nowMs);
          if (waitMs === undefined) return;
          expect(Number.isFinite(waitMs)).toBe(true);
          expect(waitMs).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['120', 120_000],
    [' 7 ', 7000],
    ['0', undefined],
    ['Sat, 21 Nov 2026 09:41:30 GMT', 90_000],
    // The three forms of RFC 9110, 5.6.7; only old servers send two of them.
    ['Saturday, 21-Nov-26 09:41:30 GMT', undefined],
    ['Sat Nov 21 09:41:30 2026', undefined],
    ['Sat, 21 Nov 2026 09:39:59 GMT', undefined],
    ['Sat, 21 Nov 2026', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1, 2', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, waitMs) => {
    expect(retryAfterMs(value, START_MS)).toBe(waitMs);
  });
});
