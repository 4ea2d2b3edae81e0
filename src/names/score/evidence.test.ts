import { describe, expect, test } from 'vitest';
import {
  applyContradiction,
  applyEvidence,
  canonicalise,
  compareDates,
  compareStatedDates,
  scoreNames,
} from '../index.ts';

function name(a: string, b: string) {
  return scoreNames(canonicalise(a), canonicalise(b));
}

describe('compareDates', () => {
  test.each([
    ['1970-05-01', ['1970-05-01'], 'exact'],
    ['1970-05-01', ['1970'], 'compatible'],
    ['1970', ['1970'], 'compatible'],
    ['1970-05', ['1970-05-31'], 'compatible'],
    ['1970-05-01', ['1970-05'], 'compatible'],
    ['1970-05-01', ['1972~'], 'compatible'],
    ['1970-05-01', ['1974~'], 'different'],
    ['1970-05-01', ['1968/1971'], 'compatible'],
    ['1970-05-01', ['1971'], 'near'],
    ['1970-05-01', ['1971-05-01'], 'near'],
    ['1970-05-01', ['1970-05-09'], 'near'],
    ['1970-05-01', ['1970-01-05'], 'swapped'],
    ['1970-05-01', ['1980-05-01'], 'different'],
    ['1970-05-01', ['1980-05-01', '1970'], 'compatible'],
    ['1970-12-01', ['1971-01-01'], 'different'],
    ['1970-12-31', ['1971-01-01'], 'near'],
    ['1970-02-28', ['1970-03-01'], 'near'],
    ['1970-05-31', ['1971-05-30'], 'different'],
    ['1967-05-01', ['1976-05-01'], 'near'],
    ['1967-05-01', ['1976-05-02'], 'different'],
    ['1970-05-01', ['1970-11-30'], 'different'],
    ['1970-05-01', ['1970-06'], 'near'],
    ['1970-05-01', ['1970-09'], 'near'],
    ['1970-05-01', ['1975-09'], 'different'],
    ['1970-05', ['1970-05'], 'compatible'],
    ['1970-05-01', ['1972~', '1970-05-01'], 'exact'],
    ['1970-05-01', ['1973~'], 'different'],
    ['1970-05-01', ['1970-06-01~'], 'compatible'],
    ['1970-05-01', ['1971/1975'], 'near'],
    ['1970-05-01', ['1972/1975'], 'different'],
    ['1970-05-01', ['1970-04/1970-06'], 'compatible'],
    ['1970-05-01', ['1968~/1969~'], 'compatible'],
    ['1971-05-01', ['1970-01-05', '1971'], 'compatible'],
    ['1970-05-05', ['1970-05-05'], 'exact'],
    ['1971-05-01', ['1970-01-05'], 'different'],
  ] as const)('%s and %j: %s', (query, candidates, relation) => {
    expect(compareDates(query, [...candidates])?.relation).toBe(relation);
  });

  test('ignores texts that are not dates', () => {
    expect(compareDates('yesterday', ['1970'])).toBeUndefined();
    expect(compareDates('1970-02-30', ['1970'])).toBeUndefined();
    expect(compareDates('1970', ['1975/1970', ''])).toBeUndefined();
    expect(compareDates('1970-05-01', ['70-05-01', '70'])).toBeUndefined();
  });

  test('is symmetric', () => {
    const dates = [
      '1970-05-01',
      '1970-01-05',
      '1971-05-01',
      '1970',
      '1970-05',
      '1971~',
      '1968/1972',
    ];
    for (const a of dates)
      for (const b of dates)
        expect(compareDates(a, [b])?.relation).toBe(compareDates(b, [a])?.relation);
  });
});

describe('applyEvidence', () => {
  const exact = name('John Smith', 'John Smith');

  test('keeps an exact name with a different date a hit, but below 95', () => {
    const { score, explanation } = applyEvidence(exact, {
      queryDob: '1970-05-01',
      candidateDobs: ['1950-01-02'],
      queryCountry: 'NG',
      candidateCountries: ['RU'],
    });
    expect(score).toBeGreaterThanOrEqual(85);
    expect(score).toBeLessThan(95);
    expect(explanation.penalties.map((penalty) => penalty.reason)).toEqual([
      'dob_different',
      'country_different',
    ]);
    expect(
      applyEvidence(exact, {
        queryDob: '1970-05-01',
        candidateDobs: ['1950-01-02'],
        candidateCountries: [],
      }).score,
    ).toBeLessThan(95);
  });

  test('adds no points for agreement, so that a date of birth alone makes no match', () => {
    const low = name('John Smith', 'Peter Jones');
    const result = applyEvidence(low, {
      queryDob: '1970-05-01',
      candidateDobs: ['1970-05-01'],
      queryCountry: 'ng',
      candidateCountries: ['NG'],
    });
    expect(result.score).toBe(low.score);
    expect(result.explanation.dob?.relation).toBe('exact');
    expect(result.explanation.country?.relation).toBe('same');
  });

  test('deducts 12 points for a contradicting number, and at most 15 with other facts', () => {
    const plain = applyEvidence(exact, {});
    expect(applyContradiction(plain)).toEqual({
      score: 88,
      explanation: {
        ...plain.explanation,
        penalties: [{ reason: 'identifier_different', points: 12 }],
      },
    });
    const dated = { queryDob: '1970-05-01', candidateDobs: ['1950'] };
    const all = { ...dated, queryCountry: 'NG', candidateCountries: ['RU'] };
    expect(applyContradiction(applyEvidence(exact, dated)).score).toBe(85);
    expect(applyContradiction(applyEvidence(exact, all)).score).toBe(85);
    const most = applyEvidence(exact, { ...all, candidateQuality: 'weak' });
    expect(applyContradiction(most)).toEqual(most);
    // The deductions for facts leave fewer points for the number to deduct.
    expect(applyContradiction(plain, 15)).toEqual(plain);
    expect(applyContradiction(plain, 10).score).toBe(95);
    const spelt = applyEvidence(name('Jon Smyth', 'John Smith'), {});
    expect(applyContradiction(spelt).score).toBeCloseTo(spelt.score - 12, 6);
  });

  test('ignores a fact that one side lacks', () => {
    expect(
      applyEvidence(exact, { candidateDobs: ['1970'], candidateCountries: ['RU'] }).score,
    ).toBe(100);
    expect(
      applyEvidence(exact, {
        queryDob: '1970',
        candidateDobs: [],
        queryCountry: 'NG',
        candidateCountries: [],
      }).score,
    ).toBe(100);
  });

  test.each([
    ['Владимир Путин', 'Vladimir Putin'],
    ['王晨', 'Chen WANG'],
    ['Chen WANG', '王晨'],
  ])('keeps a name that agrees only by transliteration below 95: %s, %s', (a, b) => {
    const alone = applyEvidence(name(a, b), {});
    expect(name(a, b).score).toBeGreaterThan(95);
    expect(alone.score).toBe(94.9);
    expect(alone.explanation.penalties.at(-1)?.reason).toBe('transliteration_only');
    for (const fact of [
      { isSupported: true },
      { queryDob: '1970-05-01', candidateDobs: ['1970'] },
      { queryCountry: 'RU', candidateCountries: ['RU'] },
    ])
      expect(applyEvidence(name(a, b), fact).score).toBe(name(a, b).score);
    const another = applyEvidence(name(a, b), { queryDob: '1970', candidateDobs: ['1990'] });
    expect(another.score).toBeLessThan(94.9);
  });

  test('does not treat a word in one script on both sides, or an equal name, as transliteration', () => {
    for (const [a, b] of [
      ['王晨', '王晨'],
      // The table has the vowels of one name.
      ['حسن', 'الحسن'],
      ['Владимир Putin', 'Vladimir Putin'],
      ['A B', 'A B'],
    ] as const)
      expect(applyEvidence(name(a, b), {}).score).toBe(name(a, b).score);
  });

  test('deducts points for a weak alias: an exact one is for review, and stays a hit', () => {
    const weak = applyEvidence(exact, { candidateQuality: 'weak' });
    expect(weak.score).toBe(94);
    expect(weak.explanation.penalties).toEqual([{ reason: 'weak_alias', points: 6 }]);
    expect(weak.explanation.tokens).toEqual(exact.explanation.tokens);
    expect(applyEvidence(exact, { candidateQuality: 'strong' }).score).toBe(100);
    const all = applyEvidence(exact, {
      candidateQuality: 'weak',
      queryDob: '1970-05-01',
      candidateDobs: ['1950'],
      queryCountry: 'NG',
      candidateCountries: ['RU'],
    });
    expect(all.score).toBe(85);
    expect(all.explanation.penalties.map(({ points }) => points)).toEqual([6, 8, 1]);
  });
});

describe('compareStatedDates', () => {
  test.each([
    ['1900-01-01', ['1962-11-23'], undefined],
    ['1962-11-23', ['1900-01-01'], undefined],
    ['1962-01-01', ['1962-11-23'], 'compatible'],
    ['1962-11-23', ['1962-01-01'], 'compatible'],
    ['1962-01-01', ['1962-01-01'], 'exact'],
    ['1963-01-01', ['1962-11-23'], 'near'],
    ['1750-03-01', ['1962-11-23'], undefined],
    ['1962-11-23', ['1952-11-23'], 'near'],
    ['1962-11-23', ['1931-03-04'], 'different'],
    ['1961-01-01', ['1960-01-01'], 'near'],
    ['1980-01-01', ['1960-01-01'], 'near'],
    ['1976-01-01', ['1967-01-01'], 'near'],
    ['1980-05-03', ['1960-01-01'], 'different'],
    ['1970-01-01', ['1955-03-04'], undefined],
    ['1955-03-04', ['1970-01-01'], 'different'],
    ['1970-01-01', ['1970-01-01'], 'exact'],
    ['1970-01-01', ['1970-06-12'], 'compatible'],
  ] as const)('%s and %j: %s', (query, candidates, relation) => {
    expect(compareStatedDates(query, [...candidates])?.relation).toBe(relation);
  });
});
