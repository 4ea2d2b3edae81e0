import { describe, expect, test } from 'vitest';
import { buildInWorker, buildSegment, segmentFromBuffer } from '../index.ts';

const ENTRIES = Array.from({ length: 2000 }, (_, i) => ({
  id: `e${i}`,
  name: `Name ${i}`,
  aliases: [],
  dobs: [],
  countries: [],
  entityType: 'person',
  ...(i % 2 === 0 && {
    identifiers: { passport: `P-${100_000 + i}`, 'passport:EG_2': `shared ${i % 10}00` },
  }),
}));

describe('the identifiers of a segment', () => {
  test.each([
    ['on this thread', async () => buildSegment(ENTRIES)],
    [
      'on threads',
      () =>
        buildInWorker(
          (async function* () {
            yield ENTRIES;
          })(),
        ),
    ],
  ])('are found by value, and by entry, when the segment was built %s', async (_where, build) => {
    const { identifiers } = segmentFromBuffer((await build()).buffer);
    for (let i = 0; i < ENTRIES.length; i += 2) {
      expect(identifiers.entriesWith(`P${100_000 + i}`)).toEqual([i]);
      expect(identifiers.of(i)).toEqual([
        { kind: 'passport', value: `P${100_000 + i}`, country: null },
        { kind: 'passport', value: `SHARED${i % 10}00`, country: 'EG' },
      ]);
      expect(identifiers.of(i + 1)).toEqual([]);
    }
    expect(identifiers.entriesWith('SHARED400')).toEqual(
      Array.from({ length: 200 }, (_, i) => 10 * i + 4),
    );
    expect(identifiers.entriesWith('P1')).toEqual([]);
    expect(buildSegment([]).identifiers.entriesWith('P100000')).toEqual([]);
  });
});
