import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { canonicalise, entityHint } from '../../../names/index.ts';
import { mayBeCutOff, scoreCutOff } from '../../../names/score/cut-off.ts';
import type { EntryInput } from '../entries.ts';
import { listedNames } from '../listed/listed-names.ts';
import { prepareName } from '../readings.ts';
import { buildSegment } from '../segment.ts';
import { searchCutOff } from './cut-off.ts';

const SAMPLE = join(import.meta.dirname, '../../../../data/ofac-2021-sample/sdn.csv');
const TYPES: Readonly<Record<string, string>> = { individual: 'person', vessel: 'vessel' };
const ENTRIES: EntryInput[] = (
  parse(readFileSync(SAMPLE), { relax_column_count: true, relax_quotes: true }) as string[][]
).map(([id = '', name = '', type = '']) => ({
  id,
  name,
  aliases: [],
  dobs: [],
  countries: [],
  entityType: TYPES[type.trim()] ?? 'organization',
}));

function listed(name: string, entityType = 'person'): EntryInput {
  return { id: name, name, aliases: [], dobs: [], countries: [], entityType };
}

function found(asked: string, entries: EntryInput[], threshold = 85): string[] {
  const hits = searchCutOff(prepareName(asked), buildSegment(entries), threshold, () => false);
  return hits.map(({ text, reading }) => {
    expect(reading).toMatchObject({ text: asked, mayBlock: false, leftOut: [] });
    return text;
  });
}

describe('a name that a field cuts off', () => {
  test.each([
    ['ABDULLAHI MOHAMMED ABUBA', 'Abdullahi Mohammed Abubakar'],
    ['ABDULLAHI MUHAMMAD AB', 'Abubakar, Abdullahi Mohammed'],
    ['ABUBAKAR, ABDULLAHI MOHAM', 'Abubakar, Abdullahi Mohammed'],
    // Names with joined words.
    ['AYMAN ALTESTAWI MUHAM', 'Ayman Muhammad al-Testawi'],
    ['AL TESTAWIRI AYMAN MUHAM', 'Ayman Muhammad Altestawiri'],
    ['AYMAN MUHAMMAD ALTESTAW', 'Ayman Muhammad al-Testawiri'],
    ['AYMAN MUHAMMAD AL TESTAW', 'Ayman Muhammad Altestawiri'],
    // Names with the same word twice.
    ['TESTOUN MEHDI BEN MOHAMED BEN MOH', 'Mehdi Ben Mohamed Ben Mohamed Testoun'],
    ['Владимир Владимирович Тестопетр', 'Vladimir Vladimirovich Testopetrov'],
  ])('finds %s as %s', (asked, name) => {
    expect(found(asked, [listed(name), listed('Ann Weller')])).toEqual([name]);
  });

  test.each([
    [
      'STATE BUDGETARY ESTABLISHMENT INTER',
      'State Budgetary Establishment Interregional Centre for the Examination of Testing Machines',
    ],
    [
      'STATE BUDGETARY ESTABLISHME',
      'State Budgetary Establishment Interregional Centre for the Examination of Testing Machines',
    ],
    [
      'ISLAMIC REPUBLIC OF TESTLAND SHIPPING',
      'Islamic Republic of Testland Shipping Lines and Testing Company of the North',
    ],
    ['NIZHNEVARTOVSKTESTNEFT', 'Nizhnevartovsktestneftegaz Open Joint Stock Company'],
  ])('finds %s as the beginning of a long name', (asked, name) => {
    expect(found(asked, [listed(name, 'organization')])).toEqual([name]);
  });

  test.each([
    ['ABDULLAHI SANI ABUBA', 'Abdullahi Mohammed Abubakar'],
    ['ABDULLAHI MOHAMMED ABUBA', 'Abdullahi Mohammed Sani'],
    ['MOHAMED ABUBA', 'Mohamed Abubakar'],
    // A name of the tables is complete.
    ['Maria Isabel Martin', 'Maria Isabel Martinez'],
    ['TESTLAND TRADING BUREAU 12', 'Testland Trading Bureau 123'],
  ])('does not find %s as %s', (asked, name) => {
    expect(found(asked, [listed(name)], 50)).toEqual([]);
  });

  test('is found in a list exactly when a comparison with each name finds it', () => {
    const step = cases(8, 1);
    const entries = ENTRIES.filter((_, i) => i % step === 0);
    const segment = buildSegment(entries);
    const names = entries.flatMap((entry, at) =>
      listedNames(entry).map(({ text }) => ({
        at,
        text,
        name: canonicalise(text, { entity: entityHint(entry.entityType) }),
      })),
    );
    let hits = 0;
    const questions = entries.filter((_, i) => i % 40 === 0);
    for (const [i, { name }] of questions.entries()) {
      const asked = name.slice(0, 18 + (i % 18));
      const byIndex = searchCutOff(prepareName(asked), segment, 50, () => false);
      const expected = prepareName(asked).flatMap(({ query, entities, reading }) =>
        (reading && (reading.kind !== 'removed' || reading.isShip)) || !mayBeCutOff(query.name)
          ? []
          : names.flatMap((one) => {
              const hint = entityHint(entries[one.at]!.entityType);
              const score =
                entities?.has(hint) === false
                  ? undefined
                  : scoreCutOff(query.name, one.name)?.score;
              return score === undefined || score < 50 ? [] : [`${one.at} ${one.text} ${score}`];
            }),
      );
      const shown = byIndex.map(({ entry, text, score }) => `${entry} ${text} ${score}`);
      expect(shown.toSorted(), asked).toEqual(expected.toSorted());
      hits += shown.length;
    }
    expect(hits).toBeGreaterThan(questions.length / 10);
  });
});
