import { describe, expect, it } from 'vitest';
import { applyEvidence, canonicalise, compareDates, scoreNames } from './index.ts';

const name = (a: string, b: string) => scoreNames(canonicalise(a), canonicalise(b));

describe('compareDates', () => {
  it.each([
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
  ] as const)('%s and %j: %s', (query, candidates, relation) => {
    expect(compareDates(query, [...candidates])?.relation).toBe(relation);
  });

  it('has no opinion on what is no date', () => {
    expect(compareDates('yesterday', ['1970'])).toBeUndefined();
    expect(compareDates('1970-02-30', ['1970'])).toBeUndefined();
    expect(compareDates('1970', ['1975/1970', ''])).toBeUndefined();
  });
});

describe('applyEvidence', () => {
  const exact = name('John Smith', 'John Smith');

  it('a different date takes an exact name below block, never below the default threshold', () => {
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

  it('agreement adds nothing, so a date of birth alone makes no match', () => {
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

  it('what is missing on one side says nothing', () => {
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
});
