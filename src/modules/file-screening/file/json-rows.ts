/** Rows of a file of names in JSON lines: one object per line, with members named like CSV columns. */
import { ImportFormatError, type Line, readHeader } from '../../lists/index.ts';
import { toRow, useColumns, type Columns, type Row } from './rows.ts';

/** The number of forms whose columns are cached. Most lines have the members of the previous line. */
const MOST_FORMS = 100;

type Form = { columns: Columns; used: ReadonlySet<number> } | { problem: string };

/** Returns the text of a member in the form of a CSV cell, or the reason why it has none. */
function cellOf(value: unknown): string | { problem: string } {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    return { problem: 'must be a text, a number or an array of texts' };
  return value.some((item: string) => item.includes(';'))
    ? { problem: 'must have no semicolon in a text of an array' }
    : value.join(';');
}

function formOf(names: string[]): Form {
  try {
    const columns = useColumns(readHeader({ line: 1, cells: names }));
    const identifiers = columns.identifiers.map(({ index }) => index);
    return { columns, used: new Set([...Object.values(columns.at), ...identifiers]) };
  } catch (error) {
    if (!(error instanceof ImportFormatError)) throw error;
    return { problem: error.message.replace('the header row', 'the object') };
  }
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Skips blank lines. Problems name the member and never repeat a value. */
export async function* jsonRows(lines: AsyncIterable<Line>): AsyncGenerator<Row, void, undefined> {
  const forms = new Map<string, Form>();
  const known = (names: string[]): Form => {
    const key = JSON.stringify(names);
    const form = forms.get(key) ?? formOf(names);
    if (forms.size < MOST_FORMS) forms.set(key, form);
    return form;
  };
  for await (const { line, text, tooLong } of lines) {
    if (tooLong) yield { line, ref: null, problem: 'the line is longer than 1 MiB' };
    else if (text.trim() !== '') yield rowOf(line, parsed(text), known);
  }
}

function rowOf(line: number, object: object | undefined, known: (names: string[]) => Form): Row {
  const refused = (problem: string): Row => ({ line, ref: null, problem });
  if (!object) return refused('the line is not a JSON object');
  const form = known(Object.keys(object));
  if ('problem' in form) return refused(form.problem);
  const cells: string[] = [];
  for (const [index, [name, value]] of Object.entries(object).entries()) {
    const cell = form.used.has(index) ? cellOf(value) : '';
    if (typeof cell !== 'string') return refused(`${name}: ${cell.problem}`);
    if (cell.includes('\0') || !cell.isWellFormed())
      return refused(`${name}: must not contain NUL or lone surrogates`);
    cells.push(cell);
  }
  return toRow({ line, cells }, form.columns);
}
