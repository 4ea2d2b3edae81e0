import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { canonicalise, scoreNames } from '../index.ts';

const rows = parse(readFileSync('data/ofac-2021-sample/sdn.csv'), {
  relax_column_count: true,
  relax_quotes: true,
}) as string[][];
/** The names "SURNAME, Given" of all individuals. */
const NAMES = rows
  .filter((row) => row[2]?.trim() === 'individual' && row[1]!.split(', ').length === 2)
  .map((row) => row[1]!);

/** A particle has no weight, and a word of two letters is weak evidence. */
const EXCEPTIONS = ['XU, Bin'];

function score(a: string, b: string): number {
  return scoreNames(canonicalise(a, { entity: 'person' }), canonicalise(b, { entity: 'person' }))
    .score;
}

describe("the order of words in OFAC's individuals", () => {
  test('"SURNAME, Given" equals "Given SURNAME"', () => {
    const scores = NAMES.map((name) => ({
      name,
      score: score(name, name.split(', ').toReversed().join(' ')),
    }));
    expect(scores.length).toBeGreaterThan(100);
    expect(scores.filter((each) => each.score < 95).map(({ name }) => name)).toEqual(EXCEPTIONS);
  });

  test('every rotation of the words is the same name', () => {
    const low: unknown[] = [];
    for (const name of NAMES.slice(0, 300)) {
      const words = canonicalise(name, { entity: 'person' }).canonical.split(' ');
      for (let i = 1; i < words.length; i++) {
        const turned = [...words.slice(i), ...words.slice(0, i)].join(' ');
        const value = score(turned, words.join(' '));
        if (value < 95) low.push([turned, value]);
      }
    }
    expect(low).toEqual([]);
  });
});
