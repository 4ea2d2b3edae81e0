/**
 * The United Kingdom's lists in their CSV forms, distinguished by their headers:
 *
 * - the UK Sanctions List of the Foreign, Commonwealth & Development Office
 *   (https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv)
 * - the consolidated list of the Office of Financial Sanctions Implementation ("ConList.csv"), which
 *   was closed in January 2026; older files of it are still in use
 *
 * An entry has one row per combination of its names, addresses, dates of birth and so on, and is
 * identified by "Unique ID" or "Group ID".
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfName } from '../country-names.ts';
import type { Row } from '../csv-table.ts';
import { datesOf, parseUkDate } from '../dates.ts';
import { cleanText, primaryName, usableAliases } from '../names.ts';
import { groupedFormat } from './row-groups.ts';
import type { RowGroup } from './row-groups.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';

/** Columns of both lists, the FCDO's name first. */
const COLUMNS = {
  id: ['unique_id', 'group_id'],
  type: ['designation_type', 'group_type'],
  nameType: ['name_type', 'alias_type'],
  aliasQuality: ['alias_strength', 'alias_quality'],
  otherScript: ['name_non_latin_script'],
  dob: ['d.o.b', 'dob'],
  nationality: ['nationality(/ies)', 'nationality'],
  birthCountry: ['country_of_birth'],
  birthTown: ['town_of_birth'],
  gender: ['gender'],
  addressCountry: ['address_country', 'country'],
  flag: ['current_believed_flag_of_ship'],
  programme: ['regime_name', 'regime'],
} as const;

/** Given names are in Name 1 to Name 5. Name 6 is the surname, or the name of an organization or ship. */
const NAME_COLUMNS = ['name_1', 'name_2', 'name_3', 'name_4', 'name_5', 'name_6'];

const IDENTIFIER_COLUMNS: readonly (readonly [string, string])[] = [
  ['passport', 'passport_number'],
  ['national_id', 'national_identifier_number'],
  ['national_id', 'national_identification_number'],
  ['national_id', 'ni_number'],
  ['registration', 'business_registration_number_(s)'],
  ['imo', 'imo_number'],
  ['hin', 'hull_identification_number_(hin)'],
];

function cellOf(row: Row, column: keyof typeof COLUMNS): string {
  for (const name of COLUMNS[column]) {
    const cell = row[name];
    if (cell !== undefined) return cell;
  }
  return '';
}

/** "(1) Russia. (2) Ukraine" gives several values. */
function valuesOf(cell: string): string[] {
  return cell
    .split(/\(\d{1,2}\)|[;|]/)
    .map((value) => cleanText(value).replace(/[.,]$/, ''))
    .filter((value) => value !== '');
}

function entityTypeOf(row: Row): EntityType {
  switch (cellOf(row, 'type').toLowerCase()) {
    case 'individual':
      return 'person';
    case 'entity':
      return 'organization';
    case 'ship':
      return 'vessel';
    default:
      return 'unknown';
  }
}

type RowName = ImportedAlias & { isPrimary: boolean };

/** "Primary name", "Primary name variation", "Alias", "AKA", "FKA"; "Good quality", "Low quality". */
function namesOf(row: Row): RowName[] {
  const nameType = cellOf(row, 'nameType').toLowerCase();
  const quality = /low|weak/i.test(cellOf(row, 'aliasQuality')) ? 'weak' : 'strong';
  const kind = nameType === 'fka' ? 'fka' : 'aka';
  const name = cleanText(NAME_COLUMNS.map((column) => row[column] ?? '').join(' '));
  const otherScript = cleanText(cellOf(row, 'otherScript'));
  const names: RowName[] = [
    { name, quality, kind, isPrimary: nameType === 'primary name' },
    { name: otherScript, quality, kind, isPrimary: false },
  ];
  return names.filter((rowName) => rowName.name !== '');
}

/** "(1) Grozny (2) Gudermes" and "(1) Russia (2) Russia": returns the country with the same number, or the only one. */
function birthPlacesOf(row: Row): string[] {
  const towns = valuesOf(cellOf(row, 'birthTown'));
  const countries = valuesOf(cellOf(row, 'birthCountry'));
  if (towns.length === 0) return countries;
  return towns.map((town, i) => {
    const country = countries.length === 1 ? countries[0] : countries[i];
    return country === undefined ? town : `${town}, ${country}`;
  });
}

const ADDRESS_COLUMN = /^(?:address_(?:line_)?\d|address_postal_code|post\/zip_code)$/;

function addressOf(row: Row): string {
  const parts = Object.entries(row).flatMap(([column, cell]) =>
    ADDRESS_COLUMN.test(column) && cell !== undefined ? [cell] : [],
  );
  const country = cellOf(row, 'addressCountry');
  return [...parts, ...(country === '' ? [] : [country])].map(cleanText).join(', ');
}

/** Returns the entry for a group of rows, or the reason why it has none. */
function toEntry(group: RowGroup, report: (reason: string) => void): ImportedEntry | string {
  const rows = group.rows.map(({ row }) => row);
  const entityType = entityTypeOf(rows[0] ?? {});
  const values = (column: keyof typeof COLUMNS): string[] =>
    rows.flatMap((row) => valuesOf(cellOf(row, column)));
  const names = rows.flatMap(namesOf);
  const written = (names.find(({ isPrimary }) => isPrimary) ?? names[0])?.name;
  const primary = primaryName(`the name of ${group.id}`, written, names, report);
  if ('problem' in primary) return primary.problem;
  const identifiers = new Identifiers();
  for (const row of rows) {
    for (const [key, column] of IDENTIFIER_COLUMNS) {
      for (const value of valuesOf(row[column] ?? '')) identifiers.add(key, value);
    }
  }
  const nationalities = values(entityType === 'person' ? 'nationality' : 'addressCountry');
  return {
    externalId: group.id,
    entityType,
    name: primary.name,
    aliases: usableAliases(
      primary.name,
      names.map(({ name, quality, kind }) => ({ name, quality, kind })),
      report,
    ),
    dobs: datesOf(new Set(values('dob')), 'date of birth', parseUkDate, report),
    countries: countriesOf([...values('flag'), ...nationalities], countryOfName),
    identifiers: identifiers.record,
    programs: [...new Set(values('programme'))],
    ...factsField({
      genders: values('gender'),
      birthPlaces: rows.flatMap(birthPlacesOf),
      addresses: rows.map(addressOf),
    }),
    raw: { rows },
  };
}

/** The UK Sanctions List, and OFSI's consolidated list before it. */
export const ukCsv = groupedFormat({
  name: 'uk-csv',
  form: {
    delimiter: ',',
    headers: [
      ['unique_id', 'name_6'],
      ['group_id', 'name_6'],
    ],
    title: 'the list of the United Kingdom',
  },
  idOf: (row) => cellOf(row, 'id') || undefined,
  toEntry,
  primaryOf: (row) =>
    entityTypeOf(row) === 'person'
      ? namesOf(row).find(({ isPrimary }) => isPrimary)?.name
      : undefined,
});
