/**
 * The EU's consolidated list of financial sanctions as CSV, version 1.1 (https://webgate.ec.europa.eu/fsd/fsf,
 * "csvFullSanctionsList_1_1"): separated by semicolons, with 118 columns. Each column's name begins with the part of
 * the entry that it describes. An entry has one row per name, address, date of birth, document and citizenship, and
 * is identified by Entity_LogicalId. `raw` has the Entity_ columns once and the others by row. It omits the date of
 * the file, which every row repeats: with it every entry would differ in each day's file.
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countryOfCode, countryOfName } from '../country-names.ts';
import type { Row } from '../csv-table.ts';
import { dateOfParts, parseIsoDate, parseUkDate, yearRange } from '../dates.ts';
import { cleanText, primaryName, quote, usableAliases } from '../names.ts';
import { groupedFormat } from './row-groups.ts';
import type { RowGroup } from './row-groups.ts';
import type { EntityType, ImportedAlias, ImportedEntry } from '../types.ts';

/** Keys of identifiers by the Identification_TypeCodes of the list. */
const IDENTIFIER_KEYS: ReadonlyMap<string, string> = new Map([
  ['passport', 'passport'],
  ['id', 'national_id'],
  ['nrn', 'national_id'],
  ['nationcert', 'national_id'],
  ['ssn', 'ssn'],
  ['birthcert', 'birth_certificate'],
  ['drivinglicence', 'drivers_license'],
  ['electionid', 'electoral_registry'],
  ['residentperm', 'residency'],
  ['travelcardid', 'travel_document'],
  ['fiscalcode', 'tax_id'],
  ['regnumber', 'registration'],
  ['tradelic', 'trade_license'],
  ['swiftbic', 'swift_bic'],
  ['imo', 'imo'],
]);

/** "person" or "enterprise" in one of two columns; the other has the first letter. */
function entityTypeOf(row: Row): EntityType {
  const type = row['entity_subjecttype_classificationcode'] ?? row['entity_subjecttype'] ?? '';
  if (/^p/i.test(type)) return 'person';
  return /^e/i.test(type) ? 'organization' : 'unknown';
}

/** Returns the name in a row. A remark such as "(low quality alias)" makes it weak. */
function nameOf(row: Row): ImportedAlias | undefined {
  const parts = ['firstname', 'middlename', 'lastname'].map((part) => row[`namealias_${part}`]);
  const name = cleanText(row['namealias_wholename'] ?? parts.filter(Boolean).join(' '));
  if (name === '') return undefined;
  const isWeak = /\b(?:low? quality|weak)\b/i.test(row['namealias_remark'] ?? '');
  return { name, quality: isWeak ? 'weak' : 'strong', kind: 'aka' };
}

/** The list gives names in all languages of the Union without an order: the first Latin one is primary. */
function primaryOf(names: readonly ImportedAlias[]): ImportedAlias | undefined {
  const strong = names.filter(({ quality }) => quality === 'strong');
  return strong.find(({ name }) => /\p{Script=Latin}/u.test(name)) ?? strong[0] ?? names[0];
}

function dobOf(row: Row): string | undefined {
  const of = (part: string): string => row[`birthdate_${part}`] ?? '';
  // Years of another calendar differ from those of the Gregorian one.
  if (!/^(?:gregorian)?$/i.test(of('calendartype'))) return undefined;
  const range = yearRange(of('yearrangefrom'), of('yearrangeto'));
  const date =
    parseIsoDate(of('birthdate')) ??
    parseUkDate(of('birthdate')) ??
    dateOfParts(of('year'), of('month'), of('day'));
  if (date === undefined) return range;
  return /^(?:true|1|y)/i.test(of('circa')) ? `${date.slice(0, 4)}~` : date;
}

const DOB_COLUMNS = ['birthdate', 'year', 'month', 'day', 'yearrangefrom', 'yearrangeto'];

/** Without duplicates. An unreadable value is reported. */
function dobsOf(rows: readonly Row[], report: (reason: string) => void): string[] {
  const dobs = rows.map((row) => {
    const dob = dobOf(row);
    const cells = DOB_COLUMNS.map((column) => row[`birthdate_${column}`] ?? '');
    const said = cells.filter((cell) => !/^0*$/.test(cell));
    if (dob === undefined && said.length > 0)
      report(`the date of birth ${quote(said.join(' '))} cannot be read`);
    return dob;
  });
  return [...new Set(dobs.filter((dob) => dob !== undefined))];
}

/** Returns the country of a part by its code, or by its name if the code is invalid ("00" for unknown). */
function countryOfPart(row: Row, part: string): string | undefined {
  return (
    countryOfCode(row[`${part}_countryiso2code`] ?? '') ??
    countryOfName(row[`${part}_countrydescription`] ?? '')
  );
}

function addDocument(identifiers: Identifiers, row: Row): void {
  const number = row['identification_latinnumber'] ?? row['identification_number'];
  const key = IDENTIFIER_KEYS.get(row['identification_typecode']?.toLowerCase() ?? '') ?? 'other';
  const isFalse = /^(?:true|1|y)/i.test(row['identification_knownfalse'] ?? '');
  if (number !== undefined && !isFalse)
    identifiers.add(key, cleanText(number), countryOfPart(row, 'identification'));
}

function toRaw(rows: readonly Row[]): Record<string, unknown> {
  const isOfEntity = (column: string): boolean => column.startsWith('entity_');
  const pick = (row: Row, choose: (column: string) => boolean): Row =>
    Object.fromEntries(
      Object.entries(row).filter(([column]) => column !== 'filegenerationdate' && choose(column)),
    );
  return {
    entity: pick(rows[0] ?? {}, isOfEntity),
    rows: rows.map((row) => pick(row, (column) => !isOfEntity(column))),
  };
}

const BIRTH_PARTS = ['place', 'city', 'region'];
const ADDRESS_PARTS = ['street', 'pobox', 'city', 'zipcode', 'region', 'place'];

/** Returns the parts of a place or an address, the country last. */
function placeOf(row: Row, part: string, columns: readonly string[]): string {
  const parts = columns.map((column) => cleanText(row[`${part}_${column}`] ?? ''));
  return [...parts, countryOfPart(row, part) ?? ''].filter((text) => text !== '').join(', ');
}

/** Returns the entry for a group of rows, or the reason why it has none. */
function toEntry(group: RowGroup, report: (reason: string) => void): ImportedEntry | string {
  const rows = group.rows.map(({ row }) => row);
  const entityType = entityTypeOf(rows[0] ?? {});
  const names = rows.map(nameOf).filter((name) => name !== undefined);
  const primary = primaryName(`the name of ${group.id}`, primaryOf(names)?.name, names, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const identifiers = new Identifiers();
  for (const row of rows) addDocument(identifiers, row);
  const countries = (part: string): string[] =>
    rows.map((row) => countryOfPart(row, part)).filter((code) => code !== undefined);
  const citizenships = countries('citizenship');
  const otherCountries = entityType === 'person' ? [] : countries('address');
  const programs = rows.map((row) => cleanText(row['entity_regulation_programme'] ?? ''));
  return {
    externalId: group.id,
    entityType,
    name,
    aliases: usableAliases(name, names, report),
    dobs: dobsOf(rows, report),
    countries: [...new Set(citizenships.length > 0 ? citizenships : otherCountries)],
    identifiers: identifiers.record,
    programs: [...new Set(programs.filter((program) => program !== ''))],
    ...factsField({
      genders: rows.map((row) => row['namealias_gender']),
      birthPlaces: rows.map((row) => placeOf(row, 'birthdate', BIRTH_PARTS)),
      addresses: rows.map((row) => placeOf(row, 'address', ADDRESS_PARTS)),
    }),
    raw: toRaw(rows),
  };
}

/** The EU's consolidated list of financial sanctions. */
export const euCsv = groupedFormat({
  name: 'eu-csv',
  form: {
    delimiter: ';',
    headers: [['entity_logicalid', 'namealias_wholename']],
    title: "the EU's list",
  },
  idOf: (row) => row['entity_logicalid'],
  toEntry,
});
