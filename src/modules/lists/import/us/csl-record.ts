/** A record of the consolidated screening list of the United States, in either file format. */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfCode, countryOfName } from '../country-names.ts';
import { datesOf, parseIsoDate, parseUkDate } from '../dates.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, surnameLast, usableAliases } from '../names.ts';
import { parseOfacIdentifier } from '../ofac/ofac-identifiers.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';

/** A number and its label, in the order in which they are written; `country` is a code. */
export type CslNumber = { parts: readonly [string, string]; country: string };

/** Fields, with several values if there are several. */
export type CslRecord = {
  /** Undefined if the record has none. */
  id: string | undefined;
  /** The field of the id, for messages. */
  idField: string;
  type: string;
  name: string;
  aliases: readonly string[];
  dobs: readonly string[];
  birthPlaces: readonly string[];
  /** Nationalities, citizenships, and the flag of a vessel. */
  nationalities: readonly string[];
  /** Returns the code of the country after the last comma. */
  addresses: readonly string[];
  callSign: string;
  numbers: readonly CslNumber[];
  programs: readonly string[];
  raw: Record<string, unknown>;
};

/** The lists of Commerce and State leave the type empty, for persons, companies and places. */
const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['individual', 'person'],
  ['entity', 'organization'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

function countryOf(text: string): string | undefined {
  return countryOfCode(text) ?? countryOfName(text);
}

function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

/** A label that OFAC does not use marks no number: the list also has genders and addresses of sites there. */
function identifiersOf({ callSign, numbers }: CslRecord): Record<string, string> {
  const identifiers = new Identifiers();
  if (callSign !== '') identifiers.add('call_sign', callSign);
  for (const { parts, country } of numbers) {
    const [first, second] = parts;
    const read =
      parseOfacIdentifier(`${first} ${second}`) ?? parseOfacIdentifier(`${second} ${first}`);
    if (read) identifiers.add(read.key, read.value, countryOf(country) ?? read.country);
  }
  return identifiers.record;
}

function gendersOf(numbers: readonly CslNumber[]): string[] {
  return numbers
    .filter(({ parts }) => parts.some((part) => /^gender$/i.test(part)))
    .flatMap(({ parts }) => parts.filter((part) => !/^gender$/i.test(part)));
}

/**
 * Returns the entry of a record, or the reason why it has none. Without a country, organizations and things get that
 * of their address.
 */
export function cslEntry(
  record: CslRecord,
  report: (reason: string) => void,
): ImportedEntry | string {
  const { id: externalId = '', idField } = record;
  if (externalId === '' || externalId.length > MAX_ID_LENGTH)
    return `the row has no usable ${idField}`;
  const entityType = ENTITY_TYPES.get(record.type.toLowerCase()) ?? 'unknown';
  const display = entityType === 'person' ? surnameLast : cleanText;
  const aliases = record.aliases.map((name): ImportedAlias => ({
    name: display(name),
    quality: 'strong',
    kind: 'aka',
  }));
  const primary = primaryName('name', display(record.name), aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const places = entityType === 'person' ? [] : record.addresses;
  const lastParts = places.map((text) => text.split(',').at(-1) ?? '');
  return {
    externalId,
    entityType,
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(record.dobs, 'dates_of_birth', parseDate, report),
    countries: countriesOf(
      record.nationalities.length > 0 ? record.nationalities : lastParts,
      countryOf,
    ),
    identifiers: identifiersOf(record),
    programs: [...new Set(record.programs)],
    ...factsField({
      genders: gendersOf(record.numbers),
      birthPlaces: record.birthPlaces,
      addresses: record.addresses,
    }),
    raw: record.raw,
  };
}
