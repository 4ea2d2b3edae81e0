import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { semaXml } from './sema-xml.ts';
import { ukXml } from './uk-xml.ts';

test("Canada's list has its persons, organizations and ships, by the English part of its names", async () => {
  const { entries, rejections, omissions } = await importAll(
    semaXml,
    `<?xml version="1.0" encoding="UTF-8"?><data-set>
    <record><Country-Pays>Belarus / Bélarus</Country-Pays><LastName-NomDeFamille>Obi</LastName-NomDeFamille>
      <GivenName-Prenom>Ada</GivenName-Prenom><Aliases-Alias>Ada Eze; A. Obi</Aliases-Alias>
      <DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire>1953-09-22</DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire>
      <Schedule-Annexe>1, Part 1</Schedule-Annexe><Item-NumeroDarticle>94</Item-NumeroDarticle></record>
    <record><Country>Russia</Country><EntityOrShip>M/V Ada</EntityOrShip><ShipIMONumber>8517839</ShipIMONumber>
      <DateOfBirthOrShipBuildDate>1986</DateOfBirthOrShipBuildDate><Schedule>1.1</Schedule><Item>2</Item></record>
    <record><Country>Russia</Country><EntityOrShip>Bank Ada</EntityOrShip></record></data-set>`,
  );
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toMatchObject([
    {
      externalId: 'Belarus | 1, Part 1 | 94 | Ada Obi',
      entityType: 'person',
      name: 'Ada Obi',
      aliases: [
        { name: 'Ada Eze', quality: 'strong', kind: 'aka' },
        { name: 'A. Obi', quality: 'strong', kind: 'aka' },
      ],
      dobs: ['1953-09-22'],
      countries: ['BY'],
      programs: ['Belarus / Bélarus'],
      raw: { 'Item-NumeroDarticle': '94' },
    },
    {
      entityType: 'vessel',
      dobs: [],
      countries: ['RU'],
      identifiers: { imo: '8517839' },
    },
    { entityType: 'organization', name: 'Bank Ada', identifiers: {} },
  ]);
});

test('the UK Sanctions List has its names, documents and countries, by type', async () => {
  const { entries, rejections, omissions } = await importAll(
    ukXml,
    `<?xml version="1.0" encoding="utf-8"?><Designations><DateGenerated>24/06/2026</DateGenerated>
    <Designation><UniqueID>AFG0006</UniqueID><OFSIGroupID>7132</OFSIGroupID>
      <Names><Name><Name1>MOHAMMAD</Name1><Name2>HASSAN</Name2><Name6>AKHUND</Name6><NameType>Primary Name</NameType></Name>
        <Name><Name1>M</Name1><Name6>AKHUND</Name6><NameType>Primary Name Variation</NameType></Name>
        <Name><Name6>HASSAN</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name></Names>
      <NonLatinNames><NonLatinName><NameNonLatinScript>محمد حسن</NameNonLatinScript></NonLatinName></NonLatinNames>
      <RegimeName>Afghanistan</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
      <Addresses><Address><AddressCountry>Iran</AddressCountry></Address></Addresses>
      <IndividualDetails><Individual><DOBs><DOB>dd/mm/1958</DOB></DOBs>
        <Nationalities><Nationality>Afghanistan</Nationality></Nationalities>
        <PassportDetails><Passport><PassportNumber>A1234567</PassportNumber></Passport></PassportDetails>
        <BirthDetails><Location><CountryOfBirth>Pakistan</CountryOfBirth></Location></BirthDetails></Individual></IndividualDetails></Designation>
    <Designation><UniqueID>RUS2176</UniqueID><Names><Name><Name6>KOROLEV</Name6><NameType>Primary Name</NameType></Name></Names>
      <IndividualEntityShip>Ship</IndividualEntityShip><ShipDetails><Ship><IMONumbers><IMONumber>9826902</IMONumber></IMONumbers>
        <CurrentBelievedFlagOfShips><CurrentBelievedFlagOfShip>Gabon</CurrentBelievedFlagOfShip></CurrentBelievedFlagOfShips></Ship></ShipDetails></Designation>
    </Designations>`,
  );
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toMatchObject([
    {
      externalId: 'AFG0006',
      entityType: 'person',
      name: 'MOHAMMAD HASSAN AKHUND',
      aliases: [
        { name: 'M AKHUND', quality: 'strong', kind: 'aka' },
        { name: 'HASSAN', quality: 'weak', kind: 'aka' },
        { name: 'محمد حسن', quality: 'strong', kind: 'aka' },
      ],
      dobs: ['1958'],
      countries: ['AF'],
      identifiers: { passport: 'A1234567' },
      programs: ['Afghanistan'],
      raw: { OFSIGroupID: '7132' },
    },
    {
      entityType: 'vessel',
      countries: ['GA'],
      identifiers: { imo: '9826902' },
    },
  ]);
});
