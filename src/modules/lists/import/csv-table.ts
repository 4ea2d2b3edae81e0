/** CSV files whose columns are known by name: the header row is found, and rows are read by it. */
import { columnKey } from './generic-header.ts';
import { readLines } from './lines.ts';
import { readRecords } from './text/records.ts';
import type { Delimiter } from './text/records.ts';
import { ImportFormatError } from './types.ts';
import type { ImportSource } from './types.ts';

/** The cells of a row by `columnKey` of their column, without the empty ones. */
export type Row = Readonly<Record<string, string>>;

/** A row, or why it cannot be used. `line` is its first line. */
export type TableRow = { line: number; row: Row } | { line: number; problem: string };

/** Publishers put the date of the file above the header. */
const MAX_PREAMBLE_ROWS = 5;

/** The way that a table is written, and the columns (as `columnKey`s) by which its header is known. */
export type TableForm = {
  delimiter: Delimiter;
  /** The columns that one of the known headers has, at least. */
  headers: readonly (readonly string[])[];
  /** The kind of file that is expected, for the error message. */
  title: string;
};

/** fromEntries defines own properties, so a column may be called `__proto__`. */
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
 * The rows below the header row, which is one of the first rows.
 * @throws ImportFormatError when there is no such header
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
