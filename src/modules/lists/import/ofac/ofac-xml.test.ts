import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { ofacXml } from './ofac-xml.ts';

function period(from: string, to = from, approximate = false): string {
  const day = (text: string): string => {
    const [year, month, date] = text.split('-');
    return `<Year>${year}</Year><Month>${Number(month)}</Month><Day>${Number(date)}</Day>`;
  };
  return (
    `<DatePeriod CalendarTypeID="1"><Start Approximate="${approximate}"><From>${day(from)}</From><To>${day(from)}</To></Start>` +
    `<End Approximate="${approximate}"><From>${day(to)}</From><To>${day(to)}</To></End></DatePeriod><VersionDetail DetailTypeID="1430"/>`
  );
}

function feature(type: string, version: string): string {
  return `<Feature ID="1" FeatureTypeID="${type}"><FeatureVersion ID="2" ReliabilityID="1"><Comment/>${version}</FeatureVersion></Feature>`;
}

function alias(type: string, flags: string, parts: [group: string, text: string][]): string {
  return `<Alias FixedRef="1" AliasTypeID="${type}" ${flags}><DocumentedName ID="3" DocNameStatusID="1">${parts
    .map(
      ([group, text]) =>
        `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${text}</NamePartValue></DocumentedNamePart>`,
    )
    .join('')}</DocumentedName></Alias>`;
}

const SAMPLE = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
<DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>9</Month><Day>23</Day></DateOfIssue>
<ReferenceValueSets>
 <AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1401">F.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
 <AreaCodeValues><AreaCode ID="11216" CountryID="11216" Description="Venezuela">VE</AreaCode><AreaCode ID="11291" Description="undetermined"/></AreaCodeValues>
 <CountryValues><Country ID="11067" ISO2="RU">Russia</Country><Country ID="11216" ISO2="VE">Venezuela</Country><Country ID="11291">undetermined</Country></CountryValues>
 <DetailReferenceValues><DetailReference ID="91527">Female</DetailReference></DetailReferenceValues>
 <FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="9">Place of Birth</FeatureType>
  <FeatureType ID="10">Nationality Country</FeatureType><FeatureType ID="13">SWIFT/BIC</FeatureType><FeatureType ID="25">Location</FeatureType>
  <FeatureType ID="224">Gender</FeatureType><FeatureType ID="26">Title</FeatureType><FeatureType ID="345">Digital Currency Address - ETH</FeatureType>
  <FeatureType ID="2">Vessel Call Sign</FeatureType><FeatureType ID="3">Vessel Flag</FeatureType></FeatureTypeValues>
 <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType><IDRegDocType ID="1570">Cedula No.</IDRegDocType>
  <IDRegDocType ID="1626">Vessel Registration Identification</IDRegDocType></IDRegDocTypeValues>
 <LocPartTypeValues><LocPartType ID="1">Unknown</LocPartType><LocPartType ID="1451">ADDRESS1</LocPartType>
  <LocPartType ID="1454">CITY</LocPartType><LocPartType ID="1456">POSTAL CODE</LocPartType></LocPartTypeValues>
 <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType>
  <NamePartType ID="1525">Entity Name</NamePartType></NamePartTypeValues>
 <PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType>
  <PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
 <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
 <RelationTypeValues><RelationType ID="15003">Owned or Controlled By</RelationType></RelationTypeValues>
 <SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="2">Block</SanctionsType></SanctionsTypeValues>
</ReferenceValueSets>
<Locations>
 <Location ID="80"><LocationAreaCode AreaCodeID="11291"/></Location>
 <Location ID="500"><LocationAreaCode AreaCodeID="11216"/><LocationCountry CountryID="11216"/>
  <LocationPart LocPartTypeID="1456"><LocationPartValue Primary="true"><Comment/><Value>1010</Value></LocationPartValue></LocationPart>
  <LocationPart LocPartTypeID="1454"><LocationPartValue Primary="false"><Value>Каракас</Value></LocationPartValue>
   <LocationPartValue Primary="true"><Value>Caracas</Value></LocationPartValue></LocationPart>
  <LocationPart LocPartTypeID="1451"><LocationPartValue Primary="true"><Value>1 High St</Value></LocationPartValue></LocationPart></Location>
 <Location ID="600"><LocationPart LocPartTypeID="1"><LocationPartValue Primary="true"><Value>Russia</Value></LocationPartValue></LocationPart></Location>
</Locations>
<IDRegDocuments>
 <IDRegDocument ID="1" IDRegDocTypeID="1570" IdentityID="14494" IssuedBy-CountryID="11216"><Comment/><IDRegistrationNo>5892464</IDRegistrationNo></IDRegDocument>
 <IDRegDocument ID="2" IDRegDocTypeID="1571" IdentityID="14494"><IDRegistrationNo>A 123456</IDRegistrationNo></IDRegDocument>
 <IDRegDocument ID="3" IDRegDocTypeID="1626" IdentityID="93"><IDRegistrationNo>IMO 9187629</IDRegistrationNo></IDRegDocument>
</IDRegDocuments>
<DistinctParties>
 <DistinctParty FixedRef="22790"><Comment>Wanted.</Comment><Profile ID="22790" PartySubTypeID="4">
  <Identity ID="14494" FixedRef="22790" Primary="true" False="false">
   ${alias('1403', 'Primary="true" LowQuality="false"', [
     ['7', 'OBI'],
     ['8', 'Ada'],
   ])}
   <Alias FixedRef="22790" AliasTypeID="1400" Primary="false" LowQuality="false">
    <DocumentedName ID="4"><DocumentedNamePart><NamePartValue NamePartGroupID="7">EZE</NamePartValue></DocumentedNamePart></DocumentedName>
    <DocumentedName ID="5"><DocumentedNamePart><NamePartValue NamePartGroupID="7" ScriptID="220">ОБИ</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
   ${alias('1401', 'Primary="false" LowQuality="true"', [['7', 'ACE']])}
   <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="7" NamePartTypeID="1520"/></MasterNamePartGroup>
    <MasterNamePartGroup><NamePartGroup ID="8" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups></Identity>
  ${feature('224', '<VersionDetail DetailTypeID="1431" DetailReferenceID="91527"/>')}
  ${feature('8', period('1962-11-23'))}${feature('8', period('1963-01-01', '1963-12-31'))}
  ${feature('8', period('1964-02-01', '1964-02-29'))}${feature('8', period('1965-01-01', '1966-12-31'))}
  ${feature('8', period('1967-01-01', '1967-12-31', true))}${feature('8', period('0-0-0'))}
  ${feature('9', '<VersionDetail DetailTypeID="1432">Caracas, Venezuela</VersionDetail>')}
  ${feature('10', '<VersionDetail DetailTypeID="1433"/><VersionLocation LocationID="600"/>')}
  ${feature('25', '<VersionLocation LocationID="500"/>')}${feature('25', '<VersionLocation LocationID="80"/>')}
  ${feature('26', '<VersionDetail DetailTypeID="1432">Minister</VersionDetail>')}
  ${feature('345', '<VersionDetail DetailTypeID="1432">0x098B716B8Aaf21512996dC57EB0615e2383E2f96</VersionDetail>')}
 </Profile></DistinctParty>
 <DistinctParty FixedRef="8002"><Comment/><Profile ID="8002" PartySubTypeID="3"><Identity ID="63" Primary="true">
  ${alias('1403', 'Primary="true" LowQuality="false"', [['9', 'ACME &amp; WORKS BANK']])}
  <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="9" NamePartTypeID="1525"/></MasterNamePartGroup></NamePartGroups></Identity>
  ${feature('13', '<VersionDetail DetailTypeID="1432">ACMERUMM</VersionDetail>')}</Profile></DistinctParty>
 <DistinctParty FixedRef="9003"><Profile ID="9003" PartySubTypeID="1"><Identity ID="93" Primary="true">
  ${alias('1403', 'Primary="true" LowQuality="false"', [['1', 'ADA STAR']])}</Identity>
  ${feature('2', '<VersionDetail>T2EU4</VersionDetail>')}${feature('3', '<VersionLocation LocationID="600"/>')}</Profile></DistinctParty>
</DistinctParties>
<ProfileRelationships><ProfileRelationship ID="1" From-ProfileID="9003" To-ProfileID="8002" RelationTypeID="15003"/></ProfileRelationships>
<SanctionsEntries>
 <SanctionsEntry ID="1" ProfileID="22790" ListID="1550"><EntryEvent ID="1"><Comment/></EntryEvent>
  <SanctionsMeasure ID="1" SanctionsTypeID="2"><Comment/></SanctionsMeasure>
  <SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>VENEZUELA</Comment></SanctionsMeasure>
  <SanctionsMeasure ID="3" SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry>
</SanctionsEntries></Sanctions>`;

test('a party is an entry, with the words, places, documents and programmes to which it refers', async () => {
  const { entries, rejections, omissions } = await importAll(ofacXml, SAMPLE);
  expect(rejections).toEqual([]);
  expect(omissions.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^Birthdate "0 0 0.*cannot be read as a date$/),
  ]);
  expect(entries).toEqual([
    {
      externalId: '22790',
      entityType: 'person',
      name: 'Ada OBI',
      aliases: [
        { name: 'EZE', quality: 'strong', kind: 'aka' },
        { name: 'ОБИ', quality: 'strong', kind: 'aka' },
        { name: 'ACE', quality: 'weak', kind: 'fka' },
      ],
      dobs: ['1962-11-23', '1963', '1964-02', '1965/1966', '1967~'],
      countries: ['RU'],
      identifiers: {
        'cedula:VE': '5892464',
        passport: 'A 123456',
        crypto_eth: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96',
      },
      programs: ['VENEZUELA', 'SDGT'],
      facts: {
        gender: 'female',
        birthPlaces: ['Caracas, Venezuela'],
        addresses: ['1 High St, Caracas, 1010, Venezuela'],
      },
      raw: {
        remarks: ['Wanted.'],
        documents: [
          { type: 'Cedula No.', number: '5892464', country: 'VE' },
          { type: 'Passport', number: 'A 123456', country: undefined },
        ],
        features: expect.objectContaining({ Title: ['Minister'], Gender: ['Female'] }),
      },
    },
    {
      externalId: '8002',
      entityType: 'organization',
      name: 'ACME & WORKS BANK',
      aliases: [],
      dobs: [],
      countries: [],
      identifiers: { swift_bic: 'ACMERUMM' },
      programs: [],
      raw: { features: { 'SWIFT/BIC': ['ACMERUMM'] } },
    },
    {
      externalId: '9003',
      entityType: 'vessel',
      name: 'ADA STAR',
      aliases: [],
      dobs: [],
      countries: ['RU'],
      identifiers: { imo: '9187629', call_sign: 'T2EU4' },
      programs: [],
      raw: {
        documents: [
          { type: 'Vessel Registration Identification', number: 'IMO 9187629', country: undefined },
        ],
        features: { 'Vessel Call Sign': ['T2EU4'], 'Vessel Flag': ['Russia'] },
        relations: [{ relation: 'Owned or Controlled By', profile: '8002' }],
      },
    },
  ]);
});
