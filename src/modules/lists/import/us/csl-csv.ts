/**
 * The consolidated screening list of the United States' International Trade Administration as CSV
 * (https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv): one table of the lists of
 * Commerce, State and Treasury, with several values of a cell separated by semicolons.
 */
import { readTable, type Row } from '../csv-table.ts';
import { listFormat } from '../list-format.ts';
import { cleanText } from '../names.ts';
import { cslEntry, type CslNumber, type CslRecord } from './csl-record.ts';

function valuesOf(cell = ''): string[] {
  return cell
    .split(';')
    .map(cleanText)
    .filter((value) => value !== '');
}

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

function recordOf(row: Row): CslRecord {
  const values = (...columns: string[]): string[] =>
    columns.flatMap((column) => valuesOf(row[column]));
  return {
    id: row['_id'],
    idField: '_id',
    type: row['type'] ?? '',
    name: row['name'] ?? '',
    aliases: values('alt_names'),
    dobs: values('dates_of_birth'),
    birthPlaces: values('places_of_birth'),
    nationalities: values('nationalities', 'citizenships', 'vessel_flag'),
    addresses: values('addresses'),
    callSign: row['call_sign'] ?? '',
    numbers: values('ids').map(numberOf),
    programs: values('source', 'programs'),
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
        toEntry: (omit) =>
          'row' in tableRow ? cslEntry(recordOf(tableRow.row), omit) : tableRow.problem,
        called: (id) => `the same _id ${id}`,
      };
  },
});
