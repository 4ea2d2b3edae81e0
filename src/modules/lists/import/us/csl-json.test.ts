import { expect, test } from 'vitest';
import { importAll, source } from '../../../../../test/support/list-formats/import-all.ts';
import { cslJson } from './csl-json.ts';

const PERSON = {
  id: '11001',
  entity_number: '11001',
  source: 'Specially Designated Nationals (SDN) - Treasury Department',
  programs: ['SDGT', 'NPWMD'],
  type: 'Individual',
  name: 'OBI, Ada',
  title: null,
  alt_names: ['EZE, Ada', 'ADA; "THE {ACE}"'],
  nationalities: ['NG'],
  citizenships: ['GH'],
  dates_of_birth: ['1951-06-19', 'circa 1952'],
  places_of_birth: ['Accra, Ghana'],
  addresses: [
    { address: '1 High St', city: 'Lagos', state: null, postal_code: '101', country: 'NG' },
  ],
  ids: [
    { type: 'Passport', number: 'A123456', country: 'NG', issue_date: null, expiration_date: null },
    { type: 'Tax ID No.', number: '7701234' },
    { type: 'Digital Currency Address - XBT', number: '1Kuf2Rd8mQhTQ6Y3YPtPwZLVDMyv1N7pYC' },
    { type: 'Gender', number: 'Female' },
    { type: 'Website', number: 'www.example.com' },
  ],
  remarks: 'Reason',
  source_list_url: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
};
const COMPANY = {
  id: 'e4c2b6',
  source: 'Entity List (EL) - Bureau of Industry and Security',
  name: 'Acme Works',
  alt_names: null,
  addresses: [
    { address: '1 Main St', city: 'Tehran', state: '', postal_code: '', country: 'IR' },
    { address: null, city: null, state: null, postal_code: null, country: 'AE' },
  ],
  federal_register_notice: '76 FR 71867',
  license_policy: 'Presumption of denial.',
};
const SHIP = {
  id: '9',
  source: 'SDN',
  type: 'Vessel',
  name: 'ADA STAR',
  vessel_flag: 'Iran',
  call_sign: 'T2EU4',
  ids: [{ type: 'Vessel Registration Identification', number: 'IMO 9187629' }],
};
const FILE = JSON.stringify(
  { sources: [{ id: 'x', name: 'No Entry' }], total: 3, results: [PERSON, COMPANY, SHIP] },
  null,
  1,
);

test('a record is an entry with all details of the list', async () => {
  const { entries, rejections, omissions } = await importAll(cslJson, FILE);
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toEqual([
    {
      externalId: '11001',
      entityType: 'person',
      name: 'Ada OBI',
      aliases: [
        { name: 'Ada EZE', quality: 'strong', kind: 'aka' },
        { name: 'ADA', quality: 'strong', kind: 'aka' },
        { name: '"THE {ACE}"', quality: 'strong', kind: 'aka' },
      ],
      dobs: ['1951-06-19', '1952~'],
      countries: ['NG', 'GH'],
      identifiers: {
        'passport:NG': 'A123456',
        tax_id: '7701234',
        crypto_xbt: '1Kuf2Rd8mQhTQ6Y3YPtPwZLVDMyv1N7pYC',
      },
      programs: ['Specially Designated Nationals (SDN) - Treasury Department', 'SDGT', 'NPWMD'],
      facts: {
        gender: 'female',
        birthPlaces: ['Accra, Ghana'],
        addresses: ['1 High St, Lagos, 101, NG'],
      },
      raw: PERSON,
    },
    {
      externalId: 'e4c2b6',
      entityType: 'unknown',
      name: 'Acme Works',
      aliases: [],
      dobs: [],
      countries: ['IR', 'AE'],
      identifiers: {},
      programs: ['Entity List (EL) - Bureau of Industry and Security'],
      facts: { addresses: ['1 Main St, Tehran, IR', 'AE'] },
      raw: COMPANY,
    },
    {
      externalId: '9',
      entityType: 'vessel',
      name: 'ADA STAR',
      aliases: [],
      dobs: [],
      countries: ['IR'],
      identifiers: { call_sign: 'T2EU4', imo: '9187629' },
      programs: ['SDN'],
      raw: SHIP,
    },
  ]);
});

test('a file in pieces of any size has the same entries, and a cut at any point is refused', async () => {
  const whole = await importAll(cslJson, FILE);
  const bytes = Buffer.from(FILE);
  const pieces = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  expect(await importAll(cslJson, source(...pieces))).toEqual(whole);
  for (let at = 0; at < bytes.length; at += 11)
    await expect(importAll(cslJson, source(bytes.subarray(0, at)))).rejects.toThrow('is cut off');
});

test('bad records are reported by their lines, and the records around them are used', async () => {
  const { entries, rejections } = await importAll(
    cslJson,
    '{"results": [\n{"id":"1","name":"Ada"},\n{"id":2 "x"},\n{"name":"No Id"},\n7,\n{"id":"1","name":"Ada"},\n{"id":"4","name":"Obi"}\n]}',
  );
  expect(entries.map(({ name }) => name)).toEqual(['Ada', 'Obi']);
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: the line is not JSON',
    '4: the row has no usable id',
    '6: the same id 1 occurs already in line 2',
  ]);
});

test('a file nested too deeply, or without its array, is refused', async () => {
  await expect(importAll(cslJson, '['.repeat(2000))).rejects.toThrow('nested too deeply');
  await expect(importAll(cslJson, '{"data": [{"id": "1"}]}')).rejects.toThrow('no array "results"');
});
