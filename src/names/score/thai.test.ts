import { describe, expect, test } from 'vitest';
import { canonicalise, scoreNames } from '../index.ts';

function score(asked: string, listed: string): number {
  return scoreNames(canonicalise(asked), canonicalise(listed, { entity: 'person' })).score;
}

describe('Thai names', () => {
  test.each([
    ['สมชาย ชัยวัฒน์', 'Somchai Chaiwat'],
    ['นิพนธ์ มงคล', 'MONGKHON, Niphon'],
    ['จำลอง แสงทอง', 'Chamlong Saengthong'],
    ['Somchai Chaiwat', 'สมชาย ชัยวัฒน์'],
    ['Preecha Pongsak', 'PHONGSAK, Pricha'],
    ['Vichai Paiboon', 'Wichai Phaibun'],
    ['Nuttapong Somporn', 'Natthaphong Somphon'],
  ])('finds %s for %s', (asked, listed) => {
    expect(score(asked, listed)).toBeGreaterThan(95);
  });

  test.each([
    ['สมชาย ชัยวัฒน์', 'Somsak Chaiwat'],
    ['Vichai Paiboon', 'Wichit Phaibun'],
  ])('does not find %s for %s', (asked, listed) => {
    expect(score(asked, listed)).toBeLessThan(85);
  });
});
