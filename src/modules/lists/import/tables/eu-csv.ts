/**
 * The EU's consolidated list of financial sanctions as CSV, version 1.1 (https://webgate.ec.europa.eu/fsd/fsf,
 * "csvFullSanctionsList_1_1"): separated by semicolons, with 118 columns. Each column's name begins with the part of
 * the entry that it describes. An entry has one row per name, address, date of birth, document and citizenship, and
 * is identified by Entity_LogicalId. `raw` has the Entity_ columns once and the others by row. It omits the date of
 * the file, which every row repeats: with it every entry would differ in each day's file.
 */
import { isPartialDate } from '../../../../matching/index.ts';
import { countryOfCode, countryOfName } from '../country-names.ts';
import { dateOfParts, parseAnyDate, yearRange } from '../dates.ts';
import type { ListedNumber } from '../entry-of.ts';
import type { Row } from './csv-table.ts';
import { type Cell, tableFormat, textAt } from './table-list.ts';

/** Kinds of numbers by the Identification_TypeCodes of the list. */
const KINDS: ReadonlyMap<string, string> = new Map([
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

const YES = /^(?:true|1|y)/i;

function dobOf(of: (part: string) => string): string | undefined {
  // Years of another calendar differ from Gregorian years.
  if (!/^(?:gregorian)?$/i.test(of('calendartype'))) return undefined;
  const date = parseAnyDate(of('birthdate')) ?? dateOfParts(of('year'), of('month'), of('day'));
  if (date === undefined) return yearRange(of('yearrangefrom'), of('yearrangeto'));
  return YES.test(of('circa')) ? `${date.slice(0, 4)}~` : date;
}

const DOB_COLUMNS = ['birthdate', 'year', 'month', 'day', 'yearrangefrom', 'yearrangeto'];

/** Returns the date of birth in a row or, if it is unreadable, the row's cells for it. */
function dobsIn(row: Row): string[] {
  const of = (part: string): string => row[`birthdate_${part}`] ?? '';
  const cells = DOB_COLUMNS.map(of).filter((cell) => !/^0*$/.test(cell));
  if (cells.length === 0) return [];
  return [dobOf(of) ?? [...cells, of('calendartype')].join(' ').trim()];
}

/** Returns the country of a part by its code, or by its name if the code is invalid ("00" for unknown). */
function countryIn(row: Row, part: string): string | undefined {
  return (
    countryOfCode(row[`${part}_countryiso2code`] ?? '') ??
    countryOfName(row[`${part}_countrydescription`] ?? '')
  );
}

function countryOf(part: string): Cell {
  return (row) => [countryIn(row, part)].filter((code) => code !== undefined);
}

/** Returns the parts of a place or an address, the country last. */
function placeOf(part: string, columns: readonly string[]): Cell {
  return { parts: [...columns.map((column) => `${part}_${column}`), countryOf(part)], by: ', ' };
}

function documentsIn(row: Row): ListedNumber[] {
  const value = textAt(row, ['identification_latinnumber', 'identification_number']);
  if (value === '' || YES.test(row['identification_knownfalse'] ?? '')) return [];
  const kind = KINDS.get(row['identification_typecode']?.toLowerCase() ?? '') ?? 'other';
  return [{ kind, value, country: countryIn(row, 'identification') }];
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

/** The EU's consolidated list of financial sanctions. */
export const euCsv = tableFormat({
  name: 'eu-csv',
  form: {
    delimiter: ';',
    headers: [['entity_logicalid', 'namealias_wholename']],
    title: "the EU's list",
  },
  id: ['entity_logicalid'],
  isGrouped: true,
  type: ['entity_subjecttype_classificationcode', 'entity_subjecttype'],
  types: new Map([
    ['person', 'person'],
    ['p', 'person'],
    ['enterprise', 'organization'],
    ['entity', 'organization'],
    ['e', 'organization'],
  ]),
  // Names are in all languages of the Union, without an order.
  names: [
    [
      'namealias_wholename',
      {
        parts: ['namealias_firstname', 'namealias_middlename', 'namealias_lastname'],
        by: ' ',
      },
    ],
  ],
  // Only a remark such as "(low quality alias)" marks a name as weak.
  weak: { at: 'namealias_remark', is: /\b(?:low? quality|weak)\b/i },
  dobTerm: 'the date of birth',
  dobs: dobsIn,
  readDate: (text) => (isPartialDate(text) ? text : undefined),
  noDate: 'cannot be read',
  countries: [countryOf('citizenship')],
  seats: countryOf('address'),
  readCountry: countryOfCode,
  numbers: [documentsIn],
  programs: ['entity_regulation_programme'],
  genders: 'namealias_gender',
  birthPlaces: placeOf('birthdate', ['place', 'city', 'region']),
  addresses: placeOf('address', ['street', 'pobox', 'city', 'zipcode', 'region', 'place']),
  raw: toRaw,
});
