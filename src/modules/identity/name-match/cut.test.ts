import { describe, expect, test } from 'vitest';
import { matchNames } from './match.ts';

function match(firstName: string, lastName: string, record: string) {
  return matchNames({ firstName, lastName }, record);
}

describe('a record that is cut at the end of its field', () => {
  test.each([
    ['Oluwafunmilayo', 'Adegoke', 'OLUWAFUNMILAYO ABIMBOLA ADEGOK'],
    ['Oluwafunmilayo', 'Adegoke', 'ABIMBOLA OLUWAFUNMILAYO ADEG'],
    ['Chukwuemeka', 'Nwachukwu', 'CHUKWUEMEKA CHUKWUDI N NWACHUKW'],
    ['Mary', 'Nwachukwu', 'MR JOHN EZE AND MRS MARY NWACHU'],
    ['Okoro International', 'Merchants', 'OKORO INTERNATIONAL MERCHA'],
  ])('agrees with the claimed word that it begins: %s %s, %s', (first, last, record) => {
    const { score, summary } = match(first, last, record);
    expect(score).toBeGreaterThanOrEqual(70);
    expect(summary.kinds.cut).toBe(1);
  });

  test.each([
    ['Jan', 'Tomas', 'JAN TOM', 'a short record'],
    ['Mary', 'Adegoke', 'MARY ABIMBOLA ADEGOK', 'a record of 20 characters'],
    ['Oluwafunmilayo', 'Adegoke', 'OLUWAFUNMILAYO ABIMBOLA AD', 'two letters'],
    ['Oluwafunmilayo', 'Adegoke', 'OLUWAFUNMILAYO ADEGOK ABIMBOLA', 'a word before the end'],
    ['Christiana', 'Nwachukwu', 'NWACHUKWU OLUWASEUN CHRISTIAN', 'a name of its own'],
    ['Danielle', 'Nwachukwu', 'NWACHUKWU OLUWASEUN DANIEL', 'the form of the other gender'],
  ])('does not agree, %s %s, %s: %s', (first, last, record) => {
    expect(match(first, last, record).summary.kinds).not.toHaveProperty('cut');
    expect(match(first, last, record).score).toBeLessThanOrEqual(60);
  });

  test('is a single field: the parts of a register are not cut', () => {
    const claimed = { firstName: 'Oluwafunmilayo', lastName: 'Adegoke' };
    const record = 'OLUWAFUNMILAYO ABIMBOLA ADEGOK';
    expect(matchNames(claimed, record, { isOneField: false }).summary.kinds).not.toHaveProperty(
      'cut',
    );
  });
});
