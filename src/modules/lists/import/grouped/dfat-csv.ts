/**
 * Australia's consolidated list of the Department of Foreign Affairs and Trade
 * (https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list), its workbook saved as CSV.
 * An entry has one row per name: "101" is the primary name, "101a" and "101b" are aliases.
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfName } from '../country-names.ts';
import type { Row } from '../csv-table.ts';
import { datesOf, parseIsoDate, parseUkDate } from '../dates.ts';
import { cleanText, primaryName, usableAliases } from '../names.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';
import { groupedFormat, type RowGroup } from './row-groups.ts';

const ENTITY_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['individual', 'person'],
  ['entity', 'organization'],
  ['vessel', 'vessel'],
]);

/** "a) Kabul b) Kandahar", and values on separate lines; `_x000D_` is a line end escaped by the workbook. */
function valuesOf(cell: string): string[] {
  return cell
    .split(/(?:^|\s)[a-z]\)\s|;|\n|_x000D_/)
    .map((value) => cleanText(value).replace(/[.,]$/, ''))
    .filter((value) => value !== '');
}

/** "1 Jan 1960 and 1961" are two dates. */
function datesIn(cell: string): string[] {
  return valuesOf(cell).flatMap((value) =>
    value
      .split(/,| and /)
      .map((part) => cleanText(part))
      .filter((part) => part !== ''),
  );
}

function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

type RowName = ImportedAlias & { isPrimary: boolean };

/** "Primary Name", "Alias", "Formerly known as" or "Original Script"; an alias is "Strong" or "Weak". */
function nameOf(row: Row): RowName {
  const type = row['name_type'] ?? '';
  return {
    name: cleanText(row['name_of_individual_or_entity'] ?? ''),
    quality: /weak/i.test(row['alias_strength'] ?? '') ? 'weak' : 'strong',
    kind: /former/i.test(type) ? 'fka' : 'aka',
    isPrimary: /^primary/i.test(type),
  };
}

/** Returns the entry for the rows of one reference, or the reason why it has none. */
function toEntry(group: RowGroup, report: (reason: string) => void): ImportedEntry | string {
  const rows = group.rows.map(({ row }) => row);
  const names = rows.map(nameOf);
  const written = (names.find(({ isPrimary }) => isPrimary) ?? names[0])?.name;
  const aliases = names.map(({ name, quality, kind }): ImportedAlias => ({
    name,
    quality,
    kind,
  }));
  const primary = primaryName(`the name of ${group.id}`, written, aliases, report);
  if ('problem' in primary) return primary.problem;
  const cells = (column: string): string[] => rows.map((row) => row[column] ?? '');
  const identifiers = new Identifiers();
  for (const cell of cells('imo_number')) {
    for (const number of valuesOf(cell)) identifiers.add('imo', number);
  }
  const types = cells('type').map((cell) => ENTITY_TYPES.get(cell.toLowerCase()));
  const countries = cells('citizenship').flatMap((cell) => valuesOf(cell.replaceAll(',', ';')));
  return {
    externalId: group.id,
    entityType: types.find((type) => type !== undefined) ?? 'unknown',
    name: primary.name,
    aliases: usableAliases(primary.name, aliases, report),
    dobs: datesOf(
      new Set(cells('date_of_birth').flatMap(datesIn)),
      'the date of birth',
      parseDate,
      report,
    ),
    countries: countriesOf(countries, countryOfName),
    identifiers: identifiers.record,
    programs: [...new Set(cells('committees').flatMap(valuesOf))],
    ...factsField({
      birthPlaces: cells('place_of_birth').flatMap(valuesOf),
      addresses: cells('address').flatMap(valuesOf),
    }),
    raw: { rows },
  };
}

/** Returns the number of the reference, without the letter of an alias. */
function idOf(row: Row): string | undefined {
  return /^\d+/.exec(row['reference'] ?? '')?.[0];
}

/** Australia's consolidated list. */
export const dfatCsv = groupedFormat({
  name: 'dfat-csv',
  form: {
    delimiter: ',',
    headers: [['reference', 'name_of_individual_or_entity']],
    title: "Australia's list",
  },
  idOf,
  toEntry,
  primaryOf: (row) => {
    const isPerson = ENTITY_TYPES.get((row['type'] ?? '').toLowerCase()) === 'person';
    const { name, isPrimary } = nameOf(row);
    return isPerson && isPrimary ? name : undefined;
  },
});
