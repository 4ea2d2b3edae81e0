import { expect, test } from 'vitest';
import { randomOf, varied, VARIATION_KINDS, type VariationKind } from './variations.ts';

function all(kind: VariationKind, text: string, type: string, seeds = 30): Set<string | undefined> {
  return new Set(
    Array.from({ length: seeds }, (_, seed) => varied(kind, { text, type }, randomOf(seed))),
  );
}

test('there are twelve kinds of variations, and the same seed gives the same name', () => {
  expect(VARIATION_KINDS).toHaveLength(12);
  const name = { text: 'Viktor Anatolijevitch Bout', type: 'person' };
  for (const kind of VARIATION_KINDS)
    expect(varied(kind, name, randomOf(7))).toBe(varied(kind, name, randomOf(7)));
});

test.each<[VariationKind, string, string, string]>([
  ['order', 'Viktor Anatolijevitch Bout', 'person', 'Bout Viktor Anatolijevitch'],
  ['initials', 'Viktor Anatolijevitch Bout', 'person', 'Viktor A. Bout'],
  ['initials', 'Viktor Anatolijevitch Bout', 'person', 'V. Anatolijevitch Bout'],
  ['missing middle name', 'Viktor Anatolijevitch Bout', 'person', 'Viktor Bout'],
  ['joined and split words', 'Thein Sein Oo', 'person', 'TheinSein Oo'],
  ['joined and split words', 'Kim Jong-un', 'person', 'Kim Jongun'],
  ['digits', 'Ryong Gang 2', 'vessel', 'Ryong Gang II'],
  ['transliteration', 'Igor Sechin', 'person', 'игор сечин'],
  ['transliteration', 'Игорь Сечин', 'person', 'Igor Sechin'],
  ['legal forms', 'Acme Trading Ltd.', 'organization', 'Acme Trading Limited'],
])('%s turns %s (%s) into %s', (kind, text, type, expected) => {
  expect(all(kind, text, type)).toContain(expected);
});

test.each<[VariationKind, string, string]>([
  ['titles', 'Acme Trading Ltd', 'organization'],
  ['titles', 'Hermann', 'person'],
  ['missing middle name', 'Viktor Bout', 'person'],
  ['missing middle name', 'Abu Bakr Hassan', 'person'],
  ['initials', 'Viktor Bout', 'person'],
  ['legal forms', 'Viktor Bout', 'person'],
  ['digits', 'Viktor Bout', 'person'],
  ['one slip', 'Li Wei', 'person'],
  ['accents and hyphens', 'Игорь Сечин', 'person'],
])('%s does not apply to %s (%s)', (kind, text, type) => {
  expect(all(kind, text, type)).toEqual(new Set([undefined]));
});

test('one slip changes one word by one step', () => {
  for (const text of all('one slip', 'Viktor Bout', 'person')) {
    expect(text).toMatch(/ Bout$/);
    expect(Math.abs(text!.length - 'Viktor Bout'.length)).toBeLessThanOrEqual(1);
  }
});
