import { describe, expect, test } from 'vitest';
import { canonicalise, scoreNames } from '../index.ts';
import { isSlipOf } from './slips.ts';

describe('slips in legal forms', () => {
  test.each([
    ['comapny', 'company'],
    ['companny', 'company'],
    ['compny', 'company'],
    ['compony', 'company'],
    ['limted', 'limited'],
    ['corporati', 'corporation'],
    ['obshchetvo', 'obshchestvo'],
  ])('%s is %s with one slip', (word, form) => {
    expect(isSlipOf(word, form)).toBe(true);
  });

  test.each([
    ['bompany', 'company'],
    ['comanpy', 'company'],
    ['campani', 'company'],
    ['limit', 'limited'],
    ['gmhb', 'gmbh'],
  ])('%s is not %s', (word, form) => {
    expect(isSlipOf(word, form)).toBe(false);
  });

  test.each([
    ['TALVARIN COMPPANY', 'TALVARIN COMPANY'],
    ['SPEED TESTPORT LIIITED', 'SPEED TESTPORT LIMITED'],
    ['STICITING AL-TESTA', 'STICHTING AL-TESTA'],
    ['AKTSIOENRNOE OBSHCHESTVO ZAVOD TESTOLENT', 'AKTSIONERNOE OBSHCHESTVO ZAVOD TESTOLENT'],
    [
      'OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNSTYU MEGATEST',
      'OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU MEGATEST',
    ],
  ])('%s scores 95 or more against %s', (asked, listed) => {
    expect(scoreNames(canonicalise(asked), canonicalise(listed)).score).toBeGreaterThanOrEqual(95);
  });
});
