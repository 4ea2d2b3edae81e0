/** Opens sealed cells of rows on their way into a file. */
import type { Format } from '../schemas.ts';
import { withoutFormulas } from '../../../platform/export-source.ts';

/** Returns the contents of sealed cells in the same order; null for a cell that is erased or that no key opens. */
export type OpenCells = (cells: SealedCell[]) => Promise<(string | null)[]>;
export type SealedCell = { column: string; text: string };

const NEWLINE = 0x0a;
/** Null in COPY's text format. */
export const NULL_CELL = String.raw`\N`;
const ESCAPES: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPED = Object.fromEntries(
  [...Object.entries(ESCAPES), ['\\', '\\']].map(([letter, sign]) => [sign, `\\${letter}`]),
);

/** Returns the text of a cell in COPY's text format. */
export function unescape(cell: string): string {
  return cell.replaceAll(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign);
}
function escape(text: string): string {
  return text.replaceAll(/[\\\b\f\n\r\t\v]/g, (sign) => ESCAPED[sign]!);
}

/** Returns a line of COPY's CSV. */
function csvLine(cells: string[], delimiter: string): string {
  return cells
    .map((cell) => {
      if (cell === NULL_CELL) return '';
      const text = unescape(cell);
      return text === '' || text.includes(delimiter) || /["\r\n]/.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    })
    .join(delimiter);
}

/**
 * Yields rows in COPY's format for files of this kind.
 * @param chunks COPY's text format, split anywhere
 * @param sealed the names of sealed columns, by index
 * @param delimiter for CSV
 */
export async function* openedRows(
  chunks: AsyncIterable<Buffer>,
  format: Format,
  sealed: ReadonlyMap<number, string>,
  open: OpenCells,
  delimiter = ',',
): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = Buffer.from(bytes.subarray(end));
    if (end === 0) continue;
    const lines = bytes.toString('utf8', 0, end - 1).split('\n');
    const rows = lines.map((line) => line.split('\t'));
    const places = rows.flatMap((row) =>
      [...sealed].flatMap(([at, column]) => (row[at] === NULL_CELL ? [] : [{ row, at, column }])),
    );
    const found = places.map(({ row, at, column }) => ({ column, text: unescape(row[at]!) }));
    const texts = found.length > 0 ? await open(found) : [];
    for (const [i, { row, at }] of places.entries()) {
      const text = texts[i] ?? null;
      row[at] = text === null ? NULL_CELL : escape(format === 'CSV' ? withoutFormulas(text) : text);
    }
    const made = rows.map((row) => (format === 'CSV' ? csvLine(row, delimiter) : row.join('\t')));
    yield Buffer.from(`${made.join('\n')}\n`);
  }
}
