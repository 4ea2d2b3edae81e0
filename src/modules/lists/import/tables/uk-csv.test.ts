import { describe, expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { ukCsv } from './uk-csv.ts';

const fcdoColumns = (
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,' +
  'Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,' +
  'Non-latin script language,Regime Name,Designation Type,Designation source,Address Country,' +
  'D.O.B,Nationality(/ies),National Identifier number,Passport number,Country of birth,' +
  'Business registration number (s),IMO number,Current believed flag of ship'
).split(',');
const ofsiColumns = (
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Non-Latin Script Type,' +
  'Non-Latin Script Language,DOB,Town of Birth,Country of Birth,Nationality,Passport Number,' +
  'Passport Details,National Identification Number,National Identification Details,Position,' +
  'Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,Last Updated,' +
  'Group ID'
).split(',');

function quote(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function csv(
  firstLine: string,
  columns: readonly string[],
  rows: readonly Record<string, string>[],
): string {
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','));
  return [firstLine, columns.join(','), ...lines, ''].join('\r\n');
}

describe('the UK Sanctions List', () => {
  const fcdo = (...rows: Record<string, string>[]): string =>
    csv('Report Date: 24-Jun-2026', fcdoColumns, rows);

  test('makes all rows of a Unique ID one entry', async () => {
    const row = {
      'Last Updated': '26/01/2022',
      'Unique ID': 'AFG0006',
      'Regime Name': 'The Afghanistan (Sanctions) (EU Exit) Regulations 2020',
      'Designation Type': 'Individual',
    };
    const { entries, rejections } = await importAll(
      ukCsv,
      fcdo(
        {
          ...row,
          'Name 6': 'AKHUND',
          'Name 1': 'MOHAMMAD',
          'Name 2': 'HASSAN',
          'Name type': 'Primary Name',
          'Name non-latin script': 'محمد حسن آخوند',
          'D.O.B': 'dd/mm/1958',
          'Nationality(/ies)': 'Afghanistan',
          'Passport number': '(1) A1234567 (2) B1',
        },
        {
          ...row,
          'Name 6': 'AKHUND',
          'Name 1': 'MOHAMMAD',
          'Name 2': 'HASAN',
          'Name type': 'Primary name variation',
          'D.O.B': '01/02/1955',
          'Nationality(/ies)': 'Pakistan',
        },
        { ...row, 'Name 6': 'HASSAN', 'Name type': 'Alias', 'Alias strength': 'Low quality a.k.a' },
        {
          ...row,
          'Name 6': 'AKHUND',
          'Name 1': 'M',
          'Name type': 'Alias',
          'Alias strength': 'Good quality a.k.a',
        },
      ),
    );
    expect(rejections).toEqual([]);
    expect(entries).toEqual([
      {
        externalId: 'AFG0006',
        entityType: 'person',
        name: 'MOHAMMAD HASSAN AKHUND',
        aliases: [
          { name: 'محمد حسن آخوند', quality: 'strong', kind: 'aka' },
          { name: 'MOHAMMAD HASAN AKHUND', quality: 'strong', kind: 'aka' },
          { name: 'HASSAN', quality: 'weak', kind: 'aka' },
          { name: 'M AKHUND', quality: 'strong', kind: 'aka' },
        ],
        dobs: ['1958', '1955-02-01'],
        countries: ['AF', 'PK'],
        identifiers: { passport: 'A1234567', passport_2: 'B1' },
        programs: ['The Afghanistan (Sanctions) (EU Exit) Regulations 2020'],
        raw: { rows: expect.arrayContaining([expect.objectContaining({ 'd.o.b': 'dd/mm/1958' })]) },
      },
    ]);
  });

  test('gives entities the countries of their addresses, and gives ships their flag', async () => {
    const { entries } = await importAll(
      ukCsv,
      fcdo(
        {
          'Unique ID': 'RUS1',
          'Name 6': 'ROSNEFT, PJSC',
          'Name type': 'Primary name',
          'Designation Type': 'Entity',
          'Address Country': 'Russia',
          'Business registration number (s)': '1027700043502',
        },
        {
          'Unique ID': 'RUS2176',
          'Name 6': 'KOROLEV PROSPECT',
          'Name type': 'Primary Name',
          'Designation Type': 'Ship',
          'IMO number': 'IMO9826902',
          'Current believed flag of ship': 'Gabon',
        },
      ),
    );
    expect(entries).toMatchObject([
      {
        entityType: 'organization',
        name: 'ROSNEFT, PJSC',
        countries: ['RU'],
        identifiers: { registration: '1027700043502' },
      },
      { entityType: 'vessel', countries: ['GA'], identifiers: { imo: 'IMO9826902' } },
    ]);
  });
});

describe("OFSI's consolidated list", () => {
  const ofsi = (...rows: Record<string, string>[]): string =>
    csv('Last Updated,05/06/2026,,,', ofsiColumns, rows);

  test('groups rows that are apart, and accepts a primary name that does not come first', async () => {
    const row = {
      'Group ID': '6897',
      'Group Type': 'Individual',
      Regime: "ISIL (Da'esh) and Al-Qaida",
    };
    const { entries } = await importAll(
      ukCsv,
      ofsi(
        { ...row, 'Name 6': 'ABU FATIMA', 'Alias Type': 'AKA', 'Alias Quality': 'Low quality' },
        { 'Group ID': '7', 'Group Type': 'Entity', 'Name 6': 'ACME', 'Alias Type': 'Primary name' },
        {
          ...row,
          'Name 6': 'SALIM',
          'Name 1': 'Ahmed',
          'Alias Type': 'FKA',
          'Alias Quality': 'Good quality',
        },
        {
          ...row,
          'Name 6': 'AL-ZAWAHIRI',
          'Name 1': 'Aiman',
          'Alias Type': 'Primary name',
          DOB: '19/06/1951',
          'Country of Birth': 'Egypt',
          'National Identification Number': '12',
        },
      ),
    );
    expect(entries).toMatchObject([
      {
        externalId: '6897',
        name: 'Aiman AL-ZAWAHIRI',
        aliases: [
          { name: 'ABU FATIMA', quality: 'weak', kind: 'aka' },
          { name: 'Ahmed SALIM', quality: 'strong', kind: 'fka' },
        ],
        dobs: ['1951-06-19'],
        countries: [],
        identifiers: { national_id: '12' },
        programs: ["ISIL (Da'esh) and Al-Qaida"],
      },
      { externalId: '7', entityType: 'organization', name: 'ACME' },
    ]);
  });
});

test('bad rows are reported by their lines', async () => {
  const text =
    'Report Date: 1-Jan-2026\nUnique ID,Name 6,Name type\nA,Obi,Primary name\n,Eze,Alias\nB,"x\nC\nD,Ada,\n';
  const { entries, rejections } = await importAll(ukCsv, text);
  expect(entries.map(({ name }) => name)).toEqual(['Obi', 'Ada']);
  expect(rejections.map(({ line }) => line)).toEqual([4, 5, 6]);
});

test('a file without the header of either list is refused', async () => {
  const rows = Array.from({ length: 9 }, () => 'Name 6,Name 1');
  await expect(importAll(ukCsv, rows.join('\n'))).rejects.toThrow(
    /the list of the United Kingdom has a header row with the columns unique_id/,
  );
});
