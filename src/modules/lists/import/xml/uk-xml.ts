/**
 * The UK Sanctions List of the Foreign, Commonwealth & Development Office as XML
 * (https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml): Designation elements of Designations, identified by
 * UniqueID as in the CSV form.
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfName } from '../country-names.ts';
import { datesOf, parseUkDate } from '../dates.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';
import { elementsBelow, textOf, textsBelow, textsOf, toRaw } from './element-text.ts';
import type { XmlElement } from './xml-elements.ts';
import { xmlFormat } from './xml-list.ts';

/** Given names are in Name1 to Name5. Name6 is the surname, or the name of an organization or ship. */
const NAME_PARTS = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];

const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['individual', 'person'],
  ['entity', 'organization'],
  ['ship', 'vessel'],
]);

/** Kinds of identifiers by the element with the number. */
const IDENTIFIER_ELEMENTS: readonly (readonly [string, string])[] = [
  ['PassportNumber', 'passport'],
  ['NationalIdentifierNumber', 'national_id'],
  ['BusinessRegistrationNumber', 'registration'],
  ['IMONumber', 'imo'],
  ['HullIdentificationNumber', 'hin'],
];

type WrittenName = ImportedAlias & { isPrimary: boolean };

/** NameType is "Primary Name", "Primary Name Variation" or "Alias"; only an alias has a strength. */
function nameOf(element: XmlElement): WrittenName {
  const strength = `${textOf(element, 'AliasStrength')} ${textOf(element, 'NameType')}`;
  return {
    name: cleanText(NAME_PARTS.map((part) => textOf(element, part)).join(' ')),
    quality: /low|weak/i.test(strength) ? 'weak' : 'strong',
    kind: 'aka',
    isPrimary: /^primary name$/i.test(textOf(element, 'NameType')),
  };
}

function identifiersOf(designation: XmlElement): Record<string, string> {
  const identifiers = new Identifiers();
  for (const [element, kind] of IDENTIFIER_ELEMENTS) {
    for (const number of textsBelow(designation, element)) identifiers.add(kind, number);
  }
  return identifiers.record;
}

/** Returns a person's nationalities, a ship's flag, or the countries of the addresses of others. */
function countryTexts(designation: XmlElement, entityType: EntityType): string[] {
  const flags = textsBelow(designation, 'CurrentBelievedFlagOfShip');
  if (entityType !== 'person') return [...flags, ...textsBelow(designation, 'AddressCountry')];
  return textsBelow(designation, 'Nationality');
}

/** Parts of a place of birth or an address, the country last. */
const BIRTH_PARTS = ['TownOfBirth', 'CountryOfBirth'];
const ADDRESS_PARTS = [
  ...[1, 2, 3, 4, 5, 6].map((line) => `AddressLine${line}`),
  'AddressPostalCode',
  'AddressCountry',
];

function placesOf(designation: XmlElement, name: string, parts: readonly string[]): string[] {
  return elementsBelow(designation, name).map((place) =>
    parts.flatMap((part) => textsOf(place, part)).join(', '),
  );
}

/** Returns the entry of a designation, or the reason why it has none. */
function toEntry(element: XmlElement, report: (reason: string) => void): ImportedEntry | string {
  const externalId = textOf(element, 'UniqueID');
  if (externalId === '' || externalId.length > MAX_ID_LENGTH)
    return 'the designation has no usable UniqueID';
  const entityType =
    ENTITY_TYPES.get(textOf(element, 'IndividualEntityShip').toLowerCase()) ?? 'unknown';
  // A Names element contains Name elements; a single Name element never contains another.
  const names = elementsBelow(element, 'Name').map(nameOf);
  const aliases = [
    ...names.map(({ name, quality, kind }): ImportedAlias => ({
      name,
      quality,
      kind,
    })),
    ...textsBelow(element, 'NameNonLatinScript').map((name): ImportedAlias => {
      return { name, quality: 'strong', kind: 'aka' };
    }),
  ];
  const written = (names.find(({ isPrimary }) => isPrimary) ?? names[0])?.name;
  const primary = primaryName(`the name of ${externalId}`, written, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  return {
    externalId,
    entityType,
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(new Set(textsBelow(element, 'DOB')), 'DOB', parseUkDate, report),
    countries: countriesOf(countryTexts(element, entityType), countryOfName),
    identifiers: identifiersOf(element),
    programs: [...new Set(textsBelow(element, 'RegimeName'))],
    ...factsField({
      genders: textsBelow(element, 'Gender'),
      birthPlaces: placesOf(element, 'Location', BIRTH_PARTS),
      addresses: placesOf(element, 'Address', ADDRESS_PARTS),
    }),
    raw: toRaw(element),
  };
}

/** The UK Sanctions List as XML. */
export const ukXml = xmlFormat({
  name: 'uk-xml',
  root: 'Designations',
  elements: ['Designation'],
  toEntry,
});
