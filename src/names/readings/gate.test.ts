import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { readLines } from '../data/read.ts';
import type { NamedType } from './field.ts';
import { mayHaveReadings } from './gate.ts';
import { readingsByRules } from './readings.ts';

const TYPES: readonly NamedType[] = ['unknown', 'person', 'organization', 'vessel', 'aircraft'];
const SAMPLE = join(import.meta.dirname, '../../../data/ofac-2021-sample');

/** Every phrase of the tables, and its words. */
const PHRASES = readdirSync(join(import.meta.dirname, '../data'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.txt'))
  .flatMap((file) => readLines(file).map(({ text }) => text))
  .flatMap((line) => [...line.split(/[:,=]\s*/), ...line.split(/[\s:,=]+/)])
  .filter((phrase) => phrase.length < 40);

/** The words in the expressions of the reading rules. */
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

/** Returns the rules' readings of a name that the gate skips. */
function lost(text: string): string[] {
  return TYPES.filter((type) => !mayHaveReadings(text, type)).flatMap((type) =>
    readingsByRules(text, type).map((reading) => `${type}: ${text} => ${reading.text}`),
  );
}

describe('the gate before the rules of readings', () => {
  test('passes every listed name that has readings', () => {
    expect(LISTED.length).toBeGreaterThan(1000);
    const step = cases(12, 1);
    expect(LISTED.filter((_, i) => i % step === 0).flatMap(lost)).toEqual([]);
  });

  test('passes every name that the tables’ phrases give a reading', () => {
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
      { numRuns: cases(2000, 20_000) },
    );
  });

  test('skips digits after a word', () => {
    const names = ['Kwame Bello123', 'Adaeze Okafor29967', 'Ivan Petrov12'];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });

  test('skips numbers, purposes and short names of organizations', () => {
    const names = [
      'Testmir 2012 EOOD',
      'Corburn 13 Farm',
      'Front for the Liberation of Testland',
      'Rashid Trust',
      'Kave S.A. de C.V.',
      'KAVE S.A.',
      'Corburn J R R',
    ];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });

  test('skips Russian names in the nominative', () => {
    const names = ['Тестов Иван Петрович', 'Тестова Ольга Петровна', 'Ольга Тестова'];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });

  test('skips a family name in front of given names', () => {
    const names = [
      'TESTOPETROV, Igor',
      'AL-TESTANI, Abd al-Karim',
      'DE LA TESTA, Juana',
      'Testov Prueba, Ivan',
    ];
    expect(names.filter((name) => mayHaveReadings(name, 'unknown'))).toEqual([]);
  });
});
