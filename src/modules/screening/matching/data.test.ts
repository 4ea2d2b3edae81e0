import { describe, expect, it } from 'vitest';
import { HARD_TITLES, SOFT_TITLES, SUFFIXES } from './honorifics.ts';
import { FULL_NAMES_OF } from './nicknames.ts';
import { DROPPED_PREFIXES, PREFIX_STEMS, SUFFIX_STEMS } from './stems.ts';
import { SPELLING_CLASS } from './variants.ts';

describe('the data files', () => {
  it('hold words in canonical form only', () => {
    const words = [
      ...SPELLING_CLASS.keys(),
      ...FULL_NAMES_OF.keys(),
      ...HARD_TITLES,
      ...SOFT_TITLES,
      ...SUFFIXES,
    ];
    for (const word of [...words, ...PREFIX_STEMS, ...SUFFIX_STEMS])
      expect(word).toMatch(/^[a-z]+$/);
  });

  it('a title is hard or soft, and no given name is dropped', () => {
    for (const title of HARD_TITLES) expect(SOFT_TITLES.has(title)).toBe(false);
    for (const name of [
      'eze',
      'oba',
      'obi',
      'prince',
      'king',
      'sultan',
      'balogun',
      'imam',
      'sheikh',
      'sunday',
    ]) {
      expect(HARD_TITLES.has(name)).toBe(false);
    }
  });

  it('stems are longest first', () => {
    for (const stems of [PREFIX_STEMS, SUFFIX_STEMS, DROPPED_PREFIXES]) {
      expect([...stems].toSorted((a, b) => b.length - a.length)).toEqual(stems);
    }
  });
});
