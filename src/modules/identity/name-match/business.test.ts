import { describe, expect, test } from 'vitest';
import { matchNames } from './match.ts';

function score(firstName: string, lastName: string, record: string): number {
  return matchNames({ firstName, lastName }, record).score;
}

describe('two names of a business', () => {
  test.each([
    ['Okoro Farms', 'Ltd', 'OKORO FARMS LIMITED'],
    ['Okoro Farms', 'Ltd.', 'OKORO FARMS L.T.D.'],
    ['Okoro Farms', 'PLC', 'OKORO FARMS PUBLIC LIMITED COMPANY'],
    ['Okoro Farms', 'Public Limited Company', 'OKORO FARMS P.L.C.'],
    ['Okoro', '& Co', 'OKORO AND COMPANY'],
    ['John Okoro', '& Co', 'JOHN OKORO CO'],
    ['John Okoro', '& Sons', 'JOHN OKORO AND SONS'],
    ['John and Mary', 'Ventures', 'JOHN & MARY VENTURES'],
    ['Evil', 'Corporation', 'EVIL CORP'],
    ['Evil Corp,', 'Inc.', 'EVIL CORPORATION INCORPORATED'],
  ])('agree in full in all spellings of a form: %s %s, %s', (first, last, record) => {
    expect(score(first, last, record)).toBe(100);
  });

  test.each([
    ['Okoro Farms Nig', 'Limited', 'OKORO FARMS NIGERIA LTD'],
    ['Okoro', 'Enterprises', 'OKORO ENT'],
    ['Okoro', 'Investments', 'OKORO INV'],
    ['Okoro', 'Intl Ltd', 'OKORO INTERNATIONAL LIMITED'],
  ])('agree in all spellings of business words: %s %s, %s', (first, last, record) => {
    expect(score(first, last, record)).toBeGreaterThanOrEqual(95);
  });

  test.each([
    ['Okoro Farms', 'Ltd', 'OKORO FARMS PLC'],
    ['Okoro Farms', 'Ltd', 'OKORO FARMS LLC'],
    ['Okoro Farms', 'Inc', 'OKORO FARMS LIMITED'],
    ['Okoro Farms', 'Ltd', 'OKORO FARMS ENTERPRISES'],
    ['John', 'Okoro', 'JOHN OKORO ENT'],
    ['John', 'Okoro', 'JOHN OKORO P.L.C.'],
    ['John', 'Okoro', 'JOHN OKORO & CO'],
    ['John', 'Okoro', 'JOHN OKORO INVESTMENTS'],
  ])('score at most 60 with another form: %s %s, %s', (first, last, record) => {
    expect(score(first, last, record)).toBeLessThanOrEqual(60);
  });
});
