import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { cslCsv } from './csl-csv.ts';

test('a row is an entry, with its numbers in either order of label and number', async () => {
  const { entries, rejections, omissions } = await importAll(
    cslCsv,
    '_id,source,entity_number,type,programs,name,title,addresses,call_sign,vessel_flag,remarks,alt_names,citizenships,' +
      'dates_of_birth,nationalities,places_of_birth,ids\n' +
      'a1,Specially Designated Nationals (SDN) - Treasury Department,7,Individual,SDGT; NPWMD,"OBI, Ada",,"Lagos, NG",,,' +
      'Reason,"EZE, Ada; Ada",,1951-06-19; 1952,NG,"Accra, Ghana","A123, Passport, NG; 770, Tax ID No.; a@b.example, Email Address"\n' +
      'b2,Entity List (EL) - Bureau of Industry and Security,,,,Acme Works,,"1 Main St, Tehran, IR",,,,,,,,,\n' +
      'c3,SDN,9,Vessel,IRAN,ADA STAR,,,T2EU4,Iran,,,,,,,"Vessel Registration Identification, IMO 9187629"\n',
  );
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toMatchObject([
    {
      externalId: 'a1',
      entityType: 'person',
      name: 'Ada OBI',
      aliases: [{ name: 'Ada EZE' }, { name: 'Ada' }],
      dobs: ['1951-06-19', '1952'],
      countries: ['NG'],
      identifiers: { 'passport:NG': 'A123', tax_id: '770' },
      programs: ['Specially Designated Nationals (SDN) - Treasury Department', 'SDGT', 'NPWMD'],
      raw: { remarks: 'Reason' },
    },
    {
      externalId: 'b2',
      entityType: 'unknown',
      countries: ['IR'],
      identifiers: {},
    },
    {
      externalId: 'c3',
      entityType: 'vessel',
      countries: ['IR'],
      identifiers: { call_sign: 'T2EU4', imo: '9187629' },
    },
  ]);
});
