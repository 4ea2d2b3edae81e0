import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { opensanctionsSimple } from './opensanctions-simple.ts';

const HEADER =
  '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions",' +
  '"phones","emails","program_ids","dataset","first_seen","last_seen","last_change"\n';

function row(cells: Record<string, string>): string {
  const columns = HEADER.trim().replaceAll('"', '').split(',');
  const quoted = columns.map((column) => `"${(cells[column] ?? '').replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\n`;
}

const PUTIN = {
  id: 'Q7747',
  schema: 'Person',
  name: 'Vladimir Putin',
  aliases: 'Владимир Путин;V. "Volodya" Putin;Vladimir Putin;',
  birth_date: '1952-10-07;1952',
  countries: 'ru;ua-cri;suhh',
  identifiers: '7701;7702;IMO9422964',
  program_ids: 'GB-RUS;US-RUSHAR',
  first_seen: '2022-03-01T10:00:00',
};

test('a row is an entry, with several values in a cell', async () => {
  const { entries, rejections } = await importAll(
    opensanctionsSimple,
    HEADER + row({ ...PUTIN, last_seen: '2026-09-15T13:11:55' }),
  );
  expect(rejections).toEqual([]);
  expect(entries).toEqual([
    {
      externalId: 'Q7747',
      entityType: 'person',
      name: 'Vladimir Putin',
      aliases: [
        { name: 'Владимир Путин', quality: 'strong', kind: 'aka' },
        { name: 'V. "Volodya" Putin', quality: 'strong', kind: 'aka' },
        { name: 'Volodya', quality: 'weak', kind: 'aka' },
      ],
      dobs: ['1952-10-07', '1952'],
      countries: ['RU', 'UA', 'SU'],
      identifiers: { identifier: '7701', identifier_2: '7702', imo: 'IMO9422964' },
      programs: ['GB-RUS', 'US-RUSHAR'],
      raw: PUTIN,
    },
  ]);
});

test('an identifier whose form or checksum identifies its kind has that kind', async () => {
  const numbers = [
    'IMO9422964',
    '5493001KJTIIGC8Y1R12',
    '00000000000000000097',
    'GB82 WEST 1234 5698 7654 32',
    '0x7F367cC41522cE07553e823bf3be79A889DEbe1B',
    'A123',
  ];
  const text = HEADER + row({ ...PUTIN, identifiers: numbers.join(';') });
  expect((await importAll(opensanctionsSimple, text)).entries[0]?.identifiers).toEqual({
    imo: 'IMO9422964',
    lei: '5493001KJTIIGC8Y1R12',
    identifier: '00000000000000000097',
    iban: 'GB82 WEST 1234 5698 7654 32',
    crypto_address: '0x7F367cC41522cE07553e823bf3be79A889DEbe1B',
    identifier_2: 'A123',
  });
});

test('an entry does not change with the day of the file', async () => {
  const of = async (day: string): Promise<unknown> =>
    importAll(opensanctionsSimple, HEADER + row({ ...PUTIN, last_seen: day }));
  expect(await of('2026-09-15')).toEqual(await of('2026-09-16'));
});

test.each([
  ['Company', 'organization'],
  ['Vessel', 'vessel'],
  ['Airplane', 'aircraft'],
  ['LegalEntity', 'unknown'],
  ['SomethingNew', 'unknown'],
])('the schema %s has the type %s', async (schema, entityType) => {
  const text = `id,schema,name\n1,${schema},A\n`;
  expect((await importAll(opensanctionsSimple, text)).entries[0]?.entityType).toBe(entityType);
});

test('bad rows are reported by their lines, and the rows around them are used', async () => {
  const text =
    'id,schema,name\n1,Person,Ada\n,Person,B\n2,Person,\n3,Person\n1,Person,Ada\n4,Person,Obi';
  const { entries, rejections } = await importAll(opensanctionsSimple, text);
  expect(entries.map(({ name }) => name)).toEqual(['Ada', 'Obi']);
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: the row has no usable id',
    '4: name is empty',
    '5: the row has 2 columns, the header 3',
    '6: the same id 1 occurs already in line 2',
  ]);
});

test('a file without its header is refused', async () => {
  await expect(importAll(opensanctionsSimple, 'name\nAda\n')).rejects.toThrow(
    /targets.simple.csv has a header row with the columns id, schema, name, and this file has none/,
  );
});
