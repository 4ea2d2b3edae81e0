import { describe, expect, test } from 'vitest';
import { genericCsv } from '../generic-csv.ts';
import type { Mapping } from '../mapping/schemas.ts';
import { mappedFormat } from '../mapping/mapped-format.ts';
import { ofacCsv } from '../ofac/ofac-csv.ts';
import { ftmJson } from '../opensanctions/ftm-json.ts';
import { opensanctionsSimple } from '../opensanctions/opensanctions-simple.ts';
import { importAll, sdnRow } from '../../../../../test/support/list-formats/import-all.ts';
import type { ImportFormat } from '../types.ts';
import { cslJson } from '../us/csl-json.ts';
import { References } from './references.ts';

const MAPPING: Mapping = { format: 'csv', fields: { id: 'Ref', name: ['First', 'Last'] } };

function person(name: string): string {
  return JSON.stringify({ id: '7', schema: 'Person', properties: { name: [name] } });
}

describe('two people with one reference are two entries, and reported,', () => {
  test.each<[string, ImportFormat, string]>([
    ['csv', genericCsv, 'id,name\n7,Abel Okoro\n7,Musa Bello\n7,"BELLO, Musa"\n'],
    ['mapped', mappedFormat(MAPPING), 'Ref;First;Last\n7;Abel;Okoro\n7;Musa;Bello\n7;Bello;Musa\n'],
    ['ftm-json', ftmJson, ['Abel Okoro', 'Musa Bello', 'Bello Musa'].map(person).join('\n')],
    [
      'opensanctions-simple',
      opensanctionsSimple,
      'id,schema,name\n7,Person,Abel Okoro\n7,Person,Musa Bello\n7,Person,Bello Musa\n',
    ],
    [
      'ofac-csv',
      ofacCsv,
      ['Okoro, Abel', 'Bello, Musa', 'Musa, Bello']
        .map((name) => sdnRow({ entNum: '7', name }))
        .join(''),
    ],
    [
      'csl-json',
      cslJson,
      '{"results": [\n{"id":"7","name":"Abel Okoro"},\n{"id":"7","name":"Musa Bello"},\n{"id":"7","name":"Bello Musa"}\n]}',
    ],
  ])('in %s', async (_, format, file) => {
    const { entries, rejections, omissions } = await importAll(format, file);
    expect(entries.map(({ externalId, name }) => `${externalId}: ${name}`)).toEqual([
      '7: Abel Okoro',
      '7 (2): Musa Bello',
    ]);
    expect(omissions.map(({ reason }) => reason)).toContain(
      '7 is also the reference of another name: it becomes a separate entry',
    );
    expect(rejections.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/occurs already in line \d$/),
    ]);
  });
});

test('a taken reference is replaced by the next free one', () => {
  const references = new References();
  expect(references.note('7', 'Abel', 1)).toEqual({ kind: 'first' });
  expect(references.note('7 (2)', 'Bala', 2)).toEqual({ kind: 'first' });
  expect(references.note('7', 'Chidi', 3)).toEqual({ kind: 'shared', firstLine: 1 });
  expect(references.own('7', 'Chidi', 3)).toBe('7 (3)');
  expect(references.note('7', 'Chidi', 4)).toEqual({ kind: 'repeated', firstLine: 3 });
});
