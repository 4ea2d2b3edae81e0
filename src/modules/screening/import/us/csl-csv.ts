/**
 * The consolidated screening list of the United States' International Trade Administration as CSV
 * (https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv): one table of the lists of
 * Commerce, State and Treasury, several values of a cell separated by semicolons.
 */
import { countriesOf, countryOfCode, countryOfName } from '../country-names.ts';
import { readTable, type Row } from '../csv-table.ts';
import { datesOf, parseIsoDate, parseOfacDate } from '../dates.ts';
import { Identifiers } from '../identifiers.ts';
import { listFormat } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, surnameLast, usableAliases } from '../names.ts';
import { parseOfacIdentifier } from '../ofac/ofac-identifiers.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';

const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['individual', 'person'],
  ['entity', 'organization'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

function valuesOf(cell = ''): string[] {
  return cell
    .split(';')
    .map(cleanText)
    .filter((value) => value !== '');
}

function countryOf(text: string): string | undefined {
  return countryOfCode(text) ?? countryOfName(text);
}

function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseOfacDate(text);
}

/**
 * "1027700049486, Registration ID" or "Registration ID, 1027700049486, RU": the label and the number in either order,
 * perhaps with the code of the country that issued it. A label that OFAC does not use is none of a number.
 */
function addIdentifier(identifiers: Identifiers, text: string): void {
  const parts = text.split(',').map(cleanText);
  const [country] = parts.flatMap((part) => (/^[A-Z]{2}$/.test(part) ? [countryOf(part)] : []));
  const [first = '', second = ''] = parts.filter((part) => !/^[A-Z]{2}$/.test(part));
  const read =
    parseOfacIdentifier(`${first} ${second}`) ?? parseOfacIdentifier(`${second} ${first}`);
  if (read) identifiers.add(read.key, read.value, country ?? read.country);
}

/** The lists of Commerce and State leave the type empty, and have persons, companies and places. */
function entityTypeOf(row: Row): EntityType {
  return ENTITY_TYPES.get((row['type'] ?? '').toLowerCase()) ?? 'unknown';
}

/** The entry of a row, or why it has none. Without a nationality, a country of birth stands in; for others that of the address. */
function toEntry(row: Row, report: (reason: string) => void): ImportedEntry | string {
  const externalId = row['_id'] ?? '';
  if (externalId === '' || externalId.length > MAX_ID_LENGTH) return 'the row has no usable _id';
  const entityType = entityTypeOf(row);
  const display = entityType === 'person' ? surnameLast : cleanText;
  const aliases = valuesOf(row['alt_names']).map((name): ImportedAlias => ({
    name: display(name),
    quality: 'strong',
    kind: 'aka',
  }));
  const primary = primaryName('name', display(row['name'] ?? ''), aliases, report);
  if ('problem' in primary) return primary.problem;
  const identifiers = new Identifiers();
  if (row['call_sign'] !== undefined) identifiers.add('call_sign', row['call_sign']);
  for (const text of valuesOf(row['ids'])) addIdentifier(identifiers, text);
  const lastPart = (text: string): string => text.split(',').at(-1) ?? '';
  const nationalities = ['nationalities', 'citizenships', 'vessel_flag'].flatMap((column) =>
    valuesOf(row[column]),
  );
  const places = valuesOf(row[entityType === 'person' ? 'places_of_birth' : 'addresses']);
  const { name } = primary;
  return {
    externalId,
    entityType,
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(valuesOf(row['dates_of_birth']), 'dates_of_birth', parseDate, report),
    countries: countriesOf(
      nationalities.length > 0 ? nationalities : places.map(lastPart),
      countryOf,
    ),
    identifiers: identifiers.record,
    programs: [...new Set([...valuesOf(row['source']), ...valuesOf(row['programs'])])],
    raw: row,
  };
}

const FORM = {
  delimiter: ',',
  headers: [['_id', 'source', 'name', 'alt_names']],
  title: 'the consolidated screening list',
} as const;

/** The consolidated screening list of the United States. */
export const cslCsv = listFormat({
  name: 'csl-csv',
  async *rows(input) {
    for await (const tableRow of readTable(input.main, FORM))
      yield {
        line: tableRow.line,
        toEntry: (omit) => ('row' in tableRow ? toEntry(tableRow.row, omit) : tableRow.problem),
        called: (id) => `the same _id ${id}`,
      };
  },
});
