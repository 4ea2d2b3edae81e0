import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines } from '../data/read.ts';
import type { NamedType } from './field.ts';
import { mayHaveReadings } from './gate.ts';
import { readingsByRules } from './readings.ts';

const TYPES: readonly NamedType[] = ['unknown', 'person', 'organization', 'vessel', 'aircraft'];
const SAMPLE = join(import.meta.dirname, '../../../data/ofac-2021-sample');

/** Every phrase of the tables, and the words of them. */
const PHRASES = readdirSync(join(import.meta.dirname, '../data'))
  .filter((file) => file.endsWith('.txt'))
  .flatMap((file) => readLines(file).map(({ text }) => text))
  .flatMap((line) => [...line.split(/[:,=]\s*/), ...line.split(/[\s:,=]+/)])
  .filter((phrase) => phrase.length < 40);

/** The words of the expressions by which the rules find readings. */
const WORDS_OF_RULES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !/test|gate/.test(file))
  .flatMap((file) => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n'))
  .filter((line) => /[|?*+]/.test(line) && line.includes('/') && !line.trim().startsWith('*'))
  .flatMap((line) => line.match(/[\p{Ll}']{2,}/gu) ?? []);

const LISTED = ['sdn.csv', 'alt.csv'].flatMap((file) =>
  (
    parse(readFileSync(join(SAMPLE, file)), {
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][]
  ).map((row) => row[file === 'sdn.csv' ? 1 : 3] ?? ''),
);

/** The readings by the rules of a name that the gate lets pass without any. */
function lost(text: string): string[] {
  return TYPES.filter((type) => !mayHaveReadings(text, type)).flatMap((type) =>
    readingsByRules(text, type).map((reading) => `${type}: ${text} => ${reading.text}`),
  );
}

describe('the look at a name before the rules of readings', () => {
  test('sees every reading of the names of a list', () => {
    expect(LISTED.length).toBeGreaterThan(1000);
    expect(LISTED.flatMap(lost)).toEqual([]);
  });

  test('sees every reading of names made of the phrases of all tables', () => {
    const word = fc.oneof(
      fc.constantFrom(...PHRASES),
      fc.constantFrom(...WORDS_OF_RULES),
      fc
        .tuple(fc.constantFrom(...WORDS_OF_RULES), fc.constantFrom('of', 'by', 'to', 'and'))
        .map((two) => two.join(' ')),
      fc.constantFrom(...LISTED.flatMap((name) => name.split(/\s+/))),
      fc.constantFrom(
        '12',
        '7',
        '1234',
        'A',
        'x',
        'IV',
        '26 Main Street',
        'v12',
        'né',
        '股份',
        '社',
      ),
      fc
        .tuple(fc.constantFrom(...WORDS_OF_RULES, 'Bello', 'é'), fc.constantFrom('123', '45678'))
        .map((two) => two.join('')),
    );
    const mark = fc.oneof(
      { weight: 6, arbitrary: fc.constant(' ') },
      fc.constantFrom(', ', ' - ', '-', '. ', '.', '/', ' & ', "'", '', ' (', ') ', ' – ', ' "'),
    );
    const name = fc
      .array(fc.tuple(word, mark), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.flat().slice(0, -1).join(''));
    fc.assert(
      fc.property(name, (text) => {
        expect(lost(text)).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
  });

  test('names no reason to look at digits behind a word more closely', () => {
    const names = ['Kwame Bello123', 'Adaeze Okafor29967', 'Ivan Petrov12'];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });

  test('names no reason to look at a family name in front of given ones more closely', () => {
    const names = ['TESTOPETROV, Igor', 'AL-TESTANI, Abd al-Karim', 'DE LA TESTA, Juana'];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });
});
