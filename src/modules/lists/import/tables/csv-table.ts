/** CSV files with columns known by name: finds the header row and reads rows by it. */
import { columnKey } from '../generic-header.ts';
import { readLines } from '../lines.ts';
import { readRecords } from '../text/records.ts';
import type { Delimiter } from '../text/records.ts';
import { ImportFormatError } from '../types.ts';
import type { ImportSource } from '../types.ts';

/** Cells of a row by the `columnKey` of their column, without empty ones. */
export type Row = Readonly<Record<string, string>>;

/** A row, or the reason why it is unusable. `line` is its first line. */
export type TableRow = { line: number; row: Row } | { line: number; problem: string };

/** The number of rows that are searched for the header, because publishers put the date of the file above it. */
const MAX_PREAMBLE_ROWS = 5;

/** Format of a table, and the columns (as `columnKey`s) that identify its header. */
export type TableForm = {
  delimiter: Delimiter;
  /** Columns that at least one of the known headers has. */
  headers: readonly (readonly string[])[];
  /** Expected kind of file, for the error message. */
  title: string;
};

/** fromEntries defines own properties, so a column may be named `__proto__`. */
function toRow(columns: readonly string[], cells: readonly string[]): Row {
  const filled: [string, string][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (cell !== '') filled.push([column, cell]);
  }
  return Object.fromEntries(filled);
}

function readColumns(cells: readonly string[], form: TableForm): string[] | undefined {
  const columns = cells.map((cell, index) => columnKey(cell) || `column_${index + 1}`);
  const known = new Set(columns);
  if (!form.headers.some((header) => header.every((column) => known.has(column)))) return undefined;
  if (known.size === columns.length) return columns;
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  throw new ImportFormatError(`the header row has more than one column "${twice}"`);
}

/**
 * Returns the rows below the header row, which is one of the first rows.
 * @throws ImportFormatError if there is no such header
 */
export async function* readTable(
  source: ImportSource,
  form: TableForm,
): AsyncGenerator<TableRow, void, undefined> {
  let columns: string[] | undefined;
  let preambleRows = 0;
  for await (const record of readRecords(readLines(source), form.delimiter)) {
    const { line } = record;
    if (columns === undefined) {
      columns = 'cells' in record ? readColumns(record.cells, form) : undefined;
      preambleRows += 1;
      if (columns === undefined && preambleRows > MAX_PREAMBLE_ROWS) break;
      continue;
    }
    if ('problem' in record) yield record;
    else if (record.cells.length === columns.length) {
      yield { line, row: toRow(columns, record.cells) };
    } else {
      const problem = `the row has ${record.cells.length} columns, the header ${columns.length}`;
      yield { line, problem };
    }
  }
  if (columns === undefined) {
    const expected = form.headers.map((header) => header.join(', ')).join(' or ');
    throw new ImportFormatError(
      `${form.title} has a header row with the columns ${expected}, and this file has none`,
    );
  }
}
