import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLD } from '../../../names/index.ts';
import { prepareName, searchName } from '../readings.ts';
import { buildSegment } from '../segment.ts';

const SEGMENT = buildSegment(
  ['Sergey Aleksandrovich Testopetrov', 'Sergey Testonin', 'Blue Testtrade Foundation'].map(
    (name) => ({
      id: name,
      name,
      aliases: [],
      dobs: [],
      countries: [],
      entityType: name.endsWith('Foundation') ? 'organization' : 'person',
    }),
  ),
);

function found(asked: string): string[] {
  return searchName(prepareName(asked), SEGMENT, DEFAULT_THRESHOLD).map(
    ({ text, reading }) => `${reading?.mayBlock === false ? '? ' : ''}${text}`,
  );
}

describe('a search by readings of a question', () => {
  test('finds initials that may be a legal form, if each initial is in the listed name', () => {
    expect(found('Testopetrov SA')).toEqual(['? Sergey Aleksandrovich Testopetrov']);
    expect(found('Testonin SA')).toEqual([]);
  });

  test.each([
    ['Serg3y Aleks@ndrovich T€stopetrov', '? Sergey Aleksandrovich Testopetrov'],
    ['Blue Testtrade Foundation including its Dubai branch', 'Blue Testtrade Foundation'],
    ['The Blue Testtrade Foundation Trust', '? Blue Testtrade Foundation'],
  ])('uses the best reading of %s: %s', (asked, expected) => {
    expect(found(asked)[0]).toBe(expected);
  });
});
