import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { HeldElements } from './held-elements.ts';
import { secoXml } from './seco-xml.ts';

const SAMPLE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<swiss-sanctions-list list-type="whole-list" date="2026-09-28">
<sanctions-program ssid="20" version-date="2026-05-21"><program-key lang="ger">Weissrussland</program-key>
  <program-key lang="eng">Belarus</program-key><program-name lang="eng">Ordinance on measures against Belarus</program-name>
  <origin>EU</origin><sanctions-set ssid="4387" lang="ger">Anhang 13</sanctions-set>
  <sanctions-set ssid="4387" lang="eng">Annex 13</sanctions-set></sanctions-program>
<sanctions-program ssid="30"><program-name lang="eng">Ordinance on Iran</program-name><sanctions-set ssid="500"/></sanctions-program>
<target ssid="100" sanctions-set-id="4387">
  <foreign-identifier>EU.1</foreign-identifier>
  <modification modification-type="amended" publication-date="2024-01-02" effective-date="2024-01-03">
    <removed><individual><identity ssid="1" main="true"><name ssid="9" name-type="alias"><name-part order="1"><value>Old Name</value></name-part></name></identity></individual></removed>
  </modification>
  <modification modification-type="listed" publication-date="2022-03-16" effective-date="2022-03-16"/>
  <individual sex="female">
    <identity ssid="1" main="true">
      <name ssid="2" name-type="primary-name" quality="good" lang="eng">
        <name-part ssid="3" order="2" name-part-type="given-name"><value>Ada</value>
          <spelling-variant lang="bel" script="CYRL">Ада</spelling-variant></name-part>
        <name-part ssid="4" order="1" name-part-type="family-name"><value>Obi</value>
          <spelling-variant lang="eng" script="LATN">Oby</spelling-variant>
          <spelling-variant lang="eng" script="LATN">Obbi</spelling-variant>
          <spelling-variant lang="bel" script="CYRL">Оби</spelling-variant></name-part>
        <name-part ssid="5" order="3" name-part-type="title"><value>Dr</value></name-part>
      </name>
      <name ssid="6" name-type="alias" quality="low"><name-part order="1" name-part-type="whole-name"><value>Ace</value></name-part></name>
      <day-month-year ssid="7" day="30" month="8" year="1954"/><day-month-year ssid="8" year="1955"/>
      <day-month-year ssid="8" year="unknown"/>
      <nationality ssid="9"><country iso-code="BY">Belarus</country></nationality>
      <place-of-birth ssid="10" place-id="900"/>
      <address ssid="11" main="true" place-id="901"><address-details>1 High St</address-details><zip-code>101</zip-code></address>
      <identification-document ssid="12" document-type="diplomatic-passport"><number>A 123456</number>
        <issuer code="BY">Belarus</issuer><expiry-date>2030-01-01</expiry-date></identification-document>
      <identification-document ssid="13" document-type="id-card"><number>77012</number></identification-document>
    </identity>
    <identity ssid="14" main="false">
      <name ssid="15" name-type="formerly-known-as"><name-part order="1" name-part-type="whole-name"><value>Ada Eze</value></name-part></name>
    </identity>
    <justification ssid="16">Minister.</justification>
  </individual>
</target>
<target ssid="200"><sanctions-set-id>4387</sanctions-set-id><sanctions-set-id>500</sanctions-set-id>
  <entity><identity ssid="201" main="true">
    <name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>Acme &amp; Works Bank</value></name-part></name>
    <address place-id="901"/></identity>
    <other-information>SWIFT codes: ACMEBY2X (Minsk branch), ACMEAEAD and 5040942458</other-information>
    <other-information>State registration number: 1027700132195</other-information>
    <other-information>Taxpayer identification number: 7707083893.</other-information>
    <other-information>Swift Investments is another.</other-information></entity>
  <modification modification-type="listed" effective-date="2022-03-16"/>
</target>
<target ssid="300" sanctions-set-id="500">
  <object object-type="vessel"><identity ssid="301" main="true">
    <name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>ADA STAR</value></name-part></name></identity>
    <other-information>IMO number: 9187629</other-information></object>
</target>
<target ssid="400" sanctions-set-id="500">
  <modification modification-type="amended" effective-date="2025-06-03"/>
  <modification modification-type="de-listed" effective-date="2025-06-20"/>
  <individual><identity main="true"><name name-type="primary-name"><name-part order="1"><value>Off List</value></name-part></name></identity></individual>
</target>
<place ssid="900"><location>Giza</location><country iso-code="EG">Egypt</country></place>
<place ssid="901"><location>Minsk</location><area>Minsk Region</area><country iso-code="BY">Belarus</country></place>
</swiss-sanctions-list>`;

test("Switzerland's list has its targets with their programmes and places, and none that was removed", async () => {
  const { entries, rejections, omissions } = await importAll(secoXml, SAMPLE);
  expect(rejections).toEqual([]);
  expect(omissions.map(({ reason }) => reason)).toEqual([
    'day-month-year "unknown" cannot be read as a date',
  ]);
  expect(entries).toMatchObject([
    {
      externalId: '100',
      entityType: 'person',
      name: 'Obi Ada',
      aliases: [
        { name: 'Oby Ada', quality: 'strong', kind: 'aka' },
        { name: 'Obbi Ada', quality: 'strong', kind: 'aka' },
        { name: 'Оби Ада', quality: 'strong', kind: 'aka' },
        { name: 'Ace', quality: 'weak', kind: 'aka' },
        { name: 'Ada Eze', quality: 'strong', kind: 'fka' },
      ],
      dobs: ['1954-08-30', '1955'],
      countries: ['BY'],
      identifiers: { 'passport:BY': 'A 123456', national_id: '77012' },
      programs: ['Belarus'],
      facts: {
        gender: 'female',
        birthPlaces: ['Giza, Egypt'],
        addresses: ['1 High St, 101, Minsk, Minsk Region, Belarus'],
      },
      raw: {
        ssid: '100',
        'foreign-identifier': 'EU.1',
        individual: { sex: 'female', justification: { ssid: '16', text: 'Minister.' } },
      },
    },
    {
      externalId: '200',
      entityType: 'organization',
      name: 'Acme & Works Bank',
      dobs: [],
      countries: ['BY'],
      identifiers: {
        swift_bic: 'ACMEBY2X',
        swift_bic_2: 'ACMEAEAD',
        registration: '1027700132195',
        tax_id: '7707083893',
      },
      programs: ['Belarus', 'Ordinance on Iran'],
    },
    { externalId: '300', entityType: 'vessel', identifiers: { imo: '9187629' } },
  ]);
  expect(entries[0]?.raw).not.toHaveProperty('modification');
});

test('a name with more parts or scripts than any real one is read up to a limit, and the report mentions it', async () => {
  const many = (count: number, of: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => of(i)).join('');
  const variants = many(25, (i) => `<spelling-variant script="S${i}">Ada${i}</spelling-variant>`);
  const parts = many(
    25,
    (i) => `<name-part order="${i}"><value>P${i}</value>${variants}</name-part>`,
  );
  const target = `<target ssid="1"><individual><identity main="true"><name name-type="primary-name">${parts}</name></identity></individual></target>`;
  const page = SAMPLE.replace('<target ssid="100"', `${target}<target ssid="100"`);
  const { entries, omissions } = await importAll(secoXml, page);
  expect(omissions.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      'a name has 25 parts; 20 are read',
      'a name has 25 languages and scripts; 20 are read',
    ]),
  );
  expect(entries[0]!.name).toMatch(/^P0 .* P19$/);
  expect(entries[0]!.aliases).toHaveLength(20);
});

test('a file with a part of the list is refused', async () => {
  const part = SAMPLE.replace('whole-list', 'delta');
  await expect(importAll(secoXml, part)).rejects.toThrow('"delta" and not the whole list');
});

test('elements are kept in memory up to a limit', () => {
  const held = new HeldElements(100);
  const element = { name: 'a', attributes: {}, line: 1, text: '', children: [] };
  held.add(element);
  expect(() => held.add(element)).toThrow('larger than any list');
  expect([...held.take()]).toEqual([element]);
  expect([...held.take()]).toEqual([]);
});
