import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENTITY_TYPES, GENDERS } from '../../facts/listed.ts';
import type { ListedFacts } from '../../facts/schemas.ts';
import { readPlace } from '../../facts/places.ts';
import { buildSegment } from '../segment.ts';

const anyTexts = fc.array(
  fc.constantFrom('Giza, Egypt', 'Lagos', 'Île-de-France, France', '北京'),
  {
    minLength: 1,
  },
);
const anyFacts: fc.Arbitrary<ListedFacts | null> = fc.option(
  fc.record(
    { gender: fc.constantFrom(...GENDERS), birthPlaces: anyTexts, addresses: anyTexts },
    { requiredKeys: [] },
  ),
);

test('the facts of entries are read back in the compared form, together with names and dates', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...ENTITY_TYPES), anyFacts), { minLength: 1 }),
      (entries) => {
        const segment = buildSegment(
          entries.map(([entityType, facts], i) => ({
            id: i % 2 === 0 ? `plain ${i}` : 'ent_00000000000000000000000000',
            name: `Ada Number${i}`,
            aliases: [{ name: `Eze Number${i}`, quality: 'weak' as const }],
            dobs: ['1970-01-02', '1971'],
            countries: ['NG'],
            entityType,
            facts,
          })),
        );
        for (const [i, [type, facts]] of entries.entries()) {
          expect(segment.factsOf(i)).toEqual({
            type,
            gender: facts?.gender,
            birthPlaces: (facts?.birthPlaces ?? []).map(readPlace),
            addresses: (facts?.addresses ?? []).map(readPlace),
          });
          expect(segment.entry(i)).toMatchObject({
            name: `Ada Number${i}`,
            dobs: ['1970-01-02', '1971'],
            countries: ['NG'],
          });
          const [, end] = segment.namesOf(i);
          expect(segment.name(end - 1, i)).toMatchObject({
            text: `Eze Number${i}`,
            quality: 'weak',
          });
        }
      },
    ),
    { numRuns: 30 },
  );
});
