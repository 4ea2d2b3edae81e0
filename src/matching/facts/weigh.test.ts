import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvidence, canonicalise, scoreNames } from '../../names/index.ts';
import { compareFacts, factsIn, prepareFacts, type EntryFacts } from './compare.ts';
import { readPlace } from './places.ts';
import { FACTS, mostUpOf, RAISED_FROM, STANDARD, type Fact, type Relation } from './profile.ts';
import type { AskedFacts } from './schemas.ts';
import { weighFacts } from './weigh.ts';

function named(score: number) {
  const explanation = { tokens: [], unmatchedQuery: [], unmatchedCandidate: [], penalties: [] };
  return { score, explanation };
}

const anyFact = fc
  .constantFrom(...FACTS)
  .chain((fact) =>
    fc
      .constantFrom(...(Object.keys(STANDARD.weights[fact]) as Relation[]))
      .map((relation) => ({ fact, relation })),
  );
const anyFacts = fc.uniqueArray(anyFact, { selector: ({ fact }) => fact });
const anyScore = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

describe('weighed facts', () => {
  test('change a score by no more than the profile allows, to a value from 0 to 100', () => {
    fc.assert(
      fc.property(anyScore, anyFacts, (score, facts) => {
        const { score: weighed } = weighFacts(named(score), facts, STANDARD);
        const up = Math.max(...facts.map(({ fact }) => mostUpOf(STANDARD, [fact])), 0);
        expect(weighed).toBeGreaterThanOrEqual(Math.max(0, score - STANDARD.mostDown) - 0.005);
        expect(weighed).toBeLessThanOrEqual(Math.min(100, score + STANDARD.mostUp) + 0.005);
        if (score < RAISED_FROM || up === 0) expect(weighed).toBeLessThanOrEqual(score + 0.005);
      }),
    );
  });

  test('never give a lower score for one more fact that agrees', () => {
    fc.assert(
      fc.property(anyScore, anyFacts, fc.constantFrom(...FACTS), (score, facts, fact) => {
        const others = facts.filter((one) => one.fact !== fact);
        const more = [...others, { fact, relation: 'same' as const }];
        const without = weighFacts(named(score), others, STANDARD).score;
        expect(weighFacts(named(score), more, STANDARD).score).toBeGreaterThanOrEqual(without);
      }),
    );
  });

  test('never score a contradicting fact above an agreeing one, or a worse name above a better one', () => {
    fc.assert(
      fc.property(anyScore, anyScore, anyFacts, fc.constantFrom(...FACTS), (a, b, facts, fact) => {
        const others = facts.filter((one) => one.fact !== fact);
        const at = (score: number, relation: Relation): number =>
          weighFacts(named(score), [...others, { fact, relation }], STANDARD).score;
        expect(at(a, 'different')).toBeLessThanOrEqual(at(a, 'same'));
        expect(at(Math.min(a, b), 'same')).toBeLessThanOrEqual(at(Math.max(a, b), 'same'));
      }),
    );
  });

  test('share the lower bound with weak aliases, so that an equal name stays at 85', () => {
    const exact = scoreNames(canonicalise('Jane Doe'), canonicalise('Jane Doe'));
    const weak = applyEvidence(exact, { candidateQuality: 'weak' });
    const facts = FACTS.map((fact) => ({ fact, relation: 'different' as const }));
    const { score, explanation } = weighFacts(weak, facts, STANDARD);
    expect(score).toBe(85);
    expect(explanation.facts).toMatchObject({ profile: 'standard', version: 1, points: -9 });
    expect(explanation.facts!.compared.map(({ points }) => points)).toEqual([
      -10, -6, -8, -3, -4, -1,
    ]);
  });

  test('leave a score and its explanation unchanged if there are no facts', () => {
    const exact = named(91);
    expect(weighFacts(exact, [], STANDARD)).toEqual(exact);
  });
});

const ENTRY: EntryFacts = {
  type: 'person',
  gender: 'male',
  birthPlaces: [readPlace('Giza, Egypt'), readPlace('Kaziba, Congo, Democratic Republic of the')],
  addresses: [readPlace('Ibex House, The Minories, London EC3N 1DY, United Kingdom')],
};
const LISTED = { dobs: ['1970-05-01', '1972'], countries: ['EG', 'CD'] };

describe('the comparison of facts', () => {
  const relations = (asked: AskedFacts): [Fact, Relation][] =>
    compareFacts(prepareFacts(asked), ENTRY, LISTED).map(({ fact, relation }) => [fact, relation]);

  test.each<[AskedFacts, Fact, Relation | undefined]>([
    [{ type: 'person' }, 'type', 'same'],
    [{ type: 'vessel' }, 'type', 'different'],
    [{ gender: 'male' }, 'gender', 'same'],
    [{ gender: 'female' }, 'gender', 'different'],
    [{ birthDate: '1970-05-01' }, 'birthDate', 'same'],
    [{ birthDate: '1970' }, 'birthDate', 'compatible'],
    [{ birthDate: '1970-05' }, 'birthDate', 'compatible'],
    [{ birthDate: '1970-01-05' }, 'birthDate', 'swapped'],
    [{ birthDate: '1973' }, 'birthDate', 'near'],
    [{ birthDate: '1950' }, 'birthDate', 'different'],
    [{ birthPlace: 'Al Giza' }, 'birthPlace', 'same'],
    [{ birthPlace: 'KAZIBA, DR Congo' }, 'birthPlace', 'same'],
    [{ birthPlace: 'Egypt' }, 'birthPlace', undefined],
    [{ birthPlace: 'Giza, Nigeria' }, 'birthPlace', 'different'],
    [{ birthPlace: 'Lagos' }, 'birthPlace', undefined],
    [{ nationality: ['CD', 'US'] }, 'nationality', 'same'],
    [{ nationality: ['US'] }, 'nationality', 'different'],
    [{ addresses: ['Minories, Ibex House, London, GB'] }, 'address', 'same'],
    [{ addresses: ['London, United Kingdom'] }, 'address', undefined],
    [{ addresses: ['Broad Street 1, Lagos, Nigeria'] }, 'address', 'different'],
  ])('%j against the entry is %s: %s', (asked, fact, relation) => {
    expect(factsIn(asked)).toEqual([fact]);
    expect(relations(asked)).toEqual(relation ? [[fact, relation]] : []);
  });

  test('a fact that the entry lacks neither agrees nor contradicts', () => {
    const nothing = { type: 'unknown', gender: undefined, birthPlaces: [], addresses: [] } as const;
    const asked: AskedFacts = {
      type: 'person',
      gender: 'male',
      birthDate: '1970',
      birthPlace: 'Giza',
      nationality: ['EG'],
      addresses: ['London'],
    };
    expect(compareFacts(prepareFacts(asked), nothing, { dobs: [], countries: [] })).toEqual([]);
  });
});
