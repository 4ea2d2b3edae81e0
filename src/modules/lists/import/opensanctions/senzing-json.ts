/**
 * Records of Senzing's entity specification as JSON, one per line (https://senzing.com/docs/entity_specification):
 * DATA_SOURCE, RECORD_ID and the attributes of features. The attributes are in the record, in FEATURES, or in
 * separate lists such as NAMES and ADDRESSES. OpenSanctions publishes its lists in this form too.
 */
import {
  factsField,
  Identifiers,
  isObject,
  type JsonObject,
  kindOf,
} from '../../../../matching/index.ts';
import { countriesOf, countryOfCode, countryOfName } from '../country-names.ts';
import { datesOf, parseIsoDate, parseUkDate } from '../dates.ts';
import { columnKey } from '../generic-header.ts';
import { listFormat } from '../list-format.ts';
import { readLines } from '../lines.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import { ImportFormatError } from '../types.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';
import { MAX_OBJECT_BYTES, parseObject } from '../json/json-line.ts';

const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['PERSON', 'person'],
  ['ORGANIZATION', 'organization'],
  ['VESSEL', 'vessel'],
  ['AIRCRAFT', 'aircraft'],
]);

/** Attributes of numbers by our kinds, each with the attribute of the issuing country. */
const NUMBERS: readonly (readonly [string, string, string])[] = [
  ['PASSPORT_NUMBER', 'passport', 'PASSPORT_COUNTRY'],
  ['NATIONAL_ID_NUMBER', 'national_id', 'NATIONAL_ID_COUNTRY'],
  ['TAX_ID_NUMBER', 'tax_id', 'TAX_ID_COUNTRY'],
  ['SSN_NUMBER', 'ssn', ''],
  ['DRIVERS_LICENSE_NUMBER', 'drivers_license', 'DRIVERS_LICENSE_COUNTRY'],
  ['LEI_NUMBER', 'lei', ''],
  ['DUNS_NUMBER', 'duns', ''],
  ['NPI_NUMBER', 'npi', ''],
  ['IMO_NUMBER', 'imo', ''],
  ['MMSI_NUMBER', 'mmsi', ''],
  ['CALL_SIGN', 'call_sign', ''],
  ['OTHER_ID_NUMBER', 'other', 'OTHER_ID_COUNTRY'],
];

/** Attributes of countries, most informative first. A record gets those of the first group that has any. */
const COUNTRIES: readonly (readonly string[])[] = [
  ['NATIONALITY', 'CITIZENSHIP'],
  ['REGISTRATION_COUNTRY', 'ADDR_COUNTRY', 'COUNTRY_OF_ASSOCIATION'],
];

/** Parts of an address that has no ADDR_FULL, the country last. */
const ADDRESS_PARTS = [
  ...[1, 2, 3, 4, 5, 6].map((line) => `ADDR_LINE${line}`),
  'ADDR_CITY',
  'ADDR_STATE',
  'ADDR_POSTAL_CODE',
  'ADDR_COUNTRY',
];

const NAME_PARTS = ['NAME_FIRST', 'NAME_MIDDLE', 'NAME_LAST', 'NAME_SUFFIX'];

function textOf(feature: JsonObject, attribute: string): string {
  const value = Object.hasOwn(feature, attribute) ? feature[attribute] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
}

/** Returns the record, and the objects of its lists. */
function featuresOf(record: JsonObject): JsonObject[] {
  return [record, ...Object.values(record).filter(Array.isArray).flat().filter(isObject)];
}

type WrittenName = ImportedAlias & { isPrimary: boolean };

/** NAME_TYPE is PRIMARY, AKA, FORMER, LOW_QUALITY and others. If none is PRIMARY, the first name is. */
function nameOf(feature: JsonObject): WrittenName {
  const type = textOf(feature, 'NAME_TYPE').toUpperCase();
  const parts = NAME_PARTS.map((part) => textOf(feature, part)).join(' ');
  return {
    name: textOf(feature, 'NAME_FULL') || textOf(feature, 'NAME_ORG') || cleanText(parts),
    quality: /LOW|WEAK/.test(type) ? 'weak' : 'strong',
    kind: /FORMER|PREVIOUS/.test(type) ? 'fka' : 'aka',
    isPrimary: type === 'PRIMARY',
  };
}

function addressOf(feature: JsonObject): string {
  const parts = ADDRESS_PARTS.map((part) => textOf(feature, part));
  return textOf(feature, 'ADDR_FULL') || parts.filter((part) => part !== '').join(', ');
}

function countryOf(text: string): string | undefined {
  return countryOfCode(text) ?? countryOfName(text);
}

function countriesIn(features: readonly JsonObject[]): string[] {
  for (const group of COUNTRIES) {
    const texts = features.flatMap((feature) => group.map((name) => textOf(feature, name)));
    const countries = countriesOf(texts, countryOf);
    if (countries.length > 0) return countries;
  }
  return [];
}

/** OTHER_ID_TYPE is free text ("INN", "Registration Number"). */
function otherKind(type: string): string {
  const key = columnKey(type);
  return kindOf(key) === undefined ? 'other' : key;
}

function identifiersOf(features: readonly JsonObject[]): Record<string, string> {
  const identifiers = new Identifiers();
  for (const feature of features) {
    for (const [attribute, kind, country] of NUMBERS) {
      const number = textOf(feature, attribute);
      const key = kind === 'other' ? otherKind(textOf(feature, 'OTHER_ID_TYPE')) : kind;
      if (number !== '') identifiers.add(key, number, countryOf(textOf(feature, country)));
    }
  }
  return identifiers.record;
}

function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

/** Returns the entry of a record, or the reason why it has none. */
function toEntry(record: JsonObject, report: (reason: string) => void): ImportedEntry | string {
  const externalId = textOf(record, 'RECORD_ID');
  if (externalId === '' || externalId.length > MAX_ID_LENGTH)
    return 'the record has no usable RECORD_ID';
  const features = featuresOf(record);
  const names = features.map(nameOf).filter(({ name }) => name !== '');
  const aliases = names.map(({ name, quality, kind }): ImportedAlias => ({
    name,
    quality,
    kind,
  }));
  const written = (names.find(({ isPrimary }) => isPrimary) ?? names[0])?.name;
  const primary = primaryName(`the name of ${externalId}`, written, aliases, report);
  if ('problem' in primary) return primary.problem;
  const all = (attribute: string): string[] =>
    features.map((feature) => textOf(feature, attribute)).filter((text) => text !== '');
  const { name } = primary;
  const type = all('RECORD_TYPE')[0] ?? '';
  return {
    externalId,
    entityType: ENTITY_TYPES.get(type.toUpperCase()) ?? 'unknown',
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(all('DATE_OF_BIRTH'), 'DATE_OF_BIRTH', parseDate, report),
    countries: countriesIn(features),
    identifiers: identifiersOf(features),
    programs: [...new Set(all('DATA_SOURCE'))],
    ...factsField({
      genders: all('GENDER'),
      birthPlaces: all('PLACE_OF_BIRTH'),
      addresses: features.map(addressOf),
    }),
    raw: record,
  };
}

/** Records of Senzing's entity specification, one per line. */
export const senzingJson = listFormat({
  name: 'senzing-json',
  async *rows(input, onReject) {
    let hasRecord = false;
    for await (const { line, text, tooLong } of readLines(input.main, MAX_OBJECT_BYTES)) {
      if (text.trim() === '' && !tooLong) continue;
      const record = tooLong ? 'the line is longer than 16 MiB' : parseObject(text);
      if (typeof record === 'string') {
        onReject({ line, file: 'main', reason: record });
        continue;
      }
      hasRecord = true;
      yield {
        line,
        toEntry: (omit) => toEntry(record, omit),
        called: (id) => `the same RECORD_ID ${id}`,
      };
    }
    if (!hasRecord)
      throw new ImportFormatError(
        'no line is a record: the file must have one JSON object per line',
      );
  },
});
