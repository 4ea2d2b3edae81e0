import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryLabels } from '../../labels/pep.ts';
import { TOPICS } from '../../labels/topics.ts';
import { buildSegment } from '../segment.ts';

const anyLabels: fc.Arbitrary<EntryLabels | null> = fc.option(
  fc.record(
    {
      topics: fc.subarray([...TOPICS]),
      programs: fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })),
      publisherIds: fc.array(fc.constantFrom('ofac:7', 'un:QDi.006')),
      pep: fc.constant({ classes: ['relative' as const], of: [{ name: 'Ada', relation: null }] }),
    },
    { requiredKeys: [] },
  ),
);

test('the labels of entries are read back, together with facts and names', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLabels, fc.boolean()), { minLength: 1 }), (entries) => {
      const segment = buildSegment(
        entries.map(([labels, hasFacts], i) => ({
          id: `plain ${i}`,
          name: `Ada Number${i}`,
          aliases: [
            { name: `Eze Number${i}`, quality: 'weak' as const },
            { name: `Obi Number${i}`, quality: 'strong' as const },
          ],
          dobs: ['1970-01-02'],
          countries: ['NG'],
          entityType: 'person',
          facts: hasFacts ? { gender: 'female' as const } : null,
          labels,
        })),
      );
      for (const [i, [labels, hasFacts]] of entries.entries()) {
        expect(segment.labelsOf(i)).toEqual({
          topics: [],
          programs: [],
          publisherIds: [],
          ...labels,
        });
        expect(segment.factsOf(i).gender).toBe(hasFacts ? 'female' : undefined);
        expect(segment.entry(i)).toMatchObject({ name: `Ada Number${i}`, dobs: ['1970-01-02'] });
        expect(segment.qualitiesOf(i, 3)).toEqual(['strong', 'weak', 'strong']);
        const [, end] = segment.namesOf(i);
        expect(segment.name(end - 1, i).text).toBe(`Obi Number${i}`);
      }
    }),
    { numRuns: 50 },
  );
});
