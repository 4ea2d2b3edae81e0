import { describe, expect, test } from 'vitest';
import { applyEvidence, canonicalise, scoreAcronym } from '../index.ts';

const AS_ORGANIZATION = { entity: 'organization' } as const;

function scored(query: string, full: string) {
  return scoreAcronym(canonicalise(query), canonicalise(full, AS_ORGANIZATION));
}

describe('an acronym', () => {
  test.each([
    ['NIOC', 'National Iranian Oil Company'],
    ['nioc ltd', 'National Iranian Oil Company'],
    ['N.I.O.C.', 'National Iranian Oil Company'],
    ['IRISL', 'Islamic Republic of Iran Shipping Lines'],
    ['KOMID', 'Korea Omnibus Mining Industrial Development LLC'],
    ['НИОК', 'Национальная Иранская Объединенная Компания'],
  ])('%s matches %s', (acronym, full) => {
    const { tokens, penalties } = scored(acronym, full)!.explanation;
    expect(tokens).toEqual([
      expect.objectContaining({
        query: canonicalise(acronym).canonical.replace(' ltd', '').replaceAll(' ', ''),
        candidate: canonicalise(full, AS_ORGANIZATION).canonical,
        match: 'acronym',
      }),
    ]);
    expect(penalties).toEqual([]);
  });

  test.each([
    ['a letter is another one', 'NIOK', 'National Iranian Oil Company'],
    ['there are fewer than four letters', 'ZAG', 'Zarvan Aviation Group'],
    ['there is another word', 'NIOC Trading', 'National Iranian Oil Company'],
    ['the full name has a number', 'FPAR', 'Fund Pension Africa Retail 7'],
    ['it is asked for by the full name', 'National Iranian Oil Company', 'NIOC'],
    ['it is in another script', 'NIOK', 'Национальная Иранская Объединенная Компания'],
    ['the name is empty', '', ''],
  ])('does not match if %s', (_why, acronym, full) => {
    expect(scored(acronym, full)).toBeUndefined();
  });

  test('alone scores 75, and 92 if a country, a date or another fact agrees', () => {
    const exact = scored('NIOC', 'National Iranian Oil Company')!;
    const weighed = (more: object) => {
      const { score, explanation } = applyEvidence(exact, { candidateQuality: 'acronym', ...more });
      return [score, explanation.penalties.map(({ reason, points }) => [reason, points])];
    };
    expect(weighed({})).toEqual([75, [['acronym', 25]]]);
    const of = { candidateCountries: ['IR'], candidateDobs: ['1951'] };
    expect(weighed({ ...of, queryCountry: 'IR' })).toEqual([92, [['acronym', 8]]]);
    expect(weighed({ ...of, queryDob: '1951-04-30' })).toEqual([92, [['acronym', 8]]]);
    expect(weighed({ isSupported: true })).toEqual([92, [['acronym', 8]]]);
    expect(weighed({ ...of, queryCountry: 'PE' })).toEqual([
      71,
      [
        ['country_different', 4],
        ['acronym', 25],
      ],
    ]);
  });
});
