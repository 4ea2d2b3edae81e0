import { describe, expect, test } from 'vitest';
import { matchNames } from './match.ts';

function match(firstName: string, lastName: string, record: string, hasSameBirth = false) {
  return matchNames({ firstName, lastName }, record, { hasSameBirth });
}

describe('a short form that several people have', () => {
  test.each([
    ['Ada', 'Okafor', 'OKAFOR ADAEZE'],
    ['Ada', 'Okafor', 'OKAFOR ADANNA CHIOMA'],
    ['Adaeze', 'Okafor', 'OKAFOR ADA'],
    ['Ife', 'Okafor', 'OKAFOR IFEOMA'],
    ['Ife', 'Okafor', 'OKAFOR IFEANYI'],
    ['Ife', 'Ojo', 'OJO IFEOLUWA'],
    ['Tobi', 'Ojo', 'OJO OLUWATOBILOBA'],
    ['Tobi', 'Ojo', 'OJO OLUWATOBI'],
    ['Temi', 'Ojo', 'OJO TEMIDAYO'],
    ['Ayo', 'Ojo', 'OJO AYODELE'],
  ])('agrees, and scores 65: %s %s, %s', (first, last, record) => {
    const { score, summary } = match(first, last, record);
    expect(score).toBe(65);
    expect(summary.kinds).toEqual({ exact: 1, short_form: 1 });
  });

  test('scores in full when the date of birth or a middle name agrees', () => {
    expect(match('Ada', 'Okafor', 'OKAFOR ADAEZE', true).score).toBe(92.5);
    expect(match('Ada Chioma', 'Okafor', 'OKAFOR ADAEZE CHIOMA').score).toBe(95);
  });

  test('remains two names where a surname differs, or both are in full', () => {
    expect(match('Ada', 'Okafor', 'EZE ADAEZE', true).score).toBeLessThanOrEqual(60);
    expect(match('Adanna', 'Okafor', 'OKAFOR ADAEZE', true).score).toBeLessThanOrEqual(60);
    expect(match('Ada Obi', 'Okafor', 'OKAFOR ADAEZE', true).score).toBeLessThanOrEqual(92.5);
  });
});

test.each([
  ['Emeka', 'Okafor', 'OKAFOR CHUKWUEMEKA'],
  ['Seun', 'Ojo', 'OJO OLUWASEUN'],
  ['Mike', 'Ojo', 'OJO MICHAEL'],
])('a short form of a single name may pass: %s %s, %s', (first, last, record) => {
  expect(match(first, last, record).score).toBe(92.5);
});

test('a field that is cut after a stem of many names scores 65', () => {
  const record = 'ADEBAYO CHRISTOPHER MICHAEL OLUWA';
  expect(match('Oluwaseun', 'Adebayo', record).score).toBe(65);
  expect(match('Oluwaseun Michael', 'Adebayo', record).score).toBeGreaterThan(70);
});
