/**
 * The consolidated screening list of the United States' International Trade Administration as CSV
 * (https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv): one table of the lists of
 * Commerce, State and Treasury, with several values of a cell separated by semicolons.
 */
import { cleanText } from '../names.ts';
import type { Row } from '../tables/csv-table.ts';
import { tableFormat, valuesIn } from '../tables/table-list.ts';
import {
  CSL_TYPES,
  cslGenders,
  cslName,
  cslNumbers,
  cslWording,
  type CslNumber,
} from './csl-record.ts';

/**
 * Matches "1027700049486, Registration ID" or "Registration ID, 1027700049486, RU": label and number in either order,
 * optionally with the code of the issuing country.
 */
function numberOf(text: string): CslNumber {
  const parts = text.split(',').map(cleanText);
  const isCode = (part: string): boolean => /^[A-Z]{2}$/.test(part);
  const [first = '', second = ''] = parts.filter((part) => !isCode(part));
  return { parts: [first, second], country: parts.find(isCode) ?? '' };
}

function numbersIn(row: Row): CslNumber[] {
  return valuesIn(row['ids'], /;/).map(numberOf);
}

/** The consolidated screening list of the United States. */
export const cslCsv = tableFormat({
  ...cslWording,
  name: 'csl-csv',
  form: {
    delimiter: ',',
    headers: [['_id', 'source', 'name', 'alt_names']],
    title: 'the consolidated screening list',
  },
  id: ['_id'],
  isGrouped: false,
  split: /;/,
  type: 'type',
  types: CSL_TYPES,
  names: ['name'],
  aliases: 'alt_names',
  spoken: cslName,
  dobs: 'dates_of_birth',
  countries: ['nationalities', 'citizenships', 'vessel_flag'],
  seats: 'addresses',
  numbers: [(row) => cslNumbers(row['call_sign'] ?? '', numbersIn(row))],
  programs: ['source', 'programs'],
  genders: (row) => cslGenders(numbersIn(row)),
  birthPlaces: 'places_of_birth',
  addresses: 'addresses',
});
