/** Rows of a CSV file of entries, checked by the rules of the route that adds entries. */
import { ApiError } from '../../../platform/errors/index.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { countryCodeFromName, isCountryCode } from '../countries.ts';
import type { Header } from '../import/generic-header.ts';
import type { CsvRecord } from '../import/records.ts';
import { keptText } from './entries.ts';
import { EntryInput, MAX_ENTRIES_PER_REQUEST } from './schemas.ts';

const validate = compileValidator('row', EntryInput);

/** The entries of a row, or why it has none. Reasons name the column and never repeat a value. */
export type EntryRow = { line: number } & ({ entries: EntryInput[] } | { problem: string });

/** Codes in any case, and English names as the generic list format takes them. */
function countryOf(cell: string): string {
  return isCountryCode(cell.toUpperCase()) ? cell : (countryCodeFromName(cell) ?? cell);
}

function filled(pairs: (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

function problemOf(entry: EntryInput, nameColumn: string): string | undefined {
  const details = validate(entry);
  if (details.length > 0)
    return details
      .map(({ path, message }) => `${path === 'name' ? nameColumn : path}: ${message}`)
      .join('; ');
  try {
    keptText(entry.raw!, 'the row');
    if (entry.identifiers) keptText(entry.identifiers, 'identifiers');
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  return undefined;
}

/**
 * One entry for the name and one for each alias, as screening compares a name with names of entries. Dates, countries
 * and identifiers are those of the row; `raw` is the whole row. Empty cells are as good as no column.
 */
export function toEntryRow(record: CsvRecord, { names, columns, identifiers }: Header): EntryRow {
  const { line } = record;
  if ('problem' in record) return record;
  const { cells } = record;
  if (cells.length !== names.length)
    return { line, problem: `the row has ${cells.length} columns, the header ${names.length}` };
  const cell = (index: number | undefined): string => cells[index ?? -1]?.trim() ?? '';
  const [dob, country] = [cell(columns.dob), cell(columns.country)];
  const ids = filled([
    ['id', cell(columns.id)],
    ...identifiers.map(({ key, index }) => [key, cell(index)] as const),
  ]);
  const common = {
    ...(dob === '' ? {} : { dob }),
    ...(country === '' ? {} : { country: countryOf(country) }),
    ...(Object.keys(ids).length === 0 ? {} : { identifiers: ids }),
    raw: filled(names.map((name, index) => [name, cell(index)] as const)),
  };
  const name = cell(columns.name);
  const aliases = cell(columns.aliases)
    .split(';')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== name);
  const entries = [name, ...new Set(aliases)].map((one) => ({ name: one, ...common }));
  if (entries.length > MAX_ENTRIES_PER_REQUEST)
    return { line, problem: `aliases: must be at most ${MAX_ENTRIES_PER_REQUEST - 1}` };
  for (const [i, entry] of entries.entries()) {
    const problem = problemOf(entry, i === 0 ? 'name' : 'aliases');
    if (problem !== undefined) return { line, problem };
  }
  return { line, entries };
}
