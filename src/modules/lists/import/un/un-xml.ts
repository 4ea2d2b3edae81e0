/**
 * The consolidated list of the United Nations Security Council as XML
 * (https://scsanctions.un.org/resources/xml/en/consolidated.xml): INDIVIDUAL and ENTITY elements of a
 * CONSOLIDATED_LIST. REFERENCE_NUMBER ("QDi.006") identifies an entry; the committees call it permanent.
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfName } from '../country-names.ts';
import { dateOfParts, parseIsoDate, yearRange } from '../dates.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, quote, usableAliases } from '../names.ts';
import type { ImportedAlias, ImportedEntry } from '../types.ts';
import { namesOf } from './un-names.ts';
import { childrenOf, textOf, textsOf, toRaw } from '../xml/element-text.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { xmlFormat } from '../xml/xml-list.ts';

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/**
 * Reads EXACT, APPROXIMATELY or BETWEEN, with a DATE, a YEAR or FROM_YEAR and TO_YEAR. If only a NOTE has a date
 * ("Between Aug. and Sep. 1977"), the date is approximately the one year in it.
 */
function dobOf(element: XmlElement): string | undefined {
  const range = yearRange(textOf(element, 'FROM_YEAR'), textOf(element, 'TO_YEAR'));
  if (range !== undefined) return range;
  const date = parseIsoDate(textOf(element, 'DATE')) ?? dateOfParts(textOf(element, 'YEAR'));
  const [noted, ...others] = textOf(element, 'NOTE').match(/\b(?:19|20)\d{2}\b/g) ?? [];
  if (date === undefined) return noted === undefined || others.length > 0 ? undefined : `${noted}~`;
  return textOf(element, 'TYPE_OF_DATE') === 'APPROXIMATELY' ? `${date.slice(0, 4)}~` : date;
}

const DOB_PARTS = ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR', 'NOTE'];

/** Returns the dates without duplicates. Reports an unreadable date; the list has many empty ones. */
function dobsOf(elements: readonly XmlElement[], report: (reason: string) => void): string[] {
  const dobs = elements.map((element) => {
    const dob = dobOf(element);
    const said = DOB_PARTS.map((part) => textOf(element, part)).filter((text) => text !== '');
    if (dob === undefined && said.length > 0)
      report(`INDIVIDUAL_DATE_OF_BIRTH ${quote(said.join(' '))} cannot be read as a date`);
    return dob;
  });
  return [...new Set(dobs.filter((dob) => dob !== undefined))];
}

/** "Good", "Low", "a.k.a." or "f.k.a.", and empty where there is no alias. */
function aliasesOf(element: XmlElement, isPerson: boolean): ImportedAlias[] {
  const quality = textOf(element, 'QUALITY').toLowerCase();
  const kind = quality === 'f.k.a.' ? 'fka' : 'aka';
  return namesOf(textOf(element, 'ALIAS_NAME'), isPerson).map((alias): ImportedAlias => {
    return {
      name: alias.name,
      quality: quality === 'low' ? 'weak' : alias.quality,
      kind,
    };
  });
}

/** Returns passports, and national identification numbers of all kinds. */
function identifiersOf(entry: XmlElement): Record<string, string> {
  const identifiers = new Identifiers();
  for (const document of childrenOf(entry, 'INDIVIDUAL_DOCUMENT')) {
    const number = textOf(document, 'NUMBER');
    const isPassport = /pass?e?port|pasaporte/i.test(textOf(document, 'TYPE_OF_DOCUMENT'));
    const issuer = textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE');
    if (number !== '')
      identifiers.add(isPassport ? 'passport' : 'national_id', number, countryOfName(issuer));
  }
  return identifiers.record;
}

/** Returns a person's nationalities, or the countries of an entity's addresses. */
function countryTexts(entry: XmlElement, isPerson: boolean): string[] {
  const countries = (name: string): string[] =>
    childrenOf(entry, name).flatMap((part) => textsOf(part, 'COUNTRY'));
  if (!isPerson) return countries('ENTITY_ADDRESS');
  return childrenOf(entry, 'NATIONALITY').flatMap((part) => textsOf(part, 'VALUE'));
}

/** Returns the parts of a place or an address, the country last. */
const PLACE_PARTS = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'];

function placesOf(entry: XmlElement, name: string): string[] {
  return childrenOf(entry, name).map((place) =>
    PLACE_PARTS.flatMap((part) => textsOf(place, part)).join(', '),
  );
}

/** Returns the entry of an element, or the reason why it has none. */
function toEntry(element: XmlElement, report: (reason: string) => void): ImportedEntry | string {
  const isPerson = element.name === 'INDIVIDUAL';
  const externalId = textOf(element, 'REFERENCE_NUMBER') || textOf(element, 'DATAID');
  if (externalId === '' || externalId.length > MAX_ID_LENGTH) {
    return 'the entry has no usable REFERENCE_NUMBER';
  }
  const text = NAME_PARTS.map((part) => textOf(element, part)).join(' ');
  const names = namesOf(text, isPerson);
  // The name of an entity keeps its acronym in brackets; the name without it is an alias.
  const written = isPerson ? (names[0]?.name ?? '') : cleanText(text.split(';')[0] ?? '');
  const originals = textsOf(element, 'NAME_ORIGINAL_SCRIPT');
  const aliases = [
    ...[...names, ...originals.flatMap((original) => namesOf(original, isPerson))].map(
      (alias): ImportedAlias => ({ ...alias, kind: 'aka' }),
    ),
    ...childrenOf(element, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS').flatMap((alias) =>
      aliasesOf(alias, isPerson),
    ),
  ];
  const primary = primaryName(`the name of ${externalId}`, written, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  return {
    externalId,
    entityType: isPerson ? 'person' : 'organization',
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: dobsOf(childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH'), report),
    countries: countriesOf(countryTexts(element, isPerson), countryOfName),
    identifiers: identifiersOf(element),
    programs: textsOf(element, 'UN_LIST_TYPE'),
    ...factsField({
      genders: textsOf(element, 'GENDER'),
      birthPlaces: placesOf(element, 'INDIVIDUAL_PLACE_OF_BIRTH'),
      addresses: placesOf(element, isPerson ? 'INDIVIDUAL_ADDRESS' : 'ENTITY_ADDRESS'),
    }),
    raw: toRaw(element),
  };
}

/** The UN Security Council's consolidated list. */
export const unXml = xmlFormat({
  name: 'un-xml',
  root: 'CONSOLIDATED_LIST',
  elements: ['INDIVIDUAL', 'ENTITY'],
  toEntry,
});
