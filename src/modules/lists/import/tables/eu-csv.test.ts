import { describe, expect, test } from 'vitest';
import { importAll, source } from '../../../../../test/support/list-formats/import-all.ts';
import { euCsv } from './eu-csv.ts';

/** Some of the 118 columns. */
const COLUMNS = [
  'fileGenerationDate',
  'Entity_LogicalId',
  'Entity_EU_ReferenceNumber',
  'Entity_SubjectType',
  'Entity_SubjectType_ClassificationCode',
  'Entity_Regulation_Programme',
  'NameAlias_LastName',
  'NameAlias_FirstName',
  'NameAlias_MiddleName',
  'NameAlias_WholeName',
  'NameAlias_Remark',
  'Address_CountryIso2Code',
  'Address_CountryDescription',
  'BirthDate_BirthDate',
  'BirthDate_Day',
  'BirthDate_Month',
  'BirthDate_Year',
  'BirthDate_YearRangeFrom',
  'BirthDate_YearRangeTo',
  'BirthDate_Circa',
  'BirthDate_CalendarType',
  'BirthDate_CountryIso2Code',
  'Identification_Number',
  'Identification_KnownFalse',
  'Identification_LatinNumber',
  'Identification_TypeCode',
  'Identification_CountryIso2Code',
  'Citizenship_CountryIso2Code',
  'Citizenship_CountryDescription',
] as const;

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

const PERSON: Cells = {
  fileGenerationDate: '05/08/2026',
  Entity_LogicalId: '13',
  Entity_EU_ReferenceNumber: 'EU.27.28',
  Entity_SubjectType: 'P',
  Entity_SubjectType_ClassificationCode: 'person',
  Entity_Regulation_Programme: 'IRQ',
};
const COMPANY: Cells = {
  fileGenerationDate: '05/08/2026',
  Entity_LogicalId: '42',
  Entity_SubjectType: 'enterprise',
  Entity_Regulation_Programme: 'SYR',
};

function csv(...rows: Cells[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => row[column] ?? '').join(';'));
  return `\uFEFF${COLUMNS.join(';')}\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
}

describe('entries', () => {
  test('contain all their rows, wherever the rows are in the file', async () => {
    const text = csv(
      { ...PERSON, NameAlias_WholeName: 'Садам Хюсеин', NameAlias_Remark: '' },
      {
        ...PERSON,
        NameAlias_LastName: 'Hussein Al-Tikriti',
        NameAlias_FirstName: 'Saddam',
        NameAlias_WholeName: 'Saddam Hussein Al-Tikriti',
      },
      { ...COMPANY, NameAlias_WholeName: 'Commercial Bank of Syria' },
      {
        ...COMPANY,
        Address_CountryIso2Code: '00',
        Address_CountryDescription: 'SYRIAN ARAB REPUBLIC',
      },
      { ...COMPANY, Identification_Number: 'CMSYSYDA', Identification_TypeCode: 'swiftbic' },
      { ...PERSON, NameAlias_WholeName: 'Abu Ali', NameAlias_Remark: '(low quality alias)' },
      { ...PERSON, BirthDate_BirthDate: '1937-04-28', BirthDate_Year: '1937' },
      {
        ...PERSON,
        Identification_Number: '؟',
        Identification_LatinNumber: 'K123',
        Identification_TypeCode: 'passport',
        Identification_CountryIso2Code: 'IR',
      },
      { ...PERSON, Citizenship_CountryIso2Code: 'IQ', Citizenship_CountryDescription: 'IRAQ' },
    );
    const { entries, rejections } = await importAll(euCsv, text);
    expect(rejections).toEqual([]);
    expect(entries).toEqual([
      {
        externalId: '13',
        entityType: 'person',
        name: 'Saddam Hussein Al-Tikriti',
        aliases: [
          { name: 'Садам Хюсеин', quality: 'strong', kind: 'aka' },
          { name: 'Abu Ali', quality: 'weak', kind: 'aka' },
        ],
        dobs: ['1937-04-28'],
        countries: ['IQ'],
        identifiers: { 'passport:IR': 'K123' },
        programs: ['IRQ'],
        raw: {
          entity: {
            entity_logicalid: '13',
            entity_eu_referencenumber: 'EU.27.28',
            entity_subjecttype: 'P',
            entity_subjecttype_classificationcode: 'person',
            entity_regulation_programme: 'IRQ',
          },
          rows: expect.arrayContaining([
            { namealias_wholename: 'Abu Ali', namealias_remark: '(low quality alias)' },
          ]),
        },
      },
      expect.objectContaining({
        externalId: '42',
        entityType: 'organization',
        name: 'Commercial Bank of Syria',
        countries: ['SY'],
        identifiers: { swift_bic: 'CMSYSYDA' },
      }),
    ]);
  });

  test('do not change with the date of the file', async () => {
    const row = { ...COMPANY, NameAlias_WholeName: 'Acme' };
    const first = await importAll(euCsv, csv(row));
    const second = await importAll(euCsv, csv({ ...row, fileGenerationDate: '06/08/2026' }));
    expect(second.entries).toEqual(first.entries);
  });

  test('are named by their parts if there is no whole name', async () => {
    const row = { ...PERSON, NameAlias_LastName: 'Ivanov', NameAlias_FirstName: 'Ivan' };
    expect((await importAll(euCsv, csv(row))).entries[0]?.name).toBe('Ivan Ivanov');
  });

  test.each<[string, Cells, string[]]>([
    ['a date', { BirthDate_BirthDate: '1937-04-28' }, ['1937-04-28']],
    ['parts', { BirthDate_Day: '0', BirthDate_Month: '4', BirthDate_Year: '1937' }, ['1937-04']],
    ['circa', { BirthDate_Year: '1937', BirthDate_Circa: 'true' }, ['1937~']],
    ['a range', { BirthDate_YearRangeFrom: '1930', BirthDate_YearRangeTo: '1935' }, ['1930/1935']],
    ['an impossible date', { BirthDate_Year: '1650' }, []],
    ['another calendar', { BirthDate_Year: '1350', BirthDate_CalendarType: 'ISLAMIC' }, []],
  ])('have a date of birth from %s', async (_, cells, dobs) => {
    const text = csv({
      ...PERSON,
      NameAlias_WholeName: 'A',
      BirthDate_CalendarType: 'GREGORIAN',
      ...cells,
    });
    expect((await importAll(euCsv, text)).entries[0]?.dobs).toEqual(dobs);
  });

  test('have the country of birth as a separate fact if they are persons', async () => {
    const row = { ...PERSON, NameAlias_WholeName: 'A', BirthDate_CountryIso2Code: 'EG' };
    const [entry] = (await importAll(euCsv, csv(row))).entries;
    expect(entry).toMatchObject({ countries: [], facts: { birthPlaces: ['EG'] } });
  });

  test('omit documents known to be false', async () => {
    const text = csv({
      ...PERSON,
      NameAlias_WholeName: 'A',
      Identification_Number: 'K1',
      Identification_KnownFalse: 'true',
    });
    expect((await importAll(euCsv, text)).entries[0]?.identifiers).toEqual({});
  });
});

test('bad rows are reported by their lines, and the rows around them are used', async () => {
  const text = [
    'Entity_LogicalId;NameAlias_WholeName;Entity_SubjectType',
    '1;Ada Obi;P',
    ';Nobody;P',
    '2;',
    '3;;P',
    '4;"Bad;P',
    '1;"Obi; Ada ""Ace""";P',
    '5;Eze;P',
  ].join('\n');
  const { entries, rejections } = await importAll(euCsv, text);
  expect(entries.map(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)])).toEqual(
    [['Ada Obi', 'Obi; Ada "Ace"'], ['Eze']],
  );
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: the row has no usable id of its entry',
    '4: the row has 2 columns, the header 3',
    '6: a quoted cell that begins in this row is never closed',
    '5: the name of 3 is empty',
  ]);
});

test.each([
  ['nothing', ''],
  ['another list', 'id,schema,name\n1,Person,A\n'],
  ['commas', 'Entity_LogicalId,NameAlias_WholeName\n1,A\n'],
  ['a page', '<html><body>Service unavailable</body></html>'],
])('a file of %s is refused', async (_, text) => {
  await expect(importAll(euCsv, text)).rejects.toThrow(/the EU's list has a header row with/);
});

test('files with a repeated column, or in UTF-16, are rejected', async () => {
  const twice = 'Entity_LogicalId;NameAlias_WholeName;namealias_wholename\n1;A;B\n';
  await expect(importAll(euCsv, twice)).rejects.toThrow(/more than one column/);
  const utf16 = source(Buffer.from(`\uFEFF${csv(COMPANY)}`, 'utf16le'));
  await expect(importAll(euCsv, utf16)).rejects.toThrow(/UTF-16; it must be saved as UTF-8/);
});
