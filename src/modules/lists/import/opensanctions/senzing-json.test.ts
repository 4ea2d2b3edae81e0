import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { senzingJson } from './senzing-json.ts';

test.each([
  [
    'in the record and in lists of their own',
    {
      RECORD_TYPE: 'PERSON',
      NAMES: [
        { NAME_TYPE: 'ALIAS', NAME_FULL: 'A. Obi' },
        { NAME_TYPE: 'PRIMARY', NAME_FIRST: 'Ada', NAME_LAST: 'Obi' },
      ],
      DATE_OF_BIRTH: '1951-06-19',
      NATIONALITY: 'ng',
      IDENTIFIERS: [{ PASSPORT_NUMBER: 'A1', PASSPORT_COUNTRY: 'ng' }, { SSN_NUMBER: 12 }],
    },
  ],
  [
    'as features',
    {
      FEATURES: [
        { RECORD_TYPE: 'PERSON' },
        { NAME_TYPE: 'PRIMARY', NAME_FULL: 'Ada Obi' },
        { NAME_TYPE: 'ALIAS', NAME_FULL: 'A. Obi' },
        { DATE_OF_BIRTH: '1951-06-19' },
        { NATIONALITY: 'Nigeria' },
        { PASSPORT_NUMBER: 'A1', PASSPORT_COUNTRY: 'Nigeria' },
        { SSN_NUMBER: '12' },
      ],
    },
  ],
])('a record has the fields of its attributes, %s', async (_, attributes) => {
  const record = { DATA_SOURCE: 'OPEN', RECORD_ID: 'Q1', ...attributes };
  const { entries, rejections, omissions } = await importAll(senzingJson, JSON.stringify(record));
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toEqual([
    {
      externalId: 'Q1',
      entityType: 'person',
      name: 'Ada Obi',
      aliases: [{ name: 'A. Obi', quality: 'strong', kind: 'aka' }],
      dobs: ['1951-06-19'],
      countries: ['NG'],
      identifiers: { 'passport:NG': 'A1', ssn: '12' },
      programs: ['OPEN'],
      raw: record,
    },
  ]);
});

test('a number of another kind has the kind that its type names', async () => {
  const record = {
    RECORD_ID: '1',
    NAME_ORG: 'Acme',
    FEATURES: [
      { OTHER_ID_TYPE: 'INN', OTHER_ID_NUMBER: '7701234567', OTHER_ID_COUNTRY: 'RU' },
      { OTHER_ID_TYPE: 'Registration Number', OTHER_ID_NUMBER: '77' },
      { OTHER_ID_TYPE: 'Library card', OTHER_ID_NUMBER: '78' },
    ],
  };
  const { entries } = await importAll(senzingJson, JSON.stringify(record));
  expect(entries[0]?.identifiers).toEqual({
    'inn:RU': '7701234567',
    registration_number: '77',
    other: '78',
  });
});

test('bad lines are reported, and a file without a record is refused', async () => {
  const { entries, rejections } = await importAll(
    senzingJson,
    '[]\n{"NAME_FULL":"No Id"}\n{"RECORD_ID":"1","NAME_ORG":"Acme"}\n',
  );
  expect(entries.map(({ name }) => name)).toEqual(['Acme']);
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '1: the line is not a JSON object',
    '2: the record has no usable RECORD_ID',
  ]);
  await expect(importAll(senzingJson, 'id,name\n')).rejects.toThrow('no line is a record');
});
