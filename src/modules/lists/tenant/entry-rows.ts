/** Reads rows of a CSV file of entries by the rules of the route that adds entries. */
import { ApiError } from '../../../platform/errors/index.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { countryOf } from '../import/country-names.ts';
import { readDate, type DateFormat } from '../import/text/date-orders.ts';
import type { Header } from '../import/generic-header.ts';
import { namesOf } from '../import/text/name-columns.ts';
import type { CsvRecord } from '../import/text/records.ts';
import { keptText } from './entries.ts';
import { EntryInput, MAX_ENTRIES_PER_REQUEST } from './schemas.ts';

const validate = compileValidator('row', EntryInput);

/** `field` is null for a problem of the whole row. Messages never repeat a value. */
export type RowProblem = { field: string | null; message: string };

/** The entries of a row, or the reason why it has none. */
export type EntryRow = { line: number } & ({ entries: EntryInput[] } | { problems: RowProblem[] });

/** Returns all problems of a row in one text. */
export function reasonOf(problems: readonly RowProblem[]): string {
  return problems
    .map(({ field, message }) => (field === null ? message : `${field}: ${message}`))
    .join('; ');
}

function ofRow(message: string): { problems: RowProblem[] } {
  return { problems: [{ field: null, message }] };
}

function filled(pairs: (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

function problemsOf(entry: EntryInput): RowProblem[] {
  const details = validate(entry);
  if (details.length > 0) return details.map(({ path, message }) => ({ field: path, message }));
  try {
    keptText(entry.raw!, 'the row');
    if (entry.identifiers) keptText(entry.identifiers, 'identifiers');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details ?? []).map(({ path, message }) => ({ field: path, message }));
  }
  return [];
}

/**
 * Returns one entry for each name and alias, because screening compares names of entries. All have the
 * dates, countries and identifiers of the row; `raw` is the whole row. An empty cell counts as no column.
 * @param order of day and month in dates that do not show it
 */
export function toEntryRow(
  record: CsvRecord,
  { names, columns, identifiers }: Header,
  order?: DateFormat,
): EntryRow {
  const { line } = record;
  if ('problem' in record) return { line, ...ofRow(record.problem) };
  const { cells } = record;
  if (cells.length !== names.length)
    return { line, ...ofRow(`the row has ${cells.length} columns, the header ${names.length}`) };
  const cell = (index: number | undefined): string => cells[index ?? -1]?.trim() ?? '';
  const [written, country] = [cell(columns.dob), cell(columns.country)];
  const dob = readDate(written, order) ?? written;
  const ids = filled([
    ['id', cell(columns.id)],
    ...identifiers.map(({ key, index }) => [key, cell(index)] as const),
  ]);
  const common = {
    ...(dob === '' ? {} : { dob }),
    ...(country === '' ? {} : { country: countryOf(country) ?? country }),
    ...(Object.keys(ids).length === 0 ? {} : { identifiers: ids }),
    raw: filled(names.map((name, index) => [name, cell(index)] as const)),
  };
  const [name, ...others] = namesOf((role) => cell(columns[role]));
  const aliases = cell(columns.aliases)
    .split(';')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== name);
  const entries = [name, ...new Set([...others, ...aliases])].map((one) => ({
    name: one,
    ...common,
  }));
  if (entries.length > MAX_ENTRIES_PER_REQUEST)
    return {
      line,
      problems: [{ field: 'aliases', message: `must be at most ${MAX_ENTRIES_PER_REQUEST - 1}` }],
    };
  const problems = problemsOf(entries[0]!);
  if (problems.length > 0) return { line, problems };
  // Everything except the name of an alias comes from the row.
  for (const { name: alias } of entries.slice(1)) {
    const details = validate({ name: alias });
    if (details.length > 0)
      return { line, problems: details.map(({ message }) => ({ field: 'aliases', message })) };
  }
  return { line, entries };
}
