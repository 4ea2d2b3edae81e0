import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { dfatCsv } from './dfat-csv.ts';

test('the rows of a reference are one entry, whose aliases keep their strength', async () => {
  const { entries, rejections, omissions } = await importAll(
    dfatCsv,
    'Reference,Name of Individual or Entity,Type,Name Type,Alias Strength,Date of Birth,Place of Birth,' +
      'Citizenship,Address,Additional Information,Listing Information,IMO Number,Committees,Control Date\r\n' +
      '101,Ada Obi,Individual,Primary Name,,"1 Jan 1960 and 1961",Lagos,"a) Nigeria b) Ghana",,Reason,Listed,,1267 (ISIL),2001\r\n' +
      '102,Acme,Entity,Primary Name,,,,,,,,,Autonomous (Russia),2022\r\n' +
      '101a,A. Obi,Individual,Alias,Weak,,,,,,,,1267 (ISIL),2001\r\n' +
      '101b,Ada Eze,Individual,Formerly known as,Strong,,,,,,,,,2001\r\n' +
      '103,Ada Star,Vessel,Primary Name,,,,,,,,9826902,,2025\r\n',
  );
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toMatchObject([
    {
      externalId: '101',
      entityType: 'person',
      name: 'Ada Obi',
      aliases: [
        { name: 'A. Obi', quality: 'weak', kind: 'aka' },
        { name: 'Ada Eze', quality: 'strong', kind: 'fka' },
      ],
      dobs: ['1960-01-01', '1961'],
      countries: ['NG', 'GH'],
      programs: ['1267 (ISIL)'],
    },
    {
      externalId: '102',
      entityType: 'organization',
      programs: ['Autonomous (Russia)'],
    },
    {
      externalId: '103',
      entityType: 'vessel',
      identifiers: { imo: '9826902' },
    },
  ]);
});

test('two people with one reference are two entries, and this is reported', async () => {
  const { entries, omissions } = await importAll(
    dfatCsv,
    'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth\r\n' +
      '201,Ada Obi,Individual,Primary Name,1960\r\n' +
      '201a,A. Obi,Individual,Alias,\r\n' +
      '201,Emeka Nwosu,Individual,Primary Name,1975\r\n' +
      '201,Obi Ada,Individual,Primary Name,\r\n',
  );
  expect(entries.map(({ externalId, name, dobs }) => [externalId, name, dobs])).toEqual([
    ['201', 'Ada Obi', ['1960']],
    ['201 (2)', 'Emeka Nwosu', ['1975']],
  ]);
  expect(omissions.map(({ reason }) => reason)).toEqual([
    '201 is also the reference of another name: it becomes a separate entry',
  ]);
});
