import { describe, expect, test } from 'vitest';
import { genderOf } from '../../../../matching/facts/listed.ts';
import { genericCsv } from '../generic-csv.ts';
import { dfatCsv } from '../tables/dfat-csv.ts';
import { euCsv } from '../tables/eu-csv.ts';
import { ukCsv } from '../tables/uk-csv.ts';
import { ofacCsv } from '../ofac/ofac-csv.ts';
import { ftmJson } from '../opensanctions/ftm-json.ts';
import { opensanctionsSimple } from '../opensanctions/opensanctions-simple.ts';
import { senzingJson } from '../opensanctions/senzing-json.ts';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { unXml } from '../un/un-xml.ts';
import { cslCsv } from '../us/csl-csv.ts';
import { ukXml } from '../xml/uk-xml.ts';

const OFAC =
  '1,"OBI, Ada",individual,"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,' +
  '"DOB 1970; POB Giza, Egypt; alt. POB Lagos, Nigeria; Gender Female; Linked To: X."\n';
const UN = `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>
  <REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER><FIRST_NAME>Ada</FIRST_NAME><SECOND_NAME>Obi</SECOND_NAME>
  <GENDER>Female</GENDER>
  <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Giza</CITY><COUNTRY>Egypt</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
  <INDIVIDUAL_ADDRESS><COUNTRY>Nigeria</COUNTRY><STREET>1 High St</STREET><CITY>Lagos</CITY></INDIVIDUAL_ADDRESS>
  </INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
const UK =
  'Unique ID,Name 6,Name 1,Name type,Designation Type,Gender,Town of birth,Country of birth,Address Line 1,' +
  'Address Line 2,Address Postal Code,Address Country\n' +
  'RUS1,Obi,Ada,Primary name,Individual,Female,(1) Giza (2) Lagos,(1) Egypt (2) Nigeria,1 High St,Lagos,101,Nigeria\n';
const EU =
  'Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;NameAlias_Gender;BirthDate_Place;BirthDate_City;' +
  'BirthDate_CountryIso2Code;BirthDate_CountryDescription;Address_Street;Address_City;Address_ZipCode;Address_CountryIso2Code\n' +
  '13;P;Ada Obi;F;;Giza;EG;EGYPT;;;;\n13;P;;;;;;;1 High St;Lagos;101;NG\n';
const FTM = `${JSON.stringify({
  id: 'Q1',
  schema: 'Person',
  properties: {
    name: ['Ada Obi'],
    gender: ['female'],
    birthPlace: ['Giza, Egypt'],
    address: ['1 High St, Lagos'],
    addressEntity: [{ id: 'a', schema: 'Address', properties: { full: ['2 High St, Lagos'] } }],
  },
})}\n`;
const SIMPLE =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers\n' +
  'Q1,Person,Ada Obi,,,,"1 High St, Lagos;2 High St, Lagos",\n';
const UK_XML = `<Designations><Designation><UniqueID>1</UniqueID><Names><Name><Name6>Ada Obi</Name6></Name></Names>
  <Addresses><Address><AddressLine1>1 High St</AddressLine1><AddressLine6>Lagos</AddressLine6>
  <AddressPostalCode>101</AddressPostalCode><AddressCountry>Nigeria</AddressCountry></Address></Addresses>
  <IndividualDetails><Individual><Genders><Gender>Female</Gender></Genders><BirthDetails>
  <Location><TownOfBirth>Giza</TownOfBirth><CountryOfBirth>Egypt</CountryOfBirth></Location>
  <Location><CountryOfBirth>Nigeria</CountryOfBirth></Location></BirthDetails></Individual></IndividualDetails>
  </Designation></Designations>`;
const DFAT =
  'Reference,Name of Individual or Entity,Type,Name Type,Place of Birth,Address\n' +
  '1,Ada Obi,Individual,Primary Name,"a) Giza, Egypt b) Lagos, Nigeria","1 High St, Lagos, Nigeria"\n';
const SENZING = `${JSON.stringify({
  RECORD_ID: '1',
  NAME_FULL: 'Ada Obi',
  GENDER: 'F',
  FEATURES: [{ PLACE_OF_BIRTH: 'Giza, Egypt' }],
  ADDRESSES: [
    { ADDR_FULL: '1 High St, Lagos' },
    { ADDR_LINE1: '2 High St', ADDR_CITY: 'Lagos', ADDR_POSTAL_CODE: '101', ADDR_COUNTRY: 'NG' },
  ],
})}\n`;
const CSL =
  '_id,source,type,name,alt_names,addresses,places_of_birth,ids\n' +
  '1,SDN,Individual,"OBI, Ada",,"1 High St, Lagos, NG; 2 High St, Lagos, NG","Giza, Egypt","Gender, Female"\n';
const CSV =
  'name,gender,birth_place,addresses\nAda Obi,W,"Giza, Egypt;Lagos",\nAda Obu,F,,"1 High St; 2 High St"\n';

describe('the facts that lists give', () => {
  test.each([
    [ofacCsv, OFAC, { gender: 'female', birthPlaces: ['Giza, Egypt', 'Lagos, Nigeria'] }],
    [
      unXml,
      UN,
      { gender: 'female', birthPlaces: ['Giza, Egypt'], addresses: ['1 High St, Lagos, Nigeria'] },
    ],
    [
      ukCsv,
      UK,
      {
        gender: 'female',
        birthPlaces: ['Giza, Egypt', 'Lagos, Nigeria'],
        addresses: ['1 High St, Lagos, 101, Nigeria'],
      },
    ],
    [
      euCsv,
      EU,
      { gender: 'female', birthPlaces: ['Giza, EG'], addresses: ['1 High St, Lagos, 101, NG'] },
    ],
    [
      ftmJson,
      FTM,
      {
        gender: 'female',
        birthPlaces: ['Giza, Egypt'],
        addresses: ['1 High St, Lagos', '2 High St, Lagos'],
      },
    ],
    [opensanctionsSimple, SIMPLE, { addresses: ['1 High St, Lagos', '2 High St, Lagos'] }],
    [
      ukXml,
      UK_XML,
      {
        gender: 'female',
        birthPlaces: ['Giza, Egypt', 'Nigeria'],
        addresses: ['1 High St, Lagos, 101, Nigeria'],
      },
    ],
    [
      dfatCsv,
      DFAT,
      { birthPlaces: ['Giza, Egypt', 'Lagos, Nigeria'], addresses: ['1 High St, Lagos, Nigeria'] },
    ],
    [
      senzingJson,
      SENZING,
      {
        gender: 'female',
        birthPlaces: ['Giza, Egypt'],
        addresses: ['1 High St, Lagos', '2 High St, Lagos, 101, NG'],
      },
    ],
    [
      cslCsv,
      CSL,
      {
        gender: 'female',
        birthPlaces: ['Giza, Egypt'],
        addresses: ['1 High St, Lagos, NG', '2 High St, Lagos, NG'],
      },
    ],
    [genericCsv, CSV, { birthPlaces: ['Giza, Egypt', 'Lagos'] }],
  ])('are read from $name', async (format, text, facts) => {
    const { entries } = await importAll(format, text);
    expect(entries[0]!.facts).toEqual(facts);
  });

  test('are omitted if a list has none, or if its genders are unknown or contradict', async () => {
    const { entries } = await importAll(genericCsv, 'name,gender\nAda Obi,\nAda Obu,unknown\n');
    expect(entries.map((entry) => 'facts' in entry)).toEqual([false, false]);
    const both = FTM.replace('["female"]', '["female","male"]');
    expect((await importAll(ftmJson, both)).entries[0]!.facts).not.toHaveProperty('gender');
    expect(['Male', 'M.', 'f', 'other', undefined].map(genderOf)).toEqual([
      'male',
      'male',
      'female',
      undefined,
      undefined,
    ]);
  });
});
